//===- FabricTraffic.cpp - What a fabric's channels do where --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hops inside a server follow its fragments, between servers its NICs. All
// nodes of a server do the same, but in a pod: there a tail may reach the head
// of the next server over a link of its own, of which the topology says nothing
// (docs/Neuron.md section 5), and uses no NIC for it.
//
//===----------------------------------------------------------------------===//

#include "FabricTraffic.h"
#include "ringc/Neuron/DeviceGraph.h"
#include "ringc/Neuron/Pod.h"
#include <algorithm>
#include <bitset>
#include <iterator>

using namespace ringc;

namespace {

/// The most channels that a text or blob can have (docs/IR.md section 7).
constexpr size_t MostChannels = 64;

/// By channel, whether a node is entered and left without a NIC.
struct Direct {
  std::bitset<MostChannels> Recv, Send;
  bool operator==(const Direct &) const = default;
};

} // namespace

/// What channel \p C does in \p S, by NICs wherever it enters and leaves.
static ChannelTraffic trafficOf(const Fabric &F, const Server &S, uint32_t C) {
  const size_t L = S.numRanks();
  ChannelTraffic T;
  const size_t Row = F.searchedChannel(ChannelId(C));
  const bool Reversed = F.Channels[C].Reversed;
  if (S.Ranks.size() != L || Row >= std::size(abi::ncclTopoRanks().ringNext)) {
    T.Hops.push_back({}); // nothing is known
    return T;
  }
  const auto AddHop = [&](int From, int To) {
    const size_t Hop = C * L + size_t(std::max(From, 0));
    const bool HostMemory =
        Hop < S.ToNext.size() && S.ToNext[Hop] == Transport::Shm;
    T.Hops.push_back({From, To, HostMemory});
  };
  for (size_t Rank = 0; Rank < L; ++Rank) {
    const abi::ncclTopoRanks &R = S.Ranks[Rank];
    const int Next = Reversed ? R.ringPrev[Row] : R.ringNext[Row];
    if (Next >= 0)
      AddHop(int(Rank), Next);
  }
  if (L == 0)
    return T;
  T.Head = S.Ranks[0].ringRecv[Row];
  T.Tail = S.Ranks[0].ringSend[Row];
  if (Reversed)
    std::swap(T.Head, T.Tail);
  if (F.singleNode()) { // the ring closes inside
    AddHop(T.Tail, T.Head);
  } else if (C < S.Nets.size()) {
    T.Recv = int(*S.Nets[C].Recv);
    T.Send = int(*S.Nets[C].Send);
  }
  return T;
}

/// Marks where channel \p C, which has tables of its own, goes on directly.
static void markDirect(const Fabric &F, neuron::PodMode Mode, uint32_t C,
                       std::vector<Direct> &Nodes) {
  const std::vector<int32_t> &Next = F.Channels[C].Next;
  for (uint32_t N = 0; N < F.numNodes(); ++N) {
    const Server &S = F.server(NodeId(N));
    const size_t Row = F.searchedChannel(ChannelId(C));
    if (S.Ranks.empty() || Row >= std::size(S.Ranks[0].ringSend))
      continue;
    const int Tail = S.Ranks[0].ringSend[Row];
    if (Tail < 0 || unsigned(Tail) >= S.numRanks())
      continue;
    const size_t From = F.FirstRank[N] + size_t(Tail);
    if (From >= Next.size() || Next[From] < 0 ||
        uint32_t(Next[From]) >= F.numRanks())
      continue;
    const NodeId Far = F.nodeOf(RankId(uint32_t(Next[From])));
    const uint32_t Head = uint32_t(Next[From]) - F.FirstRank[*Far];
    if (*Far == N || F.Nodes[*Far] != F.Nodes[N] ||
        !neuron::canAccess(Mode, N, *Far) || S.Sys.gpuOfRank(Tail) < 0 ||
        S.Sys.gpuOfRank(int(Head)) < 0 ||
        !neuron::sameDevice(S.Sys, uint32_t(Tail), Head))
      continue;
    Nodes[N].Send.set(C);
    Nodes[*Far].Recv.set(C);
  }
}

/// By node, where channels come and go without a NIC; empty: nowhere.
static std::vector<Direct> findDirect(const Fabric &F) {
  if (!F.Rules || F.singleNode())
    return {};
  const neuron::PodMode Mode = neuron::commonPodMode(*F.Rules, F.Servers);
  if (!neuron::isPod(Mode))
    return {};
  std::vector<Direct> Nodes(F.numNodes());
  const uint32_t Channels = uint32_t(std::min(F.Channels.size(), MostChannels));
  for (uint32_t C = 0; C < Channels; ++C) {
    const Channel &Own = F.Channels[C];
    if (!Own.CopyOf) {
      markDirect(F, Mode, C, Nodes);
      continue;
    }
    const uint32_t Of = **Own.CopyOf;
    if (Of >= C)
      continue;
    for (Direct &N : Nodes) {
      N.Send.set(C, (Own.Reversed ? N.Recv : N.Send).test(Of));
      N.Recv.set(C, (Own.Reversed ? N.Send : N.Recv).test(Of));
    }
  }
  return Nodes;
}

static ServerTraffic serverTraffic(const Fabric &F, uint32_t Node,
                                   const Direct &Own) {
  const Server &S = F.server(NodeId(Node));
  ServerTraffic T;
  T.Sys = &S.Sys;
  T.Server = *F.Nodes[Node];
  T.FirstNode = Node;
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    ChannelTraffic &Channel = T.Channels.emplace_back(trafficOf(F, S, C));
    if (C < MostChannels && Own.Recv.test(C))
      Channel.Recv = NoNet;
    if (C < MostChannels && Own.Send.test(C))
      Channel.Send = NoNet;
  }
  return T;
}

FabricTraffic ringc::describeTraffic(const Fabric &F) {
  FabricTraffic All;
  All.NumRanks = F.numRanks();
  All.NumChannels = uint32_t(F.Channels.size());
  const std::vector<Direct> Nodes = findDirect(F);
  All.UsesPodLinks = std::any_of(Nodes.begin(), Nodes.end(),
                                 [](const Direct &N) { return N.Send.any(); });
  /// By distinct server, what is different about its nodes and where it went.
  struct Kind {
    Direct Own;
    size_t At;
  };
  std::vector<std::vector<Kind>> Kinds(F.Servers.size());
  for (uint32_t N = 0; N < F.numNodes(); ++N) {
    const Direct Own = Nodes.empty() ? Direct() : Nodes[N];
    std::vector<Kind> &Known = Kinds[*F.Nodes[N]];
    const auto Same = std::find_if(Known.begin(), Known.end(),
                                   [&](Kind &K) { return K.Own == Own; });
    if (Same != Known.end()) {
      ++All.Servers[Same->At].NumNodes;
      continue;
    }
    Known.push_back({Own, All.Servers.size()});
    All.Servers.push_back(serverTraffic(F, N, Own));
  }
  return All;
}

BandwidthEstimate ringc::estimateBandwidth(const Fabric &F) {
  return estimateBandwidth(describeTraffic(F),
                           F.Rules ? bandwidthConstants(*F.Rules)
                                   : BandwidthConstants());
}

std::string ringc::nameOf(const Fabric &F, const ServerTraffic &T) {
  const std::string Name = "server " + std::to_string(T.Server);
  if (F.singleNode())
    return Name;
  const std::string First = std::to_string(T.FirstNode);
  if (T.NumNodes == 1)
    return Name + " (node " + First + ")";
  return Name + " (" + std::to_string(T.NumNodes) + " nodes from " + First +
         " on)";
}
