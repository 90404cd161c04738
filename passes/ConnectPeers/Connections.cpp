//===- Connections.cpp - The connect set of a rank ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Connections.h"
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
