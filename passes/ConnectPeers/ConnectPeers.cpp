//===- ConnectPeers.cpp - Who connects to whom ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small arithmetic over neighbours and paths.
//
//===----------------------------------------------------------------------===//

#include "ConnectPeers.h"
#include <algorithm>
#include <bit>
#include <map>

using namespace ringc;

std::vector<PeerConnection>
ringc::connectionsOf(uint32_t Rank, std::span<const RingNeighbours> ByChannel) {
  std::map<uint32_t, PeerConnection> Peers;
  const auto With = [&](uint32_t Peer) -> PeerConnection & {
    PeerConnection &P = Peers[Peer];
    P.Peer = Peer;
    return P;
  };
  for (unsigned C = 0; C < ByChannel.size(); ++C) {
    if (ByChannel[C].Next != Rank)
      With(ByChannel[C].Next).Send.push_back(C);
    if (ByChannel[C].Prev != Rank)
      With(ByChannel[C].Prev).Recv.push_back(C);
  }
  std::vector<PeerConnection> All;
  for (auto &[Peer, Connection] : Peers)
    All.push_back(std::move(Connection));
  return All;
}

unsigned ringc::channelsPerPeer(const System &S, const Profile &P,
                                bool OtherNodes, unsigned Channels) {
  unsigned Least = Channels;
  if (OtherNodes) // every remote rank is a peer
    Least = std::min(Least, 1u);
  for (uint16_t G = 0; G < S.numGpus(); ++G)
    for (uint16_t R = 0; R < S.numGpus(); ++R) {
      if (R == G)
        continue;
      const Path &Way = S.Paths.get({NodeType::Gpu, R}, {NodeType::Gpu, G});
      unsigned Pair = 2;
      if (Way.Type == PathType::Nvl) {
        const float One = P.nvlinkWidth(S.of(NodeType::Gpu)[G].Gpu.Sm);
        Pair = 2 * unsigned(std::max(1, int(Way.Width / One)));
      }
      Least = std::min(Least, Pair);
    }
  return Least;
}

unsigned ringc::nextPowerOfTwo(unsigned N) { return std::bit_ceil(N); }

std::vector<unsigned> ringc::mirroredOrder(unsigned Total, unsigned PerPeer) {
  std::vector<unsigned> Order;
  for (unsigned C = 0; C < PerPeer; ++C) {
    unsigned Mirrored = 0;
    for (unsigned Bit = 1, To = Total / 2; Bit < Total; Bit *= 2, To /= 2)
      if (C & Bit)
        Mirrored |= To;
    Order.push_back(Mirrored);
  }
  return Order;
}
