//===- WiringChecker.h - A blob, looked through step by step ----*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of opening one view. WiringFrame.cpp checks header and section
// table, WiringChecks.cpp the tables, WiringRankChecks.cpp one rank's view. The
// view answers questions about a section as soon as it is checked.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_WIRINGCHECKER_H
#define RINGC_LIB_EMIT_WIRINGCHECKER_H

#include "RankImage.h"
#include "ringc/Emit/Wiring.h"
#include "llvm/ADT/Twine.h"
#include <cmath>

namespace ringc {

class WiringChecker {
public:
  WiringChecker(llvm::StringRef Given, DiagnosticEngine &Diags, SrcLoc Place)
      : Diags(Diags), Place(Place) {
    V.Bytes = Given;
  }

  std::optional<WiringView> open();

private:
  using Kind = wiring::Kind;

  // All checks return false after reporting.
  bool checkHeader();
  bool checkSections();
  bool checkSection(const wiring::Section &S, uint64_t At, uint64_t &End);
  bool checkKinds();
  bool checkTables();
  bool checkFabric();
  bool checkServers();
  bool checkGraph(const wiring::ServerRecord &S, const abi::ncclTopoGraph &G,
                  uint64_t At);
  bool checkFragments();
  bool checkNodes();
  bool checkChannels();
  bool checkRing(uint32_t Row);
  bool checkConnections();
  bool checkString(wiring::StringRecord R, uint64_t At);
  // One rank's view.
  bool checkRank();
  bool checkRankCounts();
  bool checkDevices();
  bool checkUserRanks(const wiring::RankImage &Image);
  bool checkPeers(const wiring::RankImage &Image);
  bool checkMasks(Kind K, const wiring::RankImage::Masks &Wanted);
  /// True if section \p K is \p Wanted from byte \p From on.
  bool sameBytes(Kind K, const void *Wanted, uint64_t Size, uint64_t From = 0);

  /// True if \p Value is \p Expected; else reports it at \p Offset.
  bool expect(uint64_t Offset, llvm::StringRef What, uint64_t Value,
              uint64_t Expected) {
    if (Value == Expected)
      return true;
    Diags.report(diag::err_wiring_value, Place)
        << Offset << What << Value << Expected;
    return false;
  }
  /// True if \p Value is from \p Low to \p High; else reports it.
  bool within(uint64_t Offset, llvm::StringRef What, int64_t Value, int64_t Low,
              int64_t High) {
    return isIn(Offset, What, Value, Low, High);
  }
  /// The same of numbers that use all 64 bits.
  bool fits(uint64_t Offset, llvm::StringRef What, uint64_t Value, uint64_t Low,
            uint64_t High) {
    return isIn(Offset, What, Value, Low, High);
  }
  template <typename T>
  bool isIn(uint64_t Offset, llvm::StringRef What, T Value, T Low, T High) {
    if (Low <= Value && Value <= High)
      return true;
    Diags.report(diag::err_wiring_range, Place)
        << Offset << What << Value << Low << High;
    return false;
  }
  bool finite(uint64_t Offset, llvm::StringRef What, float Value) {
    if (std::isfinite(Value))
      return true;
    Diags.report(diag::err_wiring_float, Place) << Offset << What;
    return false;
  }
  bool hasCount(Kind K, uint64_t Expected) {
    return expect(Entries[uint32_t(K) - 1],
                  (llvm::Twine("count of '") + nameOf(K) + "'").str(),
                  V.section(K).Count, Expected);
  }
  /// Where record \p I of section \p K is.
  uint64_t at(Kind K, uint64_t I, uint64_t Field = 0) const {
    return V.section(K).Offset + I * V.section(K).RecordSize + Field;
  }

  DiagnosticEngine &Diags;
  const SrcLoc Place;
  WiringView V;
  /// By kind: where the table describes it; 0: nowhere.
  std::array<uint64_t, wiring::NumKinds> Entries = {};
};

} // namespace ringc

#endif // RINGC_LIB_EMIT_WIRINGCHECKER_H
