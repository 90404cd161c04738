//===- FabricTest.cpp - Questions asked of a fabric -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, emitters name wrong nodes, heads, tails or neighbours.
//
//===----------------------------------------------------------------------===//

#include "SampleFabric.h"
#include <gtest/gtest.h>

using namespace ringc;
using namespace ringc::test;

TEST(Fabric, FindsTheNodeOfARank) {
  const Fabric F = makeFabric({{4, 1}, {0, 1, 0}, 1, false});
  EXPECT_EQ(F.numRanks(), 9u);
  const unsigned Wanted[] = {0, 0, 0, 0, 1, 2, 2, 2, 2};
  for (uint32_t R = 0; R < 9; ++R)
    EXPECT_EQ(*F.nodeOf(RankId(R)), Wanted[R]) << R;
}

TEST(Fabric, RotatesAndReversesRings) {
  const Fabric F = makeFabric({{3}, {0, 0}, 2, true});
  // Channel 1 visits 1 2 0 | 4 5 3.
  using Ring = std::vector<uint32_t>;
  EXPECT_EQ(F.ringFrom(ChannelId(1), RankId(4)), (Ring{4, 5, 3, 1, 2, 0}));
  EXPECT_EQ(F.ringFrom(ChannelId(3), RankId(4)), (Ring{4, 0, 2, 1, 3, 5}));
  EXPECT_EQ(&F.original(ChannelId(3)), &F.Channels[1]);
  EXPECT_EQ(&F.original(ChannelId(1)), &F.Channels[1]);
}

TEST(Fabric, KnowsWhereAChannelEntersAndLeaves) {
  const Fabric F = makeFabric({{3}, {0, 0}, 2, true});
  const Fabric::Ends Own = F.ends(ChannelId(1), NodeId(1));
  EXPECT_EQ(*Own.Head, 4u);
  EXPECT_EQ(*Own.Tail, 3u);
  const Fabric::Ends Back = F.ends(ChannelId(3), NodeId(1));
  EXPECT_EQ(*Back.Head, 3u);
  EXPECT_EQ(*Back.Tail, 4u);
}

TEST(Fabric, NumbersRanksAnew) {
  Fabric F = makeFabric({{4, 2}, {1, 0, 1}, 1, false}, Phase::Parsed);
  EXPECT_EQ(F.numRanks(), 0u);
  const Fabric Full = makeFabric({{4, 2}, {1, 0, 1}, 1, false});
  F.Servers = Full.Servers;
  F.numberRanks();
  EXPECT_EQ(F.FirstRank, (std::vector<uint32_t>{0, 2, 6, 8}));
}

TEST(Phase, NamesAndMeanings) {
  for (unsigned I = 0; I < NumPhases; ++I) {
    EXPECT_EQ(parsePhase(toString(Phase(I))), Phase(I));
    EXPECT_FALSE(phaseMeaning(Phase(I)).empty());
  }
  EXPECT_FALSE(parsePhase("kanga"));
  EXPECT_FALSE(parsePhase(""));
}
