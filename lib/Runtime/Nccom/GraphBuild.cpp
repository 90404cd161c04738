//===- GraphBuild.cpp - Builds a communicator's rings with the others -----===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agree.h"
#include "Compiled.h"
#include "Graph.h"
#include "passes/BindNetDev/BindNetDev.h"
#include "passes/KangaRing/KangaRing.h"
#include <algorithm>
#include <cstring>

using namespace ringc;
using namespace ringc::runtime;

void Graph::bindNics(unsigned Found) {
  // One server alone has no NIC in its graph [nccl-search section 5,
  // confirmed].
  const uint32_t Server = serverOf(Rank);
  if (Nodes.size() == 1 || compiled::servers()[Server].NumNets == 0)
    return;
  const abi::ncclTopoGraph &G = compiled::graph(Server);
  for (unsigned C = 0; C < Rings.size(); ++C)
    Rings[C].NetDev = getNetDev(Intra, G.inter, Found,
                                unsigned(Nodes[nodeOf(Rank)].Ranks.size()),
                                int(LocalOfRank[size_t(Rank)]), C);
}

Problem Graph::buildKanga(const std::vector<Fragment> &All) {
  Kanga.clear();
  if (Nodes.size() != 1)
    return {};
  // Of one server alone ranks are local ranks.
  std::vector<abi::ncclTopoRanks> Local;
  for (const Fragment &F : All)
    Local.push_back(F.Ranks);
  if (const KangaError E = ringc::kangaPaths(Intra, NumChains, Local, Kanga))
    return "rank " + std::to_string(E.Rank) + ": its part of kangaring path " +
           std::to_string(E.Path) + " doesn't fit the others'";
  return {};
}

/// Every ring from rank 0 on, and what else all ranks must have alike.
uint64_t Graph::sum() const {
  // FNV-1a, by number.
  uint64_t Sum = 0xcbf29ce484222325;
  const auto Add = [&](uint64_t N) { Sum = (Sum ^ N) * 0x100000001b3; };
  for (const MemberRing &Ring : Rings) {
    const size_t N = Ring.UserRanks.size();
    const size_t Zero =
        size_t(std::find(Ring.UserRanks.begin(), Ring.UserRanks.end(), 0) -
               Ring.UserRanks.begin());
    for (size_t I = 0; I < N; ++I)
      Add(uint64_t(Ring.UserRanks[(Zero + I) % N]));
    Add(Ring.IsCopy);
  }
  for (const std::vector<int> &Path : Kanga)
    for (const int R : Path)
      Add(uint64_t(R));
  return Sum;
}

/// The rings must be the compiled ones.
Problem Graph::compare() const {
  const auto Channels = compiled::channels();
  const std::string Me = "rank " + std::to_string(Rank);
  if (Rings.size() != Channels.size())
    return Me + ": " + std::to_string(Rings.size()) +
           " channels are built, the compiled wiring has " +
           std::to_string(Channels.size());
  for (size_t C = 0; C < Rings.size(); ++C) {
    const auto Order = compiled::order(Channels[C].Row);
    const size_t N = Order.size();
    size_t At = compiled::positions(Channels[C].Row)[size_t(Rank)];
    for (size_t I = 0; I < N; ++I) {
      const int Built = Rings[C].UserRanks[I];
      if (Built != int(Order[At]))
        return Me + ", channel " + std::to_string(C) + ": rank " +
               std::to_string(Rings[C].UserRanks[I ? I - 1 : 0]) +
               " is followed by rank " + std::to_string(Built) +
               ", in the compiled wiring by rank " + std::to_string(Order[At]);
      At = (At + (Channels[C].Reversed ? N - 1 : 1)) % N;
    }
  }
  return {};
}

Problem Graph::buildRings(Comm &C) {
  std::vector<Fragment> All(Members.size());
  Fragment &Own = All[size_t(Rank)];
  Problem Mine = preset(Own);
  if (!Mine.empty())
    Own = {};
  if (Problem P = C.allGather(All.data(), sizeof(Fragment)); !P.empty())
    return P;
  if (Mine.empty())
    Mine = stitch(All);
  if (Mine.empty() && IsWorld)
    Mine = compare();
  return agree(C, Mine, Mine.empty() ? sum() : 0,
               "has built other rings than rank 0");
}

Problem Graph::build(Comm &C, const abi::ncclPeerInfo &Own) {
  Built = false;
  Rank = Own.rank;
  std::vector<PeerRecord> All(size_t(C.numRanks()));
  All[size_t(Rank)] = {Own, compiled::checksum()};
  if (Problem P = C.allGather(All.data(), sizeof(PeerRecord)); !P.empty())
    return P;
  Members.clear();
  for (const PeerRecord &R : All) {
    if (R.Wiring != All.front().Wiring)
      return "rank " + std::to_string(&R - All.data()) +
             " has another wiring in its library than rank 0";
    Members.push_back({R.Info, 0, 0});
  }
  // All ranks find the same, so that nobody waits for one who doesn't come.
  if (Problem P = findMembers(); !P.empty())
    return P;
  groupNodes();
  Problem P = buildRings(C);
  Built = P.empty();
  return P;
}

bool Graph::isDirect(int From, int To) const {
  const Member &A = Members[size_t(From)], &B = Members[size_t(To)];
  if (A.Node == B.Node)
    return true;
  // Equal devices of neighbours in a pod [reference/topology.md section 4.4,
  // confirmed].
  const uint32_t Server = serverOf(From);
  return Server == serverOf(To) &&
         neuron::canAccess(compiled::podMode(), A.Node, B.Node) &&
         compiled::cores(Server)[A.Local].Device ==
             compiled::cores(Server)[B.Local].Device;
}
