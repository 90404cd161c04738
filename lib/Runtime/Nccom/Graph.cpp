//===- Graph.cpp - The rings of a communicator ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks are the communicator's, but where "compiled" or "local" is said. All
// ranks gather the same bytes and draw the same conclusions; a problem that
// only one has is told to the others at the end, so that nobody goes on alone.
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Compiled.h"
#include "passes/BuildRings/BuildRings.h"
#include "passes/KangaRing/KangaRing.h"
#include "passes/Preset/Preset.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

using namespace ringc;
using namespace ringc::runtime;

static std::string number(long long N) { return std::to_string(N); }
static std::string rankName(size_t Rank) {
  return "rank " + number(int64_t(Rank));
}

uint32_t Graph::serverOf(int Of) const {
  return compiled::nodes()[Members[size_t(Of)].Node].Server;
}

Problem Graph::findMember(Member &M, size_t R) const {
  const auto Nodes = compiled::nodes();
  if (M.Info.rank != int(R))
    return rankName(R) + " calls itself " + rankName(size_t(M.Info.rank));
  if (M.Info.virtual_server_id < 0 ||
      size_t(M.Info.virtual_server_id) >= Nodes.size())
    return rankName(R) + " is on server " + number(M.Info.virtual_server_id) +
           ", the wiring has 0 to " + number(int64_t(Nodes.size()) - 1);
  M.Node = uint32_t(M.Info.virtual_server_id);
  const auto Cores = compiled::cores(Nodes[M.Node].Server);
  const auto Core =
      std::find_if(Cores.begin(), Cores.end(), [&](const CoreImage &C) {
        return C.Device == M.Info.cudaDev && C.Core == M.Info.tpb_idx;
      });
  if (Core == Cores.end())
    return rankName(R) + " is on core " + number(M.Info.tpb_idx) +
           " of device " + number(M.Info.cudaDev) +
           ", which the wiring of server " + number(M.Node) + " doesn't have";
  M.Local = uint32_t(Core - Cores.begin());
  return {};
}

Problem Graph::findMembers() {
  std::map<uint32_t, size_t> Seen; // by compiled rank
  IsWorld = Members.size() == compiled::fabric().NumRanks;
  for (size_t R = 0; R < Members.size(); ++R) {
    Member &M = Members[R];
    if (Problem P = findMember(M, R); !P.empty())
      return P;
    const uint32_t Compiled = compiled::nodes()[M.Node].FirstRank + M.Local;
    const auto [Other, New] = Seen.try_emplace(Compiled, R);
    if (!New)
      return rankName(Other->second) + " and " + rankName(R) +
             " are both on core " + number(M.Info.tpb_idx) + " of device " +
             number(M.Info.cudaDev) + " of server " + number(M.Node);
    IsWorld &= Compiled == R;
  }
  return {};
}

void Graph::groupNodes() {
  Nodes.clear();
  NodeOfRank.resize(Members.size());
  LocalOfRank.resize(Members.size());
  std::map<uint32_t, size_t> Known;
  for (size_t R = 0; R < Members.size(); ++R) {
    const auto [At, New] = Known.try_emplace(Members[R].Node, Nodes.size());
    if (New)
      Nodes.push_back({Members[R].Node, 0, {}});
    std::vector<int> &Ranks = Nodes[At->second].Ranks;
    NodeOfRank[R] = At->second;
    LocalOfRank[R] = Ranks.size();
    Ranks.push_back(int(R));
  }
  RankAt.clear();
  for (MemberNode &N : Nodes) {
    N.FirstPlace = uint32_t(RankAt.size());
    RankAt.insert(RankAt.end(), N.Ranks.begin(), N.Ranks.end());
  }
}

/// By compiled local rank of \p N's server: the local rank here, or -1.
std::vector<int> Graph::localsOf(const MemberNode &N) const {
  const uint32_t Server = compiled::nodes()[N.Node].Server;
  std::vector<int> Locals(compiled::cores(Server).size(), -1);
  for (size_t L = 0; L < N.Ranks.size(); ++L)
    Locals[Members[size_t(N.Ranks[L])].Local] = int(L);
  return Locals;
}

/// The compiled chains of \p N's server without the cores that are no members:
/// [channel][local].
std::vector<int> Graph::chainsOf(const MemberNode &N) const {
  const uint32_t Server = compiled::nodes()[N.Node].Server;
  const abi::ncclTopoGraph &G = compiled::graph(Server);
  const std::vector<int> LocalOf = localsOf(N);
  std::vector<int> Chains;
  for (int Core : std::span(G.intra, size_t(G.nChannels) * LocalOf.size()))
    if (LocalOf[size_t(Core)] >= 0)
      Chains.push_back(LocalOf[size_t(Core)]);
  return Chains;
}

/// A whole server alone has the compiled paths, if the wiring has any.
void Graph::presetKanga(abi::ncclTopoRanks &Own) const {
  const uint32_t Server = serverOf(Rank);
  const MemberNode &N = Nodes.front();
  if (Nodes.size() != 1 || compiled::nodes().size() != 1 ||
      N.Ranks.size() != compiled::cores(Server).size())
    return;
  const std::vector<int> LocalOf = localsOf(N);
  const abi::ncclTopoRanks &From =
      compiled::fragments(Server)[Members[size_t(Rank)].Local];
  for (unsigned K = 0; K < MaxKangaPaths; ++K) {
    const auto &Row = From.JbogKangaringPath[K];
    if (std::all_of(Row, Row + KangaGroup, [](int Core) { return Core == 0; }))
      break;
    for (unsigned I = 0; I < KangaGroup; ++I)
      Own.JbogKangaringPath[K][I] = LocalOf[size_t(Row[I])];
  }
}

Problem Graph::preset(Fragment &Own) {
  const MemberNode &N = Nodes[nodeOf(Rank)];
  const abi::ncclTopoGraph &G = compiled::graph(serverOf(Rank));
  Own.Figures = figuresOf(G);
  NumChains = unsigned(G.nChannels);
  Intra = chainsOf(N);
  std::vector<abi::ncclTopoRanks> Local(N.Ranks.size());
  if (const PresetError E = presetRanks(Intra, NumChains, Local))
    return rankName(size_t(Rank)) + ", channel " + number(E.Channel) +
           ": the chain isn't one of all local ranks";
  Own.Ranks = Local[LocalOfRank[size_t(Rank)]];
  for (auto *Table : {&Own.Ranks.ringRecv, &Own.Ranks.ringSend,
                      &Own.Ranks.ringPrev, &Own.Ranks.ringNext})
    for (int &R : *Table)
      R = R < 0 ? -1 : N.Ranks[size_t(R)];
  presetKanga(Own.Ranks);
  return {};
}

/// Whether what came from \p R can be used: its own server's ranks alone.
Problem Graph::checkFragment(size_t R, const Fragment &F) const {
  if (F.Figures.NumChannels < 1 ||
      F.Figures.NumChannels > int(MaxGraphChannels))
    return rankName(R) + " has " + number(F.Figures.NumChannels) + " channels";
  const auto IsLocal = [&](int Other) {
    return Other >= 0 && size_t(Other) < Members.size() &&
           nodeOf(Other) == NodeOfRank[R];
  };
  for (int C = 0; C < F.Figures.NumChannels; ++C) {
    const int Prev = F.Ranks.ringPrev[C], Next = F.Ranks.ringNext[C];
    for (const int Other : {F.Ranks.ringRecv[C], F.Ranks.ringSend[C],
                            Prev < 0 ? int(R) : Prev, Next < 0 ? int(R) : Next})
      if (!IsLocal(Other) || Prev < -1 || Next < -1)
        return rankName(R) + ", channel " + number(C) +
               ": its fragment names rank " +
               number(Prev < -1   ? Prev
                      : Next < -1 ? Next
                                  : Other) +
               ", which isn't on its server";
  }
  return {};
}

/// The places in Nodes as channels pass them.
std::vector<size_t> Graph::nodeOrder() const {
  std::vector<size_t> Order(Nodes.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  const neuron::PodMode M = compiled::podMode();
  if (!neuron::isPod(M))
    return Order;
  const auto Pods = neuron::podOrder(M, unsigned(compiled::nodes().size()));
  const auto PlaceOf = [&](size_t N) {
    return std::find(Pods.begin(), Pods.end(), Nodes[N].Node) - Pods.begin();
  };
  std::sort(Order.begin(), Order.end(),
            [&](size_t A, size_t B) { return PlaceOf(A) < PlaceOf(B); });
  return Order;
}

std::vector<ChannelPlan> Graph::plan(unsigned Found) const {
  if (!IsWorld || int(Found) != compiled::fabric().CommonChannels)
    return planChannels(Found, MaxGraphChannels, MaxGraphChannels, 0,
                        compiled::reversesSecondHalf());
  std::vector<ChannelPlan> Plan;
  for (const wiring::ChannelRecord &C : compiled::channels())
    Plan.push_back({C.CopyOf == wiring::None ? unsigned(Plan.size()) : C.CopyOf,
                    C.Reversed != 0});
  return Plan;
}

Problem Graph::addRing(unsigned Channel, const std::vector<Fragment> &All,
                       std::span<const size_t> NodesInOrder) {
  const size_t R = Members.size();
  std::vector<std::vector<int>> Prev(Nodes.size()), Next(Nodes.size());
  std::vector<NodeChain> Chains;
  for (const size_t N : NodesInOrder) {
    const auto LocalOf = [&](int Of) {
      return Of < 0 ? -1 : int(LocalOfRank[size_t(Of)]);
    };
    for (const int Of : Nodes[N].Ranks) {
      Prev[N].push_back(LocalOf(All[size_t(Of)].Ranks.ringPrev[Channel]));
      Next[N].push_back(LocalOf(All[size_t(Of)].Ranks.ringNext[Channel]));
    }
    const abi::ncclTopoRanks &First = All[size_t(Nodes[N].Ranks.front())].Ranks;
    Chains.push_back({Prev[N], Next[N], LocalOf(First.ringRecv[Channel]),
                      LocalOf(First.ringSend[Channel]), Nodes[N].FirstPlace});
  }
  std::vector<int32_t> NextOf(R, -1), PrevOf(R, -1);
  std::vector<uint32_t> Order(R);
  stitchChannel(Chains, NextOf, PrevOf);
  const uint32_t Start =
      Nodes[nodeOf(Rank)].FirstPlace + uint32_t(LocalOfRank[size_t(Rank)]);
  const RingWalk Walk = walkRing(NextOf, PrevOf, Start, Order);
  const int At =
      Walk.At >= 0 && size_t(Walk.At) < R ? RankAt[size_t(Walk.At)] : Walk.At;
  switch (Walk.What) {
  case RingWalk::End::Closed:
    break;
  case RingWalk::End::Open:
    return "Error : ring " + number(Channel) +
           " does not loop back to start (" + number(At) +
           " != " + number(Rank) + ")";
  case RingWalk::End::MissingRank:
    return "Error : ring " + number(Channel) + " does not contain rank " +
           number(At);
  case RingWalk::End::WrongPrev:
    return rankName(size_t(At)) + ", channel " + number(Channel) +
           ": the rank after it doesn't say that it comes before";
  }
  MemberRing &Ring = Rings.emplace_back();
  for (const uint32_t Place : Order)
    Ring.UserRanks.push_back(RankAt[Place]);
  Ring.Prev = Ring.UserRanks.back();
  Ring.Next = Ring.UserRanks[1 % R];
  return {};
}

void Graph::addCopy(const ChannelPlan &P) {
  MemberRing Copy = Rings[P.Original];
  Copy.IsCopy = true;
  if (P.Reversed) {
    std::swap(Copy.Prev, Copy.Next);
    std::reverse(Copy.UserRanks.begin() + 1, Copy.UserRanks.end());
  }
  Rings.push_back(std::move(Copy));
}

Problem Graph::stitch(const std::vector<Fragment> &All) {
  std::vector<GraphFigures> Figures;
  for (size_t R = 0; R < All.size(); ++R) {
    if (Problem P = checkFragment(R, All[R]); !P.empty())
      return P;
    Figures.push_back(All[R].Figures);
  }
  const unsigned Found = unsigned(leastFigures(Figures).NumChannels);
  const std::vector<size_t> NodesInOrder = nodeOrder();
  Rings.clear();
  for (const ChannelPlan &P : plan(Found)) {
    if (P.Original == Rings.size()) {
      if (Problem Why = addRing(P.Original, All, NodesInOrder); !Why.empty())
        return Why;
    } else {
      addCopy(P);
    }
  }
  bindNics(Found);
  return buildKanga(All);
}
