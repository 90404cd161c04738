//===- BuildRings.cpp - Walking a ring ------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// R steps, then the three checks. A walk that comes back to its start after R
// steps has passed every rank once, unless it went round a smaller ring several
// times.
//
//===----------------------------------------------------------------------===//

#include "BuildRings.h"
#include <cassert>
#include <vector>

using namespace ringc;

/// The first rank that is not in \p Order, or -1.
static int32_t firstMissing(std::span<const uint32_t> Order) {
  std::vector<bool> Seen(Order.size());
  for (uint32_t Rank : Order)
    Seen[Rank] = true;
  for (size_t Rank = 0; Rank < Seen.size(); ++Rank)
    if (!Seen[Rank])
      return int32_t(Rank);
  return -1;
}

RingWalk ringc::walkRing(std::span<const int32_t> Next,
                         std::span<const int32_t> Prev, uint32_t Start,
                         std::span<uint32_t> Order) {
  const size_t R = Next.size();
  assert(Start < R && Prev.size() == R && Order.size() == R &&
         "tables don't fit");
  int32_t At = int32_t(Start);
  for (size_t Step = 0; Step < R; ++Step) {
    Order[Step] = uint32_t(At);
    At = Next[size_t(At)];
    if (At < 0 || size_t(At) >= R)
      return {RingWalk::End::Open, At};
  }
  if (uint32_t(At) != Start)
    return {RingWalk::End::Open, At};
  if (const int32_t Missing = firstMissing(Order); Missing >= 0)
    return {RingWalk::End::MissingRank, Missing};
  for (size_t Rank = 0; Rank < R; ++Rank)
    if (Prev[size_t(Next[Rank])] != int32_t(Rank))
      return {RingWalk::End::WrongPrev, int32_t(Rank)};
  return {};
}
