//===- RankImage.cpp - One rank's communicator, as a blob has it ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state the runtime is in after Postset and the connections' masks, as far
// as a compiler knows it: no addresses, streams, buffers or processes.
//
//===----------------------------------------------------------------------===//

#include "RankImage.h"
#include "passes/KangaRing/KangaRing.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace llvm;
using namespace ringc;
using namespace ringc::wiring;

std::vector<DeviceRecord> ringc::wiring::devicesOf(const Fabric &F) {
  std::vector<DeviceRecord> Devices;
  for (const Server &S : F.Servers)
    for (uint32_t L = 0; L < S.numRanks(); ++L) {
      DeviceRecord &D = Devices.emplace_back();
      const int Gpu = S.Sys.gpuOfRank(int(L));
      if (Gpu < 0)
        continue;
      const ringc::Node &N = S.Sys.of(NodeType::Gpu)[size_t(Gpu)];
      D = {N.Id, N.Gpu.Dev, N.Gpu.Sm, N.Gpu.Gdr ? 1 : 0, 0};
    }
  return Devices;
}

/// A place in the blob in the form of a pointer, until a loader relocates it.
template <typename T> static T *placeAt(uint64_t Offset) {
  static_assert(sizeof(T *) == sizeof(uint64_t));
  return reinterpret_cast<T *>(uintptr_t(Offset));
}

static void addMask(RankImage::Masks &To, uint32_t Peer, uint32_t Channel) {
  auto *At = partition_point(
      To, [Peer](const RankImage::Mask &M) { return M.Peer < Peer; });
  if (At == To.end() || At->Peer != Peer)
    At = To.insert(At, {Peer, 0});
  At->Channels |= uint32_t(1) << Channel;
}

RankImage::RankImage(RankSource Tables) : S(std::move(Tables)) {
  assert(S.Channels.size() <= MaxGraphChannels && "no record for a channel");
  const auto *After = partition_point(
      S.Nodes, [this](const NodeRecord &N) { return N.FirstRank <= S.Rank; });
  Node = uint32_t(After - S.Nodes.begin()) - 1;
  for (uint32_t C = 0; C < S.Channels.size(); ++C) {
    const List Own = {S.Channels[C].Row, S.Channels[C].Reversed != 0};
    const auto *Known = find(Lists, Own);
    ListOf.push_back(uint32_t(Known - Lists.begin()));
    if (Known == Lists.end())
      Lists.push_back(Own);
    // Nobody connects to itself (rings section 6, confirmed).
    const uint32_t Next = neighbour(S.Channels[C], true);
    const uint32_t Prev = neighbour(S.Channels[C], false);
    if (Next != S.Rank)
      addMask(Sends, Next, C);
    if (Prev != S.Rank)
      addMask(Recvs, Prev, C);
  }
}

uint32_t RankImage::neighbour(const ChannelRecord &C, bool Next) const {
  const ArrayRef<uint32_t> Order = S.Orders[C.Row];
  const size_t N = Order.size(), Place = S.Positions[C.Row][S.Rank];
  const bool Up = Next != (C.Reversed != 0);
  return Order[(Place + (Up ? 1 : N - 1)) % N];
}

const DeviceRecord &RankImage::ownDevice() const {
  const NodeRecord &N = S.Nodes[Node];
  return S.Devices[S.Servers[N.Server].FirstLocal + S.Rank - N.FirstRank];
}

abi::ncclTopoRanks RankImage::ownRanks() const {
  abi::ncclTopoRanks Own = S.Fragments[S.Rank - S.Nodes[Node].FirstRank];
  const int First = int(S.Nodes[Node].FirstRank);
  for (auto *Table :
       {&Own.ringRecv, &Own.ringSend, &Own.ringPrev, &Own.ringNext})
    for (int &Rank : *Table)
      Rank += Rank < 0 ? 0 : First;
  return Own;
}

void RankImage::forEachPeer(
    function_ref<void(uint32_t, const abi::ncclPeerInfo &)> Use) const {
  for (uint32_t N = 0; N < S.Nodes.size(); ++N) {
    const ServerRecord &Server = S.Servers[S.Nodes[N].Server];
    for (uint32_t L = 0; L < Server.NumRanks; ++L) {
      const uint32_t Rank = S.Nodes[N].FirstRank + L;
      const DeviceRecord &D = S.Devices[Server.FirstLocal + L];
      abi::ncclPeerInfo Peer = {};
      Peer.rank = int(Rank);
      Peer.cudaDev = D.Dev;
      Peer.gdrSupport = D.Gdr;
      // Equal hashes mean the same host and the same process. Ours are numbers
      // that no machine's name or process id goes into: each node a host, each
      // rank a process (design).
      Peer.hostHash = N + 1;
      Peer.pidHash = uint64_t(Rank) + 1;
      Peer.busId = D.BusId;
      Peer.compCap = D.Sm;
      Use(Rank, Peer);
    }
  }
}

void RankImage::fillChannel(abi::ncclChannel &Channel, uint32_t C,
                            const Places &At) const {
  Channel.ring.prev = int(neighbour(S.Channels[C], false));
  Channel.ring.next = int(neighbour(S.Channels[C], true));
  Channel.ring.userRanks = placeAt<int>(
      At.UserRanks + uint64_t(ListOf[C]) * S.Facts.NumRanks * sizeof(int));
  Channel.ring.devUserRanks = Channel.ring.userRanks;
  // No tree is built: nobody above or below (nccl-search section 10, confirmed
  // for the value).
  for (abi::ncclTree *Tree : {&Channel.tree, &Channel.collTree}) {
    Tree->up = -1;
    for (int &Down : Tree->down)
      Down = -1;
  }
}

void RankImage::fillComm(abi::ncclComm &C, const Places &At) const {
  const uint32_t NumChannels = uint32_t(S.Channels.size());
  // Channels beyond those of the rings are set up for point-to-point, too
  // (rings section 8, confirmed); -1 for those never set up (design).
  const uint32_t SetUp = std::max(NumChannels, S.Facts.P2pTotal);
  for (uint32_t I = 0; I < MaxGraphChannels; ++I)
    C.channels[I].id = I < SetUp ? int(I) : -1;
  for (uint32_t I = 0; I < NumChannels; ++I)
    fillChannel(C.channels[I], I, At);

  C.peerInfo = placeAt<abi::ncclPeerInfo>(At.PeerInfo);
  C.connectSend = placeAt<uint32_t>(At.ConnectSend);
  C.connectRecv = placeAt<uint32_t>(At.ConnectRecv);
  // Set while masks wait to be worked off (design: the sources name the field
  // only).
  C.connect = Sends.empty() && Recvs.empty() ? 0 : 1;

  const DeviceRecord &Own = ownDevice();
  C.rank = C.hostDevComm.rank = int(S.Rank);
  C.nRanks = C.hostDevComm.nRanks = int(S.Facts.NumRanks);
  C.cudaDev = Own.Dev;
  C.busId = Own.BusId;
  // Nodes count in order of their first ranks (rings section 3, confirmed).
  C.node = int(Node);
  C.nNodes = int(S.Nodes.size());
  C.localRanks = int(S.Servers[S.Nodes[Node].Server].NumRanks);

  C.nChannels = int(NumChannels);
  C.p2pnChannels = int(S.Facts.P2pTotal);
  C.p2pnChannelsPerPeer = int(S.Facts.P2pPerPeer);
  for (auto [To, From] : zip(C.p2pChannels, S.P2p))
    To = int(From);
  fillKangaRing(C);
  fillPod(C);
}

/// One node needs no pod (ring seed section 3: enablePod && nNodes > 1). A pod
/// is what works together, so an UltraServer in halves is two (ours).
void RankImage::fillPod(abi::ncclComm &C) const {
  const auto M = neuron::PodMode(S.Facts.PodMode);
  if (!neuron::isPod(M) || S.Nodes.size() < 2)
    return;
  const neuron::PodPlace P =
      neuron::podPlace(M, Node, unsigned(S.Nodes.size()));
  C.enablePod = true;
  C.pod = int(P.Pod);
  C.pod_n = int(P.NumPods);
  C.pod_node = int(P.Node);
  C.pod_node_n = int(P.NumNodes);
}

/// Paths that the fragments don't add up to are none.
void RankImage::fillKangaRing(abi::ncclComm &C) const {
  std::vector<std::vector<int>> Paths;
  if (S.Nodes.size() != 1 ||
      kangaPaths(S.Graph->intra, unsigned(S.Graph->nChannels), S.Fragments,
                 Paths))
    return;
  C.nKangaRingChannels = int(Paths.size());
  for (size_t K = 0; K < Paths.size(); ++K) {
    std::fill(std::begin(C.kangaRing[K]), std::end(C.kangaRing[K]), -1);
    copy(Paths[K], C.kangaRing[K]);
  }
}

std::vector<uint64_t> RankImage::relocations(const Places &At) const {
  std::vector<uint64_t> Slots;
  for (size_t C = 0; C < S.Channels.size(); ++C) {
    const uint64_t Ring = At.Comm + offsetof(abi::ncclComm, channels) +
                          C * sizeof(abi::ncclChannel) +
                          offsetof(abi::ncclChannel, ring);
    Slots.push_back(Ring + offsetof(abi::ncclRing, userRanks));
    Slots.push_back(Ring + offsetof(abi::ncclRing, devUserRanks));
  }
  for (size_t Field :
       {offsetof(abi::ncclComm, peerInfo), offsetof(abi::ncclComm, connectSend),
        offsetof(abi::ncclComm, connectRecv)})
    Slots.push_back(At.Comm + Field);
  return Slots;
}
