//===- WiringReader.h - A blob, taken apart step by step --------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of reading one blob. WiringReader.cpp has the frame and what is
// built at the end, WiringChecks.cpp the checks of the tables between.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_WIRINGREADER_H
#define RINGC_LIB_EMIT_WIRINGREADER_H

#include "WiringFormat.h"
#include "ringc/Emit/Emitter.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <cmath>
#include <cstring>

namespace ringc::wiring {

class WiringReader {
public:
  WiringReader(uint32_t File, DiagnosticEngine &Diags)
      : File(File), Diags(Diags), Bytes(Diags.getFileText(File)) {}

  std::optional<Fabric> read();

private:
  // All checks return false after reporting.
  bool readHeader(Header &H);
  bool readSections(const Header &H);
  bool checkSection(const Section &S, uint64_t At, uint64_t &End);
  bool readTables();
  bool checkFabric();
  bool checkServers();
  bool checkGraph(const ServerRecord &S, const abi::ncclTopoGraph &G,
                  uint64_t At);
  bool checkFragments();
  bool checkNodes();
  bool checkChannels();
  bool checkRing(uint32_t Row);
  bool checkTransports();
  bool checkString(StringRecord R, uint64_t At);
  bool checkText(const Fabric &F);

  std::optional<Fabric> readText();
  void fillServers(Fabric &F);
  void fillChannels(Fabric &F);

  /// True if \p Value is \p Expected; else reports it at \p Offset.
  bool expect(uint64_t Offset, llvm::StringRef What, uint64_t Value,
              uint64_t Expected) {
    if (Value == Expected)
      return true;
    Diags.report(diag::err_wiring_value, place())
        << Offset << What << Value << Expected;
    return false;
  }
  /// True if \p Value is from \p Low to \p High; else reports it.
  bool within(uint64_t Offset, llvm::StringRef What, int64_t Value, int64_t Low,
              int64_t High) {
    if (Low <= Value && Value <= High)
      return true;
    Diags.report(diag::err_wiring_range, place())
        << Offset << What << Value << Low << High;
    return false;
  }
  bool finite(uint64_t Offset, llvm::StringRef What, float Value) {
    if (std::isfinite(Value))
      return true;
    Diags.report(diag::err_wiring_float, place()) << Offset << What;
    return false;
  }
  bool hasCount(Kind K, uint64_t Expected) {
    return expect(tableEntry(K),
                  (llvm::Twine("count of '") + nameOf(K) + "'").str(),
                  of(K).Count, Expected);
  }

  SrcLoc place() const { return {File, 0, 0}; }
  const Section &of(Kind K) const { return Known[uint32_t(K) - 1]; }
  /// Where the table describes section \p K.
  uint64_t tableEntry(Kind K) const { return Entries[uint32_t(K) - 1]; }
  /// Where record \p I of section \p K is.
  uint64_t at(Kind K, uint64_t I, uint64_t Field = 0) const {
    return of(K).Offset + I * of(K).RecordSize + Field;
  }
  llvm::StringRef bytesOf(Kind K) const {
    return Bytes.substr(of(K).Offset, of(K).Count * of(K).RecordSize);
  }
  llvm::StringRef text(StringRecord R) const {
    return bytesOf(Kind::Strings).substr(R.Offset, R.Length);
  }
  template <typename T> void copy(Kind K, std::vector<T> &To) const {
    const llvm::StringRef From = bytesOf(K);
    To.resize(From.size() / sizeof(T));
    if (!From.empty())
      std::memcpy(To.data(), From.data(), From.size());
  }

  const uint32_t File;
  DiagnosticEngine &Diags;
  const llvm::StringRef Bytes;
  std::array<Section, NumKinds> Known = {};
  std::array<uint64_t, NumKinds> Entries = {};

  FabricRecord Facts = {};
  std::vector<ServerRecord> Servers;
  std::vector<abi::ncclTopoGraph> Graphs;
  std::vector<abi::ncclTopoRanks> Ranks;
  std::vector<NodeRecord> Nodes;
  std::vector<ChannelRecord> Channels;
  std::vector<uint32_t> Orders, Positions;
  std::vector<NetRecord> Nets;
  std::vector<uint8_t> Transports;
  std::vector<uint32_t> P2p;
};

} // namespace ringc::wiring

#endif // RINGC_LIB_EMIT_WIRINGREADER_H
