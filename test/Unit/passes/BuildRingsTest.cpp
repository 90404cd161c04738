//===- BuildRingsTest.cpp - Walks that end well and badly -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a broken ring is taken for a ring, or memory outside the
// tables is read.
//
//===----------------------------------------------------------------------===//

#include "passes/BuildRings/BuildRings.h"
#include <gtest/gtest.h>
#include <vector>

using namespace ringc;
using End = RingWalk::End;
using Ranks = std::vector<int32_t>;

namespace {

/// The inverse of \p Next, where it has one.
Ranks inverse(const Ranks &Next) {
  Ranks Prev(Next.size(), -1);
  for (size_t R = 0; R < Next.size(); ++R)
    if (Next[R] >= 0 && size_t(Next[R]) < Next.size())
      Prev[size_t(Next[R])] = int32_t(R);
  return Prev;
}

void expectEnd(const Ranks &Next, const Ranks &Prev, uint32_t Start, End What,
               int32_t At) {
  std::vector<uint32_t> Order(Next.size());
  const RingWalk Walk = walkRing(Next, Prev, Start, Order);
  EXPECT_EQ(int(Walk.What), int(What));
  EXPECT_EQ(Walk.At, At);
}

} // namespace

TEST(BuildRings, RecordsTheOrderFromTheStart) {
  const Ranks Next = {2, 0, 3, 1};
  for (uint32_t Start = 0; Start < 4; ++Start) {
    std::vector<uint32_t> Order(4);
    EXPECT_EQ(int(walkRing(Next, inverse(Next), Start, Order).What),
              int(End::Closed));
    EXPECT_EQ(Order[0], Start);
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_EQ(int32_t(Order[(I + 1) % 4]), Next[Order[I]]);
  }
}

TEST(BuildRings, OneRankIsARing) { expectEnd({0}, {0}, 0, End::Closed, 0); }

TEST(BuildRings, StopsWhereNobodyFollows) {
  expectEnd({1, -1, 3, 0}, {3, 0, -1, 2}, 0, End::Open, -1);
  expectEnd({-1, 2, 3, 0}, {3, -1, 1, 2}, 0, End::Open, -1);
}

TEST(BuildRings, StopsBeforeLeavingTheTables) {
  expectEnd({1, 4, 3, 0}, {3, 0, -1, 2}, 0, End::Open, 4);
  expectEnd({1, INT32_MAX, 3, 0}, {3, 0, -1, 2}, 0, End::Open, INT32_MAX);
  expectEnd({1, INT32_MIN, 3, 0}, {3, 0, -1, 2}, 0, End::Open, INT32_MIN);
}

TEST(BuildRings, SeesAWrongHead) {
  // The last rank comes in at rank 1 instead of rank 0.
  expectEnd({1, 2, 3, 1}, {3, 0, 1, 2}, 0, End::Open, 1);
}

TEST(BuildRings, SeesADroppedRank) {
  // Rank 2 is passed over: three ranks go round, four steps end at rank 1.
  expectEnd({1, 3, 2, 0}, {3, 0, 2, 1}, 0, End::Open, 1);
}

TEST(BuildRings, SeesTwoCycles) {
  const Ranks Next = {1, 0, 3, 2};
  expectEnd(Next, inverse(Next), 0, End::MissingRank, 2);
  expectEnd(Next, inverse(Next), 2, End::MissingRank, 0);
  const Ranks Odd = {1, 2, 0, 4, 3};
  expectEnd(Odd, inverse(Odd), 0, End::Open, 2);
}

TEST(BuildRings, SeesAPrevThatIsNoInverse) {
  const Ranks Next = {1, 2, 3, 0};
  expectEnd(Next, {3, 0, 1, 1}, 0, End::WrongPrev, 2);
  expectEnd(Next, {-1, 0, 1, 2}, 0, End::WrongPrev, 3);
}
