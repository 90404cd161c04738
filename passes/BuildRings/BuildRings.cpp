//===- BuildRings.cpp - Walking a ring ------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// R steps. Where `prev` undoes every step, no two ranks have the same
// successor, so the first rank to come twice is the start: a walk that is back
// there after R steps, and not before, has passed every rank once. Any other
// walk is done again for the runtime's own three checks, to report what it
// would.
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

/// Walks as long as nothing is wrong; true if nothing was.
static bool walkSound(std::span<const int32_t> Next,
                      std::span<const int32_t> Prev, uint32_t Start,
                      std::span<uint32_t> Order) {
  const size_t R = Next.size();
  uint32_t At = Start;
  for (size_t Step = 0; Step < R; ++Step) {
    Order[Step] = At;
    const uint32_t To = uint32_t(Next[At]);
    if (To >= R || uint32_t(Prev[To]) != At || (To == Start) != (Step + 1 == R))
      return false;
    At = To;
  }
  return true;
}

RingWalk ringc::walkRing(std::span<const int32_t> Next,
                         std::span<const int32_t> Prev, uint32_t Start,
                         std::span<uint32_t> Order) {
  const size_t R = Next.size();
  assert(Start < R && Prev.size() == R && Order.size() == R &&
         "tables don't fit");
  if (walkSound(Next, Prev, Start, Order))
    return {};
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
