//===- Postset.h - From chains to rings -------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's ncclTopoPostset (ring seed section 3; nccl-search section 11,
// confirmed), once for the fabric instead of once for each rank.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_POSTSET_POSTSET_H
#define RINGC_PASSES_POSTSET_POSTSET_H

#include "ringc/ABI/Structs.h"
#include <cstdint>
#include <span>
#include <vector>

namespace ringc {

/// Which ring a channel is: that of an earlier channel, or its own.
struct ChannelPlan {
  unsigned Original = 0; ///< itself, or an earlier channel that is its own
  bool Reversed = false; ///< the original walked backwards
  bool operator==(const ChannelPlan &) const = default;
};

/// The channels after doubling, for \p Found channels that all servers have.
/// Doubled and clamped to \p Capacity, cut to \p Max, then filled up to \p Min
/// by repeating from the first channel on (nccl-search section 11, confirmed).
/// The second half is \p Reverse of the first or equal to it. All counts at
/// least 1 except Min.
std::vector<ChannelPlan> planChannels(unsigned Found, unsigned Capacity,
                                      unsigned Max, unsigned Min, bool Reverse);

/// One node in a channel: its chain in local ranks, and its first global rank.
struct NodeChain {
  std::span<const int> Prev, Next; ///< by local rank; -1 at the ends
  int Head = 0, Tail = 0;          ///< local
  uint32_t FirstRank = 0;
};

/// The chain of channel \p C from one server's fragments; `Prev` and `Next` are
/// filled and referred to by the result, whose FirstRank is 0.
NodeChain chainOf(std::span<const abi::ncclTopoRanks> Ranks, unsigned C,
                  std::vector<int> &Prev, std::vector<int> &Next);

/// Whether every entry of \p Chain is a local rank, or -1 in the tables.
bool isInRange(const NodeChain &Chain);

/// Writes the edges of one channel: \p Nodes in node order, \p Next and \p Prev
/// by global rank. One node closes on itself. O(ranks).
void stitchChannel(std::span<const NodeChain> Nodes, std::span<int32_t> Next,
                   std::span<int32_t> Prev);

} // namespace ringc

#endif // RINGC_PASSES_POSTSET_POSTSET_H
