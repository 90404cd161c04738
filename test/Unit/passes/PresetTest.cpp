//===- PresetTest.cpp - What a rank knows of its own server ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, ranks name wrong neighbours, or nodes are told apart wrongly.
//
//===----------------------------------------------------------------------===//

#include "passes/Preset/Preset.h"
#include "RingTables.h"
#include "passes/AllGather/AllGather.h"
#include <array>
#include <gtest/gtest.h>

using namespace ringc;
using namespace ringc::test;

TEST(Preset, CutsAnOrderIntoNeighbours) {
  const auto Ranks = fragmentsOf({{2, 0, 1}, {1, 2, 0}});
  const int Prev[3][2] = {{2, 2}, {0, -1}, {-1, 1}};
  const int Next[3][2] = {{1, -1}, {-1, 2}, {0, 0}};
  for (unsigned R = 0; R < 3; ++R) {
    EXPECT_EQ(Ranks[R].ringRecv[0], 2) << R;
    EXPECT_EQ(Ranks[R].ringSend[0], 1) << R;
    EXPECT_EQ(Ranks[R].ringRecv[1], 1) << R;
    EXPECT_EQ(Ranks[R].ringSend[1], 0) << R;
    for (unsigned C = 0; C < 2; ++C) {
      EXPECT_EQ(Ranks[R].ringPrev[C], Prev[R][C]) << R << ' ' << C;
      EXPECT_EQ(Ranks[R].ringNext[C], Next[R][C]) << R << ' ' << C;
    }
  }
}

TEST(Preset, ALoneRankIsHeadAndTail) {
  const auto Ranks = fragmentsOf({{0}});
  EXPECT_EQ(Ranks[0].ringRecv[0], 0);
  EXPECT_EQ(Ranks[0].ringSend[0], 0);
  EXPECT_EQ(Ranks[0].ringPrev[0], -1);
  EXPECT_EQ(Ranks[0].ringNext[0], -1);
}

TEST(Preset, LeavesTheRestOfARecordZero) {
  std::array<ringc::abi::ncclTopoRanks, 2> Ranks;
  for (ringc::abi::ncclTopoRanks &R : Ranks) {
    R.ringRecv[1] = R.ringNext[31] = R.treeToParent[0] = 5;
    R.JbogKangaringPath[3][3] = 5;
  }
  const int Intra[] = {1, 0};
  EXPECT_FALSE(presetRanks(Intra, 1, Ranks));
  for (const ringc::abi::ncclTopoRanks &R : Ranks) {
    EXPECT_EQ(R.ringRecv[1], 0);
    EXPECT_EQ(R.ringNext[31], 0);
    EXPECT_EQ(R.treeToParent[0], 0);
    EXPECT_EQ(R.JbogKangaringPath[3][3], 0);
  }
}

TEST(Preset, NamesTheEntryThatIsNoPermutation) {
  struct {
    std::array<int, 6> Intra;
    int Channel, Rank;
  } const Cases[] = {
      {{0, 1, 2, 0, 1, 3}, 1, 3},   // beyond the server
      {{0, 1, 2, 0, 1, 1}, 1, 1},   // twice
      {{-1, 1, 2, 0, 1, 2}, 0, -1}, // nobody
      {{1, 1, 2, 5, 1, 2}, 0, 1},   // the first mistake is named
  };
  for (const auto &Case : Cases) {
    std::array<ringc::abi::ncclTopoRanks, 3> Ranks;
    const PresetError E = presetRanks(Case.Intra, 2, Ranks);
    EXPECT_TRUE(E);
    EXPECT_EQ(E.Channel, Case.Channel);
    EXPECT_EQ(E.Rank, Case.Rank);
  }
}

TEST(AllGather, ANodeAgreesOnOneOfItsOwn) {
  auto Ranks = fragmentsOf({{2, 0, 1}});
  EXPECT_TRUE(isOneNode(Ranks));
  Ranks[1].ringRecv[0] = 0;
  EXPECT_FALSE(isOneNode(Ranks)); // they disagree
  for (ringc::abi::ncclTopoRanks &R : Ranks)
    R.ringRecv[0] = 3;
  EXPECT_FALSE(isOneNode(Ranks)); // a stranger
  for (ringc::abi::ncclTopoRanks &R : Ranks)
    R.ringRecv[0] = -1;
  EXPECT_FALSE(isOneNode(Ranks)); // nobody
  EXPECT_FALSE(isOneNode({}));
}

TEST(AllGather, OnlyTheFirstChannelTellsNodesApart) {
  auto Ranks = fragmentsOf({{0, 1}, {1, 0}});
  Ranks[1].ringRecv[1] = 0;
  EXPECT_TRUE(isOneNode(Ranks));
}

TEST(AllGather, TakesTheLeastOfEachFigure) {
  const GraphFigures All[] = {
      {4, 1, 20, 10, 1, 5}, {6, 0, 24, 9, 2, 4}, {5, 1, 18, 12, 3, 3}};
  const GraphFigures Least = leastFigures(All);
  EXPECT_EQ(Least.NumChannels, 4);
  EXPECT_EQ(Least.SameChannels, 0);
  EXPECT_EQ(Least.SpeedIntra, 18);
  EXPECT_EQ(Least.SpeedInter, 9);
  EXPECT_EQ(Least.TypeIntra, 1);
  EXPECT_EQ(Least.TypeInter, 3);
}

TEST(AllGather, ReadsEachFigureFromItsField) {
  ringc::abi::ncclTopoGraph G{};
  G.nChannels = 3;
  G.sameChannels = 1;
  G.speedIntra = 21;
  G.speedInter = 12;
  G.typeIntra = 4;
  G.typeInter = 5;
  const GraphFigures F = figuresOf(G);
  EXPECT_EQ(F.NumChannels, 3);
  EXPECT_EQ(F.SameChannels, 1);
  EXPECT_EQ(F.SpeedIntra, 21);
  EXPECT_EQ(F.SpeedInter, 12);
  EXPECT_EQ(F.TypeIntra, 4);
  EXPECT_EQ(F.TypeInter, 5);
}
