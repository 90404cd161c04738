//===- WiringChecks.cpp - No number of a blob is used unseen --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of every section against each other, then every number that is
// used as an index. Each check reports the first thing wrong, with its offset.
//
//===----------------------------------------------------------------------===//

#include "WiringChecker.h"
#include "ringc/IR/Fabric.h"
#include "ringc/Neuron/Pod.h"

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

bool WiringChecker::checkString(StringRecord R, uint64_t At) {
  const uint64_t Size = V.section(Kind::Strings).Count;
  return within(At, "string offset", R.Offset, 0, int64_t(Size)) &&
         within(At + offsetof(StringRecord, Length), "string length", R.Length,
                0, int64_t(Size - R.Offset));
}

bool WiringChecker::checkFabric() {
  if (!hasCount(Kind::Fabric, 1))
    return false;
  const FabricRecord &Facts = V.fabric();
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
                MaxGraphChannels) &&
         within(FIELD(NumRows), "number of rows", Facts.NumRows, 1,
                Facts.NumChannels) &&
         within(FIELD(CommonChannels), "common number of channels",
                Facts.CommonChannels, 1, MaxGraphChannels) &&
         finite(FIELD(SpeedIntra), "common intra speed", Facts.SpeedIntra) &&
         finite(FIELD(SpeedInter), "common inter speed", Facts.SpeedInter) &&
         within(FIELD(TypeIntra), "common intra type", Facts.TypeIntra, 0,
                NumPathTypes - 1) &&
         within(FIELD(TypeInter), "common inter type", Facts.TypeInter, 0,
                NumPathTypes - 1) &&
         within(FIELD(P2pTotal), "number of p2p channels", Facts.P2pTotal, 1,
                MaxGraphChannels) &&
         within(FIELD(P2pPerPeer), "p2p channels per peer", Facts.P2pPerPeer, 1,
                Facts.P2pTotal) &&
         within(FIELD(PodMode), "pod mode", Facts.PodMode, 0,
                uint32_t(neuron::PodMode::Racks)) &&
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

bool WiringChecker::checkServers() {
  const ArrayRef<ServerRecord> Servers = V.servers();
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
        !checkGraph(R, V.graphs()[S], at(Kind::Graphs, S)))
      return false;
    FirstLocal += R.NumRanks;
  }
  return hasCount(Kind::Ranks, FirstLocal) &&
         hasCount(Kind::Transports, FirstLocal * V.fabric().NumChannels);
}

bool WiringChecker::checkGraph(const ServerRecord &S,
                               const abi::ncclTopoGraph &G, uint64_t At) {
  using Graph = abi::ncclTopoGraph;
  if (!within(At + offsetof(Graph, nChannels), "nChannels", G.nChannels,
              V.fabric().CommonChannels, MaxGraphChannels) ||
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

bool WiringChecker::checkFragments() {
  using Fragment = abi::ncclTopoRanks;
  const auto Check = [this](const ServerRecord &S, uint64_t At,
                            const int(&Column)[MaxGraphChannels],
                            StringRef What) {
    for (uint32_t C = 0; C < MaxGraphChannels; ++C)
      if (!within(At + C * sizeof(int), What, Column[C], -1, S.NumRanks - 1))
        return false;
    return true;
  };
  for (const ServerRecord &S : V.servers())
    for (uint32_t L = 0; L < S.NumRanks; ++L) {
      const Fragment &R = V.fragments()[S.FirstLocal + L];
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

bool WiringChecker::checkNodes() {
  const FabricRecord &Facts = V.fabric();
  const ArrayRef<NodeRecord> Nodes = V.nodes();
  uint64_t FirstRank = 0;
  for (uint32_t N = 0; N < Nodes.size(); ++N) {
    if (!within(at(Kind::Nodes, N), "server of the node", Nodes[N].Server, 0,
                Facts.NumServers - 1) ||
        !expect(at(Kind::Nodes, N, offsetof(NodeRecord, FirstRank)),
                "first rank of the node", Nodes[N].FirstRank, FirstRank))
      return false;
    FirstRank += V.servers()[Nodes[N].Server].NumRanks;
  }
  return expect(at(Kind::Fabric, 0, offsetof(FabricRecord, NumRanks)),
                "number of ranks", Facts.NumRanks, FirstRank);
}

bool WiringChecker::checkRing(uint32_t Row) {
  const ArrayRef<uint32_t> Order = V.order(Row), Places = V.positions(Row);
  const uint32_t N = uint32_t(Order.size());
  // If every place is found again from its rank, no rank is twice. First
  // without asking which one is wrong, which is several times as fast.
  uint32_t Wrong = Order[0];
  for (uint32_t I = 0; I < N; ++I)
    Wrong |= Order[I] < N ? Places[Order[I]] ^ I : None;
  if (!Wrong)
    return true;
  const uint64_t First = uint64_t(Row) * N;
  if (!expect(at(Kind::Orders, First), "first rank of the order", Order[0], 0))
    return false;
  for (uint32_t I = 0; I < N; ++I)
    if (!within(at(Kind::Orders, First + I), "rank", Order[I], 0,
                int64_t(N) - 1) ||
        !expect(at(Kind::Positions, First + Order[I]), "position of the rank",
                Places[Order[I]], I))
      return false;
  return true;
}

bool WiringChecker::checkChannels() {
  const ArrayRef<ChannelRecord> Channels = V.channels();
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
                int64_t(V.fabric().NumRows) - 1) ||
        !checkRing(R.Row))
      return false;
    ++NumRows;
  }
  return expect(at(Kind::Fabric, 0, offsetof(FabricRecord, NumRows)),
                "number of rows", V.fabric().NumRows, NumRows);
}

bool WiringChecker::checkConnections() {
  const ArrayRef<uint8_t> Transports = V.transports();
  for (uint64_t I = 0; I < Transports.size(); ++I)
    if (!within(at(Kind::Transports, I), "transport", Transports[I], 0,
                int64_t(Transport::Net)))
      return false;
  const ArrayRef<uint32_t> P2p = V.p2p();
  for (uint64_t I = 0; I < P2p.size(); ++I)
    if (!within(at(Kind::P2p, I), "p2p channel", P2p[I], 0,
                int64_t(V.fabric().P2pTotal) - 1))
      return false;
  return true;
}

bool WiringChecker::checkTables() {
  return checkFabric() && checkServers() && checkFragments() && checkNodes() &&
         checkChannels() && checkConnections();
}
