//===- WiringReader.cpp - A fabric from a binary blob ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A blob is a stranger's bytes, even with a right checksum. The reader goes
// from the outside in: size, checksum, section table, the counts of every
// section against each other, then every number that is used as an index. The
// first thing wrong is reported with its offset, and nothing is built. Records
// are copied out, so the bytes need no alignment in memory.
//
// Whether the wiring is right, not only safe to look at, is the business of the
// verifiers, as with text IR.
//
//===----------------------------------------------------------------------===//

#include "WiringReader.h"
#include "ringc/IR/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

bool WiringReader::readHeader(Header &H) {
  if (Bytes.size() < sizeof(Header)) {
    Diags.report(diag::err_wiring_short, place())
        << Bytes.size() << sizeof(Header);
    return false;
  }
  std::memcpy(&H, Bytes.data(), sizeof(Header));
  if (std::memcmp(H.Magic, Magic, sizeof(Magic)) != 0) {
    Diags.report(diag::err_wiring_magic, place()) << offsetof(Header, Magic);
    return false;
  }
  if (H.Version != Version) {
    Diags.report(diag::err_wiring_version, place())
        << offsetof(Header, Version) << H.Version << Version;
    return false;
  }
  if (H.Size != Bytes.size()) {
    Diags.report(diag::err_wiring_size, place())
        << offsetof(Header, Size) << H.Size << Bytes.size();
    return false;
  }
  const uint32_t Sum =
      llvm::crc32(arrayRefFromStringRef(Bytes.drop_front(ChecksumFrom)));
  if (Sum != H.Checksum) {
    Diags.report(diag::err_wiring_checksum, place())
        << offsetof(Header, Checksum) << utohexstr(H.Checksum)
        << utohexstr(Sum);
    return false;
  }
  return expect(offsetof(Header, Reserved), "reserved word", H.Reserved, 0);
}

/// One line of the table; \p End is where the section before it ends.
bool WiringReader::checkSection(const wiring::Section &S, uint64_t At,
                                uint64_t &End) {
  const uint64_t OffsetAt = At + offsetof(wiring::Section, Offset);
  const uint64_t Size = Bytes.size();
  if (!expect(OffsetAt, "section offset modulo 64", S.Offset % Alignment, 0) ||
      !within(OffsetAt, "section offset", int64_t(S.Offset), int64_t(End),
              int64_t(Size)))
    return false;
  const bool IsKnown = 1 <= S.Kind && S.Kind <= NumKinds;
  if (IsKnown && !expect(At + offsetof(wiring::Section, RecordSize),
                         "record size", S.RecordSize, recordSize(Kind(S.Kind))))
    return false;
  // A record has at least one byte, so this also keeps the product small.
  if (!within(At + offsetof(wiring::Section, RecordSize), "record size",
              S.RecordSize, 1, UINT32_MAX) ||
      !within(At + offsetof(wiring::Section, Count), "count", int64_t(S.Count),
              0, int64_t((Size - S.Offset) / S.RecordSize)))
    return false;
  End = S.Offset + S.Count * S.RecordSize;
  if (IsKnown) {
    Known[S.Kind - 1] = S;
    Entries[S.Kind - 1] = At;
  }
  return true;
}

bool WiringReader::readSections(const Header &H) {
  const uint64_t Room = (Bytes.size() - sizeof(Header)) / sizeof(Section);
  if (!within(offsetof(Header, NumSections), "number of sections",
              H.NumSections, NumKinds, int64_t(Room)))
    return false;
  uint64_t End = sizeof(Header) + H.NumSections * sizeof(wiring::Section);
  uint32_t LastKind = 0;
  for (uint32_t I = 0; I < H.NumSections; ++I) {
    const uint64_t At = sizeof(Header) + I * sizeof(wiring::Section);
    wiring::Section S;
    std::memcpy(&S, Bytes.data() + At, sizeof(S));
    if (!within(At, "section kind", S.Kind, int64_t(LastKind) + 1,
                UINT32_MAX) ||
        !checkSection(S, At, End))
      return false;
    LastKind = S.Kind;
  }
  for (uint32_t K = 1; K <= NumKinds; ++K)
    if (!tableEntry(Kind(K))) {
      Diags.report(diag::err_wiring_no_section, place())
          << sizeof(Header) << nameOf(Kind(K));
      return false;
    }
  return true;
}

/// The element trees, nodes and links. Messages about them have lines in the
/// text, not offsets in the blob.
std::optional<Fabric> WiringReader::readText() {
  const std::string Name = (Diags.getFileName(File) + ":text").str();
  const uint32_t TextFile =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(bytesOf(Kind::Text), Name));
  return parseFabric(TextFile, Diags);
}

/// Whether the text speaks of the same fabric as the tables.
bool WiringReader::checkText(const Fabric &F) {
  const uint64_t At = of(Kind::Text).Offset;
  const auto Differ = [&](StringRef What) {
    Diags.report(diag::err_wiring_text, place()) << At << What;
    return false;
  };
  if (F.Established != PhaseSet{Phase::Parsed, Phase::System})
    return Differ("phases");
  if (!F.Rules || StringRef(F.Rules->Name) != text(Facts.Profile))
    return Differ("the profile");
  if (F.Servers.size() != Servers.size())
    return Differ("the number of servers");
  for (size_t S = 0; S < Servers.size(); ++S)
    if (F.Servers[S].Source != text(Servers[S].Source) ||
        F.Servers[S].numRanks() != Servers[S].NumRanks ||
        F.Servers[S].Sys.numNets() != Servers[S].NumNets)
      return Differ("a server");
  if (F.Nodes.size() != Nodes.size() || F.FirstRank.size() != Nodes.size() + 1)
    return Differ("the number of nodes");
  for (size_t N = 0; N < Nodes.size(); ++N)
    if (*F.Nodes[N] != Nodes[N].Server || F.FirstRank[N] != Nodes[N].FirstRank)
      return Differ("a node");
  return true;
}

void WiringReader::fillServers(Fabric &F) {
  for (size_t I = 0; I < Servers.size(); ++I) {
    const ServerRecord &R = Servers[I];
    Server &S = F.Servers[I];
    S.Graph = Graphs[I];
    S.Ranks.assign(Ranks.begin() + R.FirstLocal,
                   Ranks.begin() + R.FirstLocal + R.NumRanks);
    const size_t C = Facts.NumChannels;
    if (!Nets.empty())
      for (const NetRecord &Net : ArrayRef(Nets).slice(I * C, C))
        S.Nets.push_back({NetId(Net.Recv), NetId(Net.Send)});
    for (uint8_t T :
         ArrayRef(Transports).slice(R.FirstLocal * C, R.NumRanks * C))
      S.ToNext.push_back(Transport(T));
  }
}

void WiringReader::fillChannels(Fabric &F) {
  const uint32_t N = Facts.NumRanks;
  for (const ChannelRecord &R : Channels) {
    Channel &C = F.Channels.emplace_back();
    C.Reversed = R.Reversed;
    if (R.CopyOf != None) {
      C.CopyOf = ChannelId(R.CopyOf);
      continue;
    }
    const auto Row = Orders.begin() + ptrdiff_t(uint64_t(R.Row) * N);
    C.Order.assign(Row, Row + N);
    C.Next.resize(N);
    C.Prev.resize(N);
    for (uint32_t I = 0; I < N; ++I) {
      const uint32_t Rank = C.Order[I], After = C.Order[I + 1 < N ? I + 1 : 0];
      C.Next[Rank] = int32_t(After);
      C.Prev[After] = int32_t(Rank);
    }
  }
}

std::optional<Fabric> WiringReader::read() {
  Header H;
  if (!readHeader(H) || !readSections(H) || !readTables())
    return std::nullopt;
  std::optional<Fabric> F = readText();
  if (!F || !checkText(*F))
    return std::nullopt;
  F->Common = {Facts.CommonChannels,      Facts.SameChannels,
               Facts.SpeedIntra,          Facts.SpeedInter,
               PathType(Facts.TypeIntra), PathType(Facts.TypeInter)};
  fillServers(*F);
  fillChannels(*F);
  F->P2p.Total = Facts.P2pTotal;
  F->P2p.PerPeer = Facts.P2pPerPeer;
  F->P2p.Order.assign(P2p.begin(), P2p.end());
  for (Phase P :
       {Phase::Graph, Phase::Fragments, Phase::Gathered, Phase::Stitched,
        Phase::Rings, Phase::Bound, Phase::Connected})
    F->Established.insert(P);
  return F;
}

std::optional<Fabric> ringc::readWiring(uint32_t File,
                                        DiagnosticEngine &Diags) {
  return WiringReader(File, Diags).read();
}
