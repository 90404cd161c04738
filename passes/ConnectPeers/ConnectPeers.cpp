//===- ConnectPeers.cpp - Who connects to whom ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small arithmetic over paths.
//
//===----------------------------------------------------------------------===//

#include "ConnectPeers.h"
#include <algorithm>
#include <bit>

using namespace ringc;

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
