//===- WiringWriter.cpp - A fabric as a binary blob -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the sections as lists of byte ranges, most of them the fabric's own
// tables, then lays them out, sums them up and writes them: the large tables
// aren't copied. Rings are stored once, as order and inverse; their `next` and
// `prev` follow from the order. The element trees and node-link graphs, small
// and once a distinct server, are stored as text IR: what reads text IR reads
// them.
//
// docs/WiringFormat.md describes the result.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "RankImage.h"
#include "RingInverses.h"
#include "ringc/Emit/WiringFormat.h"
#include "ringc/IR/Text.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/MathExtras.h"
#include <deque>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

namespace {

class WiringWriter {
public:
  explicit WiringWriter(const Fabric &F) : F(F) {}

  /// \p Inverses: of each original channel, the place of each rank. \p Rank:
  /// whose view to add.
  void collect(RingInverses Inverses, std::optional<RankId> Rank);
  void write(raw_ostream &OS);

private:
  struct Pending {
    Kind K;
    std::vector<ArrayRef<uint8_t>> Parts;
    uint64_t Size = 0;
  };

  Pending &section(Kind K);
  /// Adds \p Records, which must live until write().
  template <typename T> void add(Pending &To, ArrayRef<T> Records) {
    To.Parts.emplace_back(reinterpret_cast<const uint8_t *>(Records.data()),
                          Records.size() * sizeof(T));
    To.Size += Records.size() * sizeof(T);
  }
  /// Adds a section of \p Records and keeps them.
  template <typename T> void addOwned(Kind K, const std::vector<T> &Records) {
    Owned.emplace_back(reinterpret_cast<const char *>(Records.data()),
                       Records.size() * sizeof(T));
    add(section(K), ArrayRef<char>(Owned.back().data(), Owned.back().size()));
  }
  StringRecord string(StringRef Text);

  void addFabric();
  void addServers();
  void addNodes();
  void addChannels();
  void addNets();
  void addTransports();
  void addText();
  void addRank(RankId Rank);
  void addUserRanks(const RankImage &Image);
  void addMasks(Kind K, const RankImage::Masks &Masks);
  /// Gives all sections their places.
  void layOut();
  /// Fills in what depends on places.
  void fillRank();
  uint64_t placeOf(Kind K) const;

  const Fabric &F;
  std::vector<Pending> Sections; ///< by rising kind
  std::deque<std::string> Owned;
  RingInverses Positions;
  std::string Strings;
  std::vector<wiring::Section> Table; ///< of Sections

  // One rank's view: what lives until write().
  std::vector<ServerRecord> Servers;
  std::vector<NodeRecord> Nodes;
  std::vector<ChannelRecord> Channels;
  std::vector<uint32_t> P2p;
  FabricRecord Facts = {};
  std::vector<DeviceRecord> Devices;
  std::optional<RankImage> Image;
  std::unique_ptr<abi::ncclComm> Comm;
  std::vector<abi::ncclPeerInfo> Peers;
  std::deque<std::vector<uint32_t>> RankTables;
  std::vector<uint64_t> Relocations;
};

} // namespace

WiringWriter::Pending &WiringWriter::section(Kind K) {
  Sections.push_back({K, {}, 0});
  return Sections.back();
}

StringRecord WiringWriter::string(StringRef Text) {
  const StringRecord Record = {uint32_t(Strings.size()), uint32_t(Text.size())};
  Strings += Text;
  return Record;
}

void WiringWriter::addFabric() {
  const Gathered &Common = *F.Common;
  FabricRecord &R = Facts;
  R.Profile = string(F.Rules->Name);
  R.NumNodes = F.numNodes();
  R.NumServers = uint32_t(F.Servers.size());
  R.NumRanks = F.numRanks();
  R.NumChannels = uint32_t(F.Channels.size());
  for (const Channel &C : F.Channels)
    R.NumRows += C.CopyOf ? 0 : 1;
  R.CommonChannels = Common.NumChannels;
  R.SameChannels = Common.SameChannels;
  R.SpeedIntra = Common.SpeedIntra;
  R.SpeedInter = Common.SpeedInter;
  R.TypeIntra = int32_t(Common.TypeIntra);
  R.TypeInter = int32_t(Common.TypeInter);
  R.P2pTotal = F.P2p.Total;
  R.P2pPerPeer = F.P2p.PerPeer;
  R.PodMode = uint32_t(neuron::commonPodMode(*F.Rules, F.Servers));
  add(section(Kind::Fabric), ArrayRef(Facts));
}

void WiringWriter::addServers() {
  uint32_t FirstLocal = 0;
  for (const Server &S : F.Servers) {
    Servers.push_back(
        {string(S.Source), FirstLocal, S.numRanks(), S.Sys.numNets(), 0});
    FirstLocal += S.numRanks();
  }
  add(section(Kind::Servers), ArrayRef(Servers));
  Pending &Graphs = section(Kind::Graphs);
  for (const Server &S : F.Servers)
    add(Graphs, ArrayRef(S.Graph));
  Pending &Ranks = section(Kind::Ranks);
  for (const Server &S : F.Servers)
    add(Ranks, ArrayRef(S.Ranks));
}

void WiringWriter::addNodes() {
  Nodes.resize(F.numNodes());
  for (uint32_t N = 0; N < F.numNodes(); ++N)
    Nodes[N] = {*F.Nodes[N], F.FirstRank[N]};
  add(section(Kind::Nodes), ArrayRef(Nodes));
}

void WiringWriter::addChannels() {
  uint32_t NumRows = 0;
  for (const Channel &C : F.Channels) {
    const uint32_t Row = C.CopyOf ? Channels[**C.CopyOf].Row : NumRows++;
    Channels.push_back(
        {C.CopyOf ? **C.CopyOf : None, C.Reversed ? 1u : 0u, Row, 0});
  }
  add(section(Kind::Channels), ArrayRef(Channels));
  Pending &Orders = section(Kind::Orders);
  for (const Channel &C : F.Channels)
    if (!C.CopyOf)
      add(Orders, ArrayRef(C.Order));
  Pending &Places = section(Kind::Positions);
  for (const std::vector<uint32_t> &P : Positions)
    add(Places, ArrayRef(P));
}

void WiringWriter::addNets() {
  std::vector<NetRecord> Records;
  if (!F.singleNode())
    for (const Server &S : F.Servers)
      for (const NetPair &Pair : S.Nets)
        Records.push_back({*Pair.Recv, *Pair.Send});
  addOwned(Kind::Nets, Records);
}

void WiringWriter::addTransports() {
  static_assert(sizeof(Transport) == 1);
  Pending &Transports = section(Kind::Transports);
  for (const Server &S : F.Servers)
    add(Transports, ArrayRef(S.ToNext));
  P2p.assign(F.P2p.Order.begin(), F.P2p.Order.end());
  add(section(Kind::P2p), ArrayRef(P2p));
}

/// What of the fabric isn't in a table: element trees, nodes and links.
void WiringWriter::addText() {
  raw_string_ostream OS(Owned.emplace_back());
  printPhases(F, {Phase::Parsed, Phase::System}, OS);
  add(section(Kind::Text),
      ArrayRef<char>(Owned.back().data(), Owned.back().size()));
}

/// The userRanks arrays. One that isn't walked backwards is the order itself in
/// two pieces.
void WiringWriter::addUserRanks(const RankImage &Image) {
  Pending &To = section(Kind::UserRanks);
  for (const RankImage::List &L : Image.lists()) {
    const ArrayRef<uint32_t> Order = Image.orderOf(L);
    const uint32_t Place = Image.placeIn(L);
    if (!L.Reversed) {
      add(To, Order.drop_front(Place));
      add(To, Order.take_front(Place));
      continue;
    }
    std::vector<uint32_t> &Back = RankTables.emplace_back(Order.size());
    const auto Middle = std::reverse_copy(
        Order.begin(), Order.begin() + Place + 1, Back.begin());
    std::reverse_copy(Order.begin() + Place + 1, Order.end(), Middle);
    add(To, ArrayRef(Back));
  }
}

void WiringWriter::addMasks(Kind K, const RankImage::Masks &Masks) {
  std::vector<uint32_t> &Table = RankTables.emplace_back(F.numRanks());
  for (const RankImage::Mask &M : Masks)
    Table[M.Peer] = M.Channels;
  add(section(K), ArrayRef(Table));
}

void WiringWriter::addRank(RankId Rank) {
  Devices = devicesOf(F);
  RankSource S;
  S.Rank = *Rank;
  S.Facts = Facts;
  S.Servers = Servers;
  S.Nodes = Nodes;
  S.Channels = Channels;
  for (const Channel &C : F.Channels)
    if (!C.CopyOf)
      S.Orders.push_back(C.Order);
  S.Positions.assign(Positions.begin(), Positions.end());
  S.Devices = Devices;
  S.P2p = P2p;
  const NodeId Node = F.nodeOf(Rank);
  S.Graph = &F.server(Node).Graph;
  S.Fragments = F.server(Node).Ranks;
  Image.emplace(std::move(S));

  add(section(Kind::Devices), ArrayRef(Devices));
  addOwned(Kind::OwnRanks, std::vector{Image->ownRanks()});
  Comm = std::make_unique<abi::ncclComm>();
  add(section(Kind::Comm), ArrayRef(*Comm));
  addUserRanks(*Image);
  Peers.resize(F.numRanks());
  Image->forEachPeer(
      [this](uint32_t R, const abi::ncclPeerInfo &P) { Peers[R] = P; });
  add(section(Kind::PeerInfo), ArrayRef(Peers));
  addMasks(Kind::ConnectSend, Image->sends());
  addMasks(Kind::ConnectRecv, Image->recvs());
  Relocations.resize(Image->numRelocations());
  add(section(Kind::Relocations), ArrayRef(Relocations));
}

uint64_t WiringWriter::placeOf(Kind K) const {
  return find_if(
             Table,
             [K](const wiring::Section &S) { return S.Kind == uint32_t(K); })
      ->Offset;
}

void WiringWriter::fillRank() {
  const RankImage::Places At = {
      placeOf(Kind::Comm), placeOf(Kind::UserRanks), placeOf(Kind::PeerInfo),
      placeOf(Kind::ConnectSend), placeOf(Kind::ConnectRecv)};
  Image->fillComm(*Comm, At);
  llvm::copy(Image->relocations(At), Relocations.begin());
}

void WiringWriter::collect(RingInverses Inverses, std::optional<RankId> Rank) {
  Positions = std::move(Inverses);
  addFabric();
  addServers();
  addNodes();
  addChannels();
  addNets();
  addTransports();
  addText();
  add(section(Kind::Strings), ArrayRef<char>(Strings.data(), Strings.size()));
  if (Rank)
    addRank(*Rank);
  llvm::sort(Sections,
             [](const Pending &A, const Pending &B) { return A.K < B.K; });
  layOut();
  if (Rank)
    fillRank();
}

void WiringWriter::layOut() {
  uint64_t End = sizeof(Header) + Sections.size() * sizeof(wiring::Section);
  for (const Pending &S : Sections) {
    const uint64_t Offset = alignTo(End, Alignment);
    const uint32_t Size = recordSize(S.K);
    Table.push_back({uint32_t(S.K), Size, Offset, S.Size / Size});
    End = Offset + S.Size;
  }
}

void WiringWriter::write(raw_ostream &OS) {
  Header H = {};
  std::copy(std::begin(Magic), std::end(Magic), H.Magic);
  H.Version = Version;
  H.Size = Table.back().Offset + Sections.back().Size;
  H.NumSections = uint32_t(Sections.size());

  // All parts in order, the padding before a section included.
  static constexpr uint8_t Zeros[Alignment] = {};
  const auto *HeaderBytes = reinterpret_cast<const uint8_t *>(&H);
  std::vector<ArrayRef<uint8_t>> Parts = {
      {HeaderBytes + ChecksumFrom, sizeof(Header) - ChecksumFrom},
      {reinterpret_cast<const uint8_t *>(Table.data()),
       Table.size() * sizeof(wiring::Section)}};
  uint64_t At = sizeof(Header) + Parts.back().size();
  for (size_t I = 0; I < Sections.size(); ++I) {
    Parts.push_back(ArrayRef(Zeros).take_front(Table[I].Offset - At));
    llvm::append_range(Parts, Sections[I].Parts);
    At = Table[I].Offset + Sections[I].Size;
  }

  for (ArrayRef<uint8_t> P : Parts)
    H.Checksum = llvm::crc32(H.Checksum, P);
  OS.reserveExtraSpace(H.Size);
  OS.write(reinterpret_cast<const char *>(HeaderBytes), ChecksumFrom);
  for (ArrayRef<uint8_t> P : Parts)
    OS.write(reinterpret_cast<const char *>(P.data()), P.size());
}

bool ringc::emitWiring(const Fabric &F, const EmitOptions &Options,
                       raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!checkRank(F, Options, Diags))
    return false;
  std::optional<RingInverses> Inverses = invertRings(F, Diags);
  if (!Inverses)
    return false;
  WiringWriter W(F);
  W.collect(std::move(*Inverses), Options.Rank);
  W.write(OS);
  return true;
}
