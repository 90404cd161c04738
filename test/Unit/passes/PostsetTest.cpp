//===- PostsetTest.cpp - Chains joined, channels doubled ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, servers are joined by wrong edges, or a wrong number of
// channels comes out.
//
//===----------------------------------------------------------------------===//

#include "passes/Postset/Postset.h"
#include "RingTables.h"
#include <gtest/gtest.h>

using namespace ringc;
using namespace ringc::test;

using Plan = std::vector<ChannelPlan>;
using Ranks = std::vector<int32_t>;

TEST(PlanChannels, DoublesWhatWasFound) {
  EXPECT_EQ(planChannels(2, 32, 32, 0, false),
            (Plan{{0, false}, {1, false}, {0, false}, {1, false}}));
  EXPECT_EQ(planChannels(2, 32, 32, 0, true),
            (Plan{{0, false}, {1, false}, {0, true}, {1, true}}));
}

TEST(PlanChannels, ClampsToCapacity) {
  const Plan P = planChannels(20, 32, 32, 0, true);
  ASSERT_EQ(P.size(), 32u);
  EXPECT_EQ(P[19], (ChannelPlan{19, false}));
  EXPECT_EQ(P[20], (ChannelPlan{0, true}));
  EXPECT_EQ(P[31], (ChannelPlan{11, true}));
  EXPECT_EQ(planChannels(16, 32, 32, 0, false).size(), 32u);
  EXPECT_EQ(planChannels(40, 32, 32, 0, false).size(), 32u);
}

TEST(PlanChannels, CutsAfterDoubling) {
  EXPECT_EQ(planChannels(2, 32, 3, 0, true),
            (Plan{{0, false}, {1, false}, {0, true}}));
  EXPECT_EQ(planChannels(3, 32, 1, 0, true), (Plan{{0, false}}));
}

TEST(PlanChannels, FillsUpFromTheFirst) {
  // Two doubled make four; the fifth to eleventh go round again, and what
  // repeats a copy repeats its original, in the copy's direction.
  EXPECT_EQ(planChannels(2, 32, 32, 11, true), (Plan{{0, false},
                                                     {1, false},
                                                     {0, true},
                                                     {1, true},
                                                     {0, false},
                                                     {1, false},
                                                     {0, true},
                                                     {1, true},
                                                     {0, false},
                                                     {1, false},
                                                     {0, true}}));
}

TEST(PlanChannels, FillsUpWhatWasCut) {
  EXPECT_EQ(planChannels(3, 32, 2, 5, true),
            (Plan{{0, false}, {1, false}, {0, false}, {1, false}, {0, false}}));
}

TEST(PlanChannels, FillsUpToCapacityAtMost) {
  EXPECT_EQ(planChannels(1, 8, 32, 32, false).size(), 8u);
  EXPECT_EQ(planChannels(4, 32, 32, 8, false).size(), 8u);
  EXPECT_EQ(planChannels(4, 32, 32, 7, false).size(), 8u);
}

TEST(PlanChannels, OriginalsAreTheirOwn) {
  for (unsigned Found = 1; Found <= 32; ++Found)
    for (unsigned Max = 1; Max <= 32; ++Max)
      for (unsigned Min = 0; Min <= 32; ++Min) {
        const Plan P = planChannels(Found, 32, Max, Min, true);
        for (unsigned C = 0; C < P.size(); ++C) {
          ASSERT_LE(P[C].Original, C);
          ASSERT_EQ(P[P[C].Original], (ChannelPlan{P[C].Original, false}));
        }
      }
}

TEST(Stitch, OneNodeClosesOnItself) {
  const auto Channels = stitchAll({{{2, 0, 1, 3}}});
  EXPECT_EQ(Channels[0].Next, (Ranks{1, 3, 0, 2}));
  EXPECT_EQ(Channels[0].Prev, (Ranks{2, 0, 3, 1}));
}

TEST(Stitch, JoinsTailToTheNextHead) {
  // Two servers of four in order 0 1 2 3, as facts: rank 3 goes to 4, rank 7
  // back to 0.
  const Orders Four = {{0, 1, 2, 3}};
  const auto Channels = stitchAll({Four, Four});
  EXPECT_EQ(Channels[0].Next, (Ranks{1, 2, 3, 4, 5, 6, 7, 0}));
  EXPECT_EQ(Channels[0].Prev, (Ranks{7, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(walk(Channels[0], 0),
            (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(walk(Channels[0], 5),
            (std::vector<uint32_t>{5, 6, 7, 0, 1, 2, 3, 4}));
}

TEST(Stitch, MixesSizes) {
  // 1 0 | 4 2 3 | 5 and the least channel count of all.
  const auto Channels =
      stitchAll({{{1, 0}, {0, 1}}, {{2, 0, 1}}, {{0}, {0}, {0}}});
  ASSERT_EQ(Channels.size(), 1u);
  EXPECT_EQ(Channels[0].Next, (Ranks{4, 0, 3, 5, 2, 1}));
  EXPECT_EQ(Channels[0].Prev, (Ranks{1, 5, 4, 2, 0, 3}));
}

TEST(Stitch, SingleRanks) {
  const auto Two = stitchAll({{{0}}, {{0}}});
  EXPECT_EQ(Two[0].Next, (Ranks{1, 0}));
  EXPECT_EQ(Two[0].Prev, (Ranks{1, 0}));
  const auto Alone = stitchAll({{{0}}});
  EXPECT_EQ(Alone[0].Next, (Ranks{0}));
  EXPECT_EQ(Alone[0].Prev, (Ranks{0}));
}

TEST(Stitch, RefusesRanksOutsideTheServer) {
  const auto Broken = [](auto Change) {
    auto Fragments = fragmentsOf({{0, 1, 2}});
    Change(Fragments);
    std::vector<int> Prev, Next;
    return !isInRange(chainOf(Fragments, 0, Prev, Next));
  };
  EXPECT_FALSE(Broken([](auto &) {}));
  EXPECT_TRUE(Broken([](auto &R) { R[0].ringRecv[0] = -1; }));
  EXPECT_TRUE(Broken([](auto &R) { R[0].ringRecv[0] = 3; }));
  EXPECT_TRUE(Broken([](auto &R) { R[0].ringSend[0] = -1; }));
  EXPECT_TRUE(Broken([](auto &R) { R[0].ringSend[0] = 3; }));
  EXPECT_TRUE(Broken([](auto &R) { R[2].ringNext[0] = 3; }));
  EXPECT_TRUE(Broken([](auto &R) { R[1].ringNext[0] = -2; }));
  EXPECT_TRUE(Broken([](auto &R) { R[1].ringPrev[0] = 3; }));
}
