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

#include "WiringFormat.h"
#include "ringc/Emit/Emitter.h"
#include "ringc/IR/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include <array>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

namespace {

// Of the runtime's records: 32 channels, 256 ranks of a server (structs,
// confirmed).
constexpr uint32_t MaxChannels = 32;
constexpr uint32_t MaxLocalRanks = 256;
constexpr uint32_t NumPathTypes = 7;

class WiringReader {
public:
  WiringReader(uint32_t File, DiagnosticEngine &Diags)
      : File(File), Diags(Diags), Bytes(Diags.getFileText(File)) {}

  std::optional<Fabric> read();

private:
  // All checks return false after reporting.
  bool readHeader(Header &H);
  bool readSections(const Header &H);
  bool checkSection(const wiring::Section &S, uint64_t At, uint64_t &End);
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
  bool expect(uint64_t Offset, StringRef What, uint64_t Value,
              uint64_t Expected) {
    if (Value == Expected)
      return true;
    Diags.report(diag::err_wiring_value, place())
        << Offset << What << Value << Expected;
    return false;
  }
  /// True if \p Value is from \p Low to \p High; else reports it.
  bool within(uint64_t Offset, StringRef What, int64_t Value, int64_t Low,
              int64_t High) {
    if (Low <= Value && Value <= High)
      return true;
    Diags.report(diag::err_wiring_range, place())
        << Offset << What << Value << Low << High;
    return false;
  }
  bool finite(uint64_t Offset, StringRef What, float Value) {
    if (std::isfinite(Value))
      return true;
    Diags.report(diag::err_wiring_float, place()) << Offset << What;
    return false;
  }
  bool hasCount(Kind K, uint64_t Expected) {
    return expect(tableEntry(K), (Twine("count of '") + nameOf(K) + "'").str(),
                  of(K).Count, Expected);
  }

  SrcLoc place() const { return {File, 0, 0}; }
  const wiring::Section &of(Kind K) const { return Known[uint32_t(K) - 1]; }
  /// Where the table describes section \p K.
  uint64_t tableEntry(Kind K) const { return Entries[uint32_t(K) - 1]; }
  /// Where record \p I of section \p K is.
  uint64_t at(Kind K, uint64_t I, uint64_t Field = 0) const {
    return of(K).Offset + I * of(K).RecordSize + Field;
  }
  StringRef bytesOf(Kind K) const {
    return Bytes.substr(of(K).Offset, of(K).Count * of(K).RecordSize);
  }
  StringRef text(StringRecord R) const {
    return bytesOf(Kind::Strings).substr(R.Offset, R.Length);
  }
  template <typename T> void copy(Kind K, std::vector<T> &To) const {
    const StringRef From = bytesOf(K);
    To.resize(From.size() / sizeof(T));
    if (!From.empty())
      std::memcpy(To.data(), From.data(), From.size());
  }

  const uint32_t File;
  DiagnosticEngine &Diags;
  const StringRef Bytes;
  std::array<wiring::Section, NumKinds> Known = {};
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

} // namespace

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

bool WiringReader::checkString(StringRecord R, uint64_t At) {
  const uint64_t Size = of(Kind::Strings).Count;
  return within(At, "string offset", R.Offset, 0, int64_t(Size)) &&
         within(At + offsetof(StringRecord, Length), "string length", R.Length,
                0, int64_t(Size - R.Offset));
}

bool WiringReader::checkFabric() {
  if (!hasCount(Kind::Fabric, 1))
    return false;
  std::memcpy(&Facts, bytesOf(Kind::Fabric).data(), sizeof(Facts));
  const auto Field = [this](size_t Offset) {
    return at(Kind::Fabric, 0, Offset);
  };
#define FIELD(NAME) Field(offsetof(FabricRecord, NAME))
  return checkString(Facts.Profile, FIELD(Profile)) &&
         within(FIELD(NumNodes), "number of nodes", Facts.NumNodes, 1,
                Facts.NumRanks) &&
         within(FIELD(NumServers), "number of servers", Facts.NumServers, 1,
                Facts.NumNodes) &&
         within(FIELD(NumChannels), "number of channels", Facts.NumChannels, 1,
                MaxChannels) &&
         within(FIELD(NumRows), "number of rows", Facts.NumRows, 1,
                Facts.NumChannels) &&
         within(FIELD(CommonChannels), "common number of channels",
                Facts.CommonChannels, 1, MaxChannels) &&
         finite(FIELD(SpeedIntra), "common intra speed", Facts.SpeedIntra) &&
         finite(FIELD(SpeedInter), "common inter speed", Facts.SpeedInter) &&
         within(FIELD(TypeIntra), "common intra type", Facts.TypeIntra, 0,
                NumPathTypes - 1) &&
         within(FIELD(TypeInter), "common inter type", Facts.TypeInter, 0,
                NumPathTypes - 1) &&
         expect(FIELD(Reserved), "reserved word", Facts.Reserved, 0) &&
         hasCount(Kind::Servers, Facts.NumServers) &&
         hasCount(Kind::Graphs, Facts.NumServers) &&
         hasCount(Kind::Nodes, Facts.NumNodes) &&
         hasCount(Kind::Channels, Facts.NumChannels) &&
         hasCount(Kind::Orders, uint64_t(Facts.NumRows) * Facts.NumRanks) &&
         hasCount(Kind::Positions, uint64_t(Facts.NumRows) * Facts.NumRanks) &&
         hasCount(Kind::Nets, Facts.NumNodes == 1 ? 0
                                                  : uint64_t(Facts.NumServers) *
                                                        Facts.NumChannels) &&
         hasCount(Kind::P2p, Facts.P2pPerPeer);
#undef FIELD
}

bool WiringReader::checkServers() {
  copy(Kind::Servers, Servers);
  copy(Kind::Graphs, Graphs);
  uint64_t FirstLocal = 0;
  for (uint32_t S = 0; S < Servers.size(); ++S) {
    const ServerRecord &R = Servers[S];
    const auto Field = [this, S](size_t Offset) {
      return at(Kind::Servers, S, Offset);
    };
    if (!checkString(R.Source, Field(offsetof(ServerRecord, Source))) ||
        !expect(Field(offsetof(ServerRecord, FirstLocal)), "first local rank",
                R.FirstLocal, FirstLocal) ||
        !within(Field(offsetof(ServerRecord, NumRanks)),
                "number of local ranks", R.NumRanks, 1, MaxLocalRanks) ||
        !expect(Field(offsetof(ServerRecord, Reserved)), "reserved word",
                R.Reserved, 0) ||
        !checkGraph(R, Graphs[S], at(Kind::Graphs, S)))
      return false;
    FirstLocal += R.NumRanks;
  }
  return hasCount(Kind::Ranks, FirstLocal) &&
         hasCount(Kind::Transports, FirstLocal * Facts.NumChannels);
}

bool WiringReader::checkGraph(const ServerRecord &S,
                              const abi::ncclTopoGraph &G, uint64_t At) {
  using Graph = abi::ncclTopoGraph;
  if (!within(At + offsetof(Graph, nChannels), "nChannels", G.nChannels,
              Facts.CommonChannels, MaxChannels) ||
      !finite(At + offsetof(Graph, speedIntra), "speedIntra", G.speedIntra) ||
      !finite(At + offsetof(Graph, speedInter), "speedInter", G.speedInter) ||
      !within(At + offsetof(Graph, typeIntra), "typeIntra", G.typeIntra, 0,
              NumPathTypes - 1) ||
      !within(At + offsetof(Graph, typeInter), "typeInter", G.typeInter, 0,
              NumPathTypes - 1))
    return false;
  for (uint32_t I = 0; I < uint32_t(G.nChannels) * S.NumRanks; ++I)
    if (!within(At + offsetof(Graph, intra) + I * sizeof(int), "intra",
                G.intra[I], 0, S.NumRanks - 1))
      return false;
  return true;
}

bool WiringReader::checkFragments() {
  using Fragment = abi::ncclTopoRanks;
  copy(Kind::Ranks, Ranks);
  const auto Check = [this](const ServerRecord &S, uint64_t At,
                            const int(&Column)[MaxChannels], StringRef What) {
    for (uint32_t C = 0; C < MaxChannels; ++C)
      if (!within(At + C * sizeof(int), What, Column[C], -1, S.NumRanks - 1))
        return false;
    return true;
  };
  for (const ServerRecord &S : Servers)
    for (uint32_t L = 0; L < S.NumRanks; ++L) {
      const Fragment &R = Ranks[S.FirstLocal + L];
      const uint64_t At = at(Kind::Ranks, S.FirstLocal + L);
      if (!Check(S, At + offsetof(Fragment, ringRecv), R.ringRecv,
                 "ringRecv") ||
          !Check(S, At + offsetof(Fragment, ringSend), R.ringSend,
                 "ringSend") ||
          !Check(S, At + offsetof(Fragment, ringPrev), R.ringPrev,
                 "ringPrev") ||
          !Check(S, At + offsetof(Fragment, ringNext), R.ringNext, "ringNext"))
        return false;
    }
  return true;
}

bool WiringReader::checkNodes() {
  copy(Kind::Nodes, Nodes);
  uint64_t FirstRank = 0;
  for (uint32_t N = 0; N < Nodes.size(); ++N) {
    if (!within(at(Kind::Nodes, N), "server of the node", Nodes[N].Server, 0,
                Facts.NumServers - 1) ||
        !expect(at(Kind::Nodes, N, offsetof(NodeRecord, FirstRank)),
                "first rank of the node", Nodes[N].FirstRank, FirstRank))
      return false;
    FirstRank += Servers[Nodes[N].Server].NumRanks;
  }
  return expect(at(Kind::Fabric, 0, offsetof(FabricRecord, NumRanks)),
                "number of ranks", Facts.NumRanks, FirstRank);
}

bool WiringReader::checkRing(uint32_t Row) {
  const uint64_t N = Facts.NumRanks, First = Row * N;
  if (!expect(at(Kind::Orders, First), "first rank of the order", Orders[First],
              0))
    return false;
  for (uint64_t I = First; I < First + N; ++I)
    if (!within(at(Kind::Orders, I), "rank", Orders[I], 0, int64_t(N) - 1) ||
        // If every place is found again from its rank, no rank is twice.
        !expect(at(Kind::Positions, First + Orders[I]), "position of the rank",
                Positions[First + Orders[I]], I - First))
      return false;
  return true;
}

bool WiringReader::checkChannels() {
  copy(Kind::Channels, Channels);
  copy(Kind::Orders, Orders);
  copy(Kind::Positions, Positions);
  uint32_t NumRows = 0;
  for (uint32_t C = 0; C < Channels.size(); ++C) {
    const ChannelRecord &R = Channels[C];
    const bool IsCopy = R.CopyOf != None;
    const auto Field = [this, C](size_t Offset) {
      return at(Kind::Channels, C, Offset);
    };
    if (IsCopy &&
        (!within(Field(offsetof(ChannelRecord, CopyOf)), "original", R.CopyOf,
                 0, int64_t(C) - 1) ||
         !expect(Field(offsetof(ChannelRecord, CopyOf)),
                 "original of the original", Channels[R.CopyOf].CopyOf, None)))
      return false;
    if (!within(Field(offsetof(ChannelRecord, Reversed)), "reversed",
                R.Reversed, 0, IsCopy ? 1 : 0) ||
        !expect(Field(offsetof(ChannelRecord, Row)), "row", R.Row,
                IsCopy ? Channels[R.CopyOf].Row : NumRows) ||
        !expect(Field(offsetof(ChannelRecord, Reserved)), "reserved word",
                R.Reserved, 0))
      return false;
    if (IsCopy)
      continue;
    if (!within(Field(offsetof(ChannelRecord, Row)), "row", R.Row, 0,
                int64_t(Facts.NumRows) - 1) ||
        !checkRing(R.Row))
      return false;
    ++NumRows;
  }
  return expect(at(Kind::Fabric, 0, offsetof(FabricRecord, NumRows)),
                "number of rows", Facts.NumRows, NumRows);
}

bool WiringReader::checkTransports() {
  copy(Kind::Nets, Nets);
  copy(Kind::Transports, Transports);
  copy(Kind::P2p, P2p);
  for (uint64_t I = 0; I < Transports.size(); ++I)
    if (!within(at(Kind::Transports, I), "transport", Transports[I], 0,
                int64_t(Transport::Net)))
      return false;
  return true;
}

bool WiringReader::readTables() {
  return checkFabric() && checkServers() && checkFragments() && checkNodes() &&
         checkChannels() && checkTransports();
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
