//===- Connections.h - The connect set of a rank ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The connect set is ring adjacency [ring seed section 5, confirmed]. Free of
// LLVM and of the topology: the runtime pair has it, too.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_CONNECTPEERS_CONNECTIONS_H
#define RINGC_PASSES_CONNECTPEERS_CONNECTIONS_H

#include <cstdint>
#include <span>
#include <vector>

namespace ringc {

/// A rank's neighbours in one channel.
struct RingNeighbours {
  uint32_t Prev = 0, Next = 0;
};

/// Whom a rank connects to, and in which channels.
struct PeerConnection {
  uint32_t Peer = 0;
  std::vector<unsigned> Send, Recv; ///< channels, rising
};

/// The peers of \p Rank, by rising rank, from its neighbours in every channel.
/// A rank doesn't connect to itself.
std::vector<PeerConnection>
connectionsOf(uint32_t Rank, std::span<const RingNeighbours> ByChannel);

} // namespace ringc

#endif // RINGC_PASSES_CONNECTPEERS_CONNECTIONS_H
