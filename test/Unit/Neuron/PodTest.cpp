//===- PodTest.cpp - Who reaches whom in a pod, and in what order ---------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Pod.h"
#include "gtest/gtest.h"

using namespace ringc::neuron;

namespace {

using Nodes = std::vector<unsigned>;

// Breaks if a mode pairs other servers than it should, or pods touch.
TEST(Pod, NeighboursOfOneGroupReachEachOther) {
  const auto Reached = [](PodMode M) {
    std::vector<std::pair<unsigned, unsigned>> All;
    for (unsigned A = 0; A < 5; ++A)
      for (unsigned B = A + 1; B < 5; ++B)
        if (canAccess(M, A, B)) {
          EXPECT_TRUE(canAccess(M, B, A));
          All.push_back({A, B});
        }
    return All;
  };
  using Pairs = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(Reached(PodMode::X4), (Pairs{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
  EXPECT_EQ(Reached(PodMode::X2V), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(Reached(PodMode::X2H), (Pairs{{0, 3}, {1, 2}}));
  EXPECT_EQ(Reached(PodMode::X1), Pairs());
  EXPECT_EQ(Reached(PodMode::None), Pairs());
  EXPECT_EQ(Reached(PodMode::Rack), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(Reached(PodMode::Racks), (Pairs{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_FALSE(canAccess(PodMode::X4, 3, 4)) << "the next pod's";
}

// Breaks if a group is torn apart, or a node left out.
TEST(Pod, GroupsStayTogether) {
  EXPECT_EQ(podOrder(PodMode::X4, 6), (Nodes{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(podOrder(PodMode::X2V, 4), (Nodes{0, 1, 2, 3}));
  EXPECT_EQ(podOrder(PodMode::X2H, 8), (Nodes{0, 3, 1, 2, 4, 7, 5, 6}));
  EXPECT_EQ(podOrder(PodMode::X2H, 3), (Nodes{0, 1, 2}));
  EXPECT_EQ(podOrder(PodMode::X1, 2), (Nodes{0, 1}));
  EXPECT_EQ(podOrder(PodMode::Racks, 8), (Nodes{0, 1, 3, 2, 4, 5, 7, 6}));
}

} // namespace
