//===- Postset.cpp - From chains to rings ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each node's block of the tables is its chain moved up by its first rank; then
// tail and head of neighbouring nodes are joined.
//
//===----------------------------------------------------------------------===//

#include "Postset.h"
#include <algorithm>
#include <cassert>

using namespace ringc;

std::vector<ChannelPlan> ringc::planChannels(unsigned Found, unsigned Capacity,
                                             unsigned Max, unsigned Min,
                                             bool Reverse) {
  assert(Found > 0 && Capacity > 0 && Max > 0 && "no channel to plan");
  const unsigned Doubled = std::min(Capacity, 2 * Found);
  std::vector<ChannelPlan> Plan;
  for (unsigned C = 0; C < std::min(Doubled, Max); ++C)
    Plan.push_back({C % Found, C >= Found && Reverse});
  const size_t Start = Plan.size();
  while (Plan.size() < std::min(Min, Capacity))
    Plan.push_back(Plan[Plan.size() - Start]);
  return Plan;
}

NodeChain ringc::chainOf(std::span<const abi::ncclTopoRanks> Ranks, unsigned C,
                         std::vector<int> &Prev, std::vector<int> &Next) {
  Prev.clear();
  Next.clear();
  for (const abi::ncclTopoRanks &R : Ranks) {
    Prev.push_back(R.ringPrev[C]);
    Next.push_back(R.ringNext[C]);
  }
  return {Prev, Next, Ranks.front().ringRecv[C], Ranks.front().ringSend[C], 0};
}

bool ringc::isInRange(const NodeChain &Chain) {
  const int L = int(Chain.Next.size());
  const auto Fits = [&](int Rank) { return Rank >= -1 && Rank < L; };
  return Chain.Head >= 0 && Chain.Head < L && Chain.Tail >= 0 &&
         Chain.Tail < L && std::ranges::all_of(Chain.Prev, Fits) &&
         std::ranges::all_of(Chain.Next, Fits);
}

/// A node's block of one table: its chain in global ranks.
static void moveUp(std::span<const int> Local, uint32_t First,
                   std::span<int32_t> Table) {
  int32_t *Block = Table.data() + First;
  const int32_t Base = int32_t(First);
  for (size_t R = 0; R < Local.size(); ++R)
    Block[R] = Local[R] < 0 ? -1 : Local[R] + Base;
}

void ringc::stitchChannel(std::span<const NodeChain> Nodes,
                          std::span<int32_t> Next, std::span<int32_t> Prev) {
  for (const NodeChain &N : Nodes) {
    moveUp(N.Next, N.FirstRank, Next);
    moveUp(N.Prev, N.FirstRank, Prev);
  }
  const NodeChain *Before = &Nodes.back();
  for (const NodeChain &N : Nodes) {
    const uint32_t Tail = Before->FirstRank + uint32_t(Before->Tail);
    const uint32_t Head = N.FirstRank + uint32_t(N.Head);
    Next[Tail] = int32_t(Head);
    Prev[Head] = int32_t(Tail);
    Before = &N;
  }
}
