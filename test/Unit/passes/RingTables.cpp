//===- RingTables.cpp - A fabric as bare tables ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes' glue does, in vectors.
//
//===----------------------------------------------------------------------===//

#include "RingTables.h"
#include "passes/AllGather/AllGather.h"
#include "passes/BuildRings/BuildRings.h"
#include "passes/Preset/Preset.h"
#include <gtest/gtest.h>

using namespace ringc;

std::vector<ringc::abi::ncclTopoRanks> test::fragmentsOf(const Orders &O) {
  std::vector<int> Intra;
  for (const std::vector<int> &Order : O)
    Intra.insert(Intra.end(), Order.begin(), Order.end());
  std::vector<ringc::abi::ncclTopoRanks> Ranks(O.front().size());
  EXPECT_FALSE(presetRanks(Intra, unsigned(O.size()), Ranks));
  return Ranks;
}

std::vector<test::Edges> test::stitchAll(const std::vector<Orders> &Nodes) {
  std::vector<std::vector<ringc::abi::ncclTopoRanks>> Ranks;
  std::vector<GraphFigures> All;
  for (const Orders &O : Nodes) {
    Ranks.push_back(fragmentsOf(O));
    EXPECT_TRUE(isOneNode(Ranks.back()));
    All.emplace_back().NumChannels = int(O.size());
  }
  std::vector<Edges> Channels(size_t(leastFigures(All).NumChannels));
  for (size_t C = 0; C < Channels.size(); ++C) {
    std::vector<std::vector<int>> Prev(Nodes.size()), Next(Nodes.size());
    std::vector<NodeChain> Chains;
    uint32_t First = 0;
    for (size_t K = 0; K < Nodes.size(); ++K) {
      Chains.push_back(chainOf(Ranks[K], unsigned(C), Prev[K], Next[K]));
      EXPECT_TRUE(isInRange(Chains.back()));
      Chains.back().FirstRank = First;
      First += uint32_t(Ranks[K].size());
    }
    // A value that no table may keep shows an entry that was never written.
    Channels[C].Next.assign(First, -7);
    Channels[C].Prev.assign(First, -7);
    stitchChannel(Chains, Channels[C].Next, Channels[C].Prev);
  }
  return Channels;
}

std::vector<uint32_t> test::walk(const Edges &E, uint32_t Start) {
  std::vector<uint32_t> Order(E.Next.size());
  const RingWalk Walk = walkRing(E.Next, E.Prev, Start, Order);
  EXPECT_EQ(Walk.What, RingWalk::End::Closed) << "at " << Walk.At;
  return Walk.What == RingWalk::End::Closed ? Order : std::vector<uint32_t>();
}
