//===- KangaRingTest.cpp - Fragments that add up, and others --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/KangaRing/KangaRing.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace ringc;

namespace {

/// Four devices of four ranks, passed in order.
struct Node {
  std::vector<int> Intra = std::vector<int>(16);
  std::vector<std::vector<int>> Devices;
  std::vector<ringc::abi::ncclTopoRanks> Ranks =
      std::vector<ringc::abi::ncclTopoRanks>(16);

  Node() {
    std::iota(Intra.begin(), Intra.end(), 0);
    for (int D = 0; D < 4; ++D)
      Devices.push_back({4 * D, 4 * D + 1, 4 * D + 2, 4 * D + 3});
    fillKanga(Intra, 1, Devices, Ranks);
  }
  KangaError paths(std::vector<std::vector<int>> &Paths) const {
    return kangaPaths(Intra, 1, Ranks, Paths);
  }
};

// Breaks if the primary isn't the rank that the ring leaves the device by, or
// doesn't change with its neighbour on the die.
TEST(KangaRing, PrimaryOwnsTheWayOut) {
  const std::vector<int> Cores = {4, 5, 6, 7}, Order = {5, 4, 7, 6};
  EXPECT_EQ(kangaRow(0, Order, Cores), (KangaRow{6, 7, 4, 5}));
  EXPECT_EQ(kangaRow(1, Order, Cores), (KangaRow{7, 6, 4, 5}));
}

// Breaks if paths don't begin a quarter of the devices apart.
TEST(KangaRing, EachPathIsTurnedByAQuarter) {
  std::vector<std::vector<int>> Paths;
  ASSERT_FALSE(Node().paths(Paths));
  ASSERT_EQ(Paths.size(), 4u);
  EXPECT_EQ(Paths[0], (std::vector<int>{3, 2, 0, 1, 7, 6, 4, 5, 11, 10, 8, 9,
                                        15, 14, 12, 13}));
  EXPECT_EQ(Paths[1], (std::vector<int>{6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12,
                                        13, 2, 3, 0, 1}));
  EXPECT_EQ(Paths[3].front(), 14);
}

// Breaks if ranks of a device may disagree, or a group be no group.
TEST(KangaRing, FragmentsMustAgree) {
  std::vector<std::vector<int>> Paths;
  for (const int Wrong : {-1, 16, 0, 4}) {
    Node N;
    N.Ranks[2].JbogKangaringPath[1][3] = Wrong;
    const KangaError E = N.paths(Paths);
    ASSERT_TRUE(E) << Wrong;
    EXPECT_EQ(E.Path, 1);
    EXPECT_LT(E.Rank, 4);
    EXPECT_TRUE(Paths.empty()) << "path 0, which is right, is left out, too";
  }
  Node Alone;
  for (int Rank = 0; Rank < 4; ++Rank)
    Alone.Ranks[size_t(Rank)].JbogKangaringPath[0][0] = 0;
  EXPECT_TRUE(Alone.paths(Paths)) << "0 is there twice";
  Node Order;
  Order.Intra[5] = -3;
  EXPECT_TRUE(Order.paths(Paths));
}

// Breaks if zeros are taken for a path.
TEST(KangaRing, ZerosAreNoPath) {
  Node N;
  for (ringc::abi::ncclTopoRanks &R : N.Ranks)
    for (unsigned K = 2; K < MaxKangaPaths; ++K)
      std::fill_n(R.JbogKangaringPath[K], KangaGroup, 0);
  std::vector<std::vector<int>> Paths;
  EXPECT_FALSE(N.paths(Paths));
  EXPECT_EQ(Paths.size(), 2u);
}

} // namespace
