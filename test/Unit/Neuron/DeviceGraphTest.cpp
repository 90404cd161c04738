//===- DeviceGraphTest.cpp - Devices, their cycles and lanes --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Machine.h"
#include "ringc/Neuron/NeuronSearch.h"
#include "gtest/gtest.h"
#include <map>

using namespace ringc;
using namespace ringc::neuron;

namespace {

/// \p N devices of \p Cores cores each, joined as \p Edges say: the link of a
/// pair is at the first core of one and the last of the other.
DeviceGraph graphOf(unsigned N, unsigned Cores,
                    std::vector<std::pair<unsigned, unsigned>> Edges) {
  DeviceGraph G;
  G.Devices.resize(N);
  for (unsigned D = 0; D < N; ++D)
    for (unsigned C = 0; C < Cores; ++C)
      G.Devices[D].Cores.push_back(D * Cores + C);
  for (auto [A, B] : Edges) {
    const unsigned First = A * Cores, Last = B * Cores + Cores - 1;
    G.Devices[A].Ports.push_back({B, First, Last, Locality::RemoteMla});
    G.Devices[B].Ports.push_back({A, Last, First, Locality::RemoteMla});
  }
  return G;
}

DeviceGraph torus() {
  DeviceGraph G;
  const Machine &M = *findMachine("trn1.32xlarge");
  G.Devices.resize(16);
  for (unsigned D = 0; D < 16; ++D) {
    G.Devices[D].Cores = {2 * D, 2 * D + 1};
    G.Devices[D].Net = M.NicOfChip[D];
    for (unsigned P = 0; P < 4; ++P)
      G.Devices[D].Ports.push_back({unsigned(M.Ports[4 * D + P]), 2 * D + P / 2,
                                    0, Locality::RemoteMla});
    std::sort(G.Devices[D].Ports.begin(), G.Devices[D].Ports.end(),
              [](const Port &A, const Port &B) { return A.Far < B.Far; });
  }
  return G;
}

// Breaks if the cycles of the 4x4 torus aren't the first two that share no link
// (topology section 2, computed there).
TEST(Devices, TorusHasTheFirstTwoDisjointCycles) {
  const std::vector<DeviceRing> Cycles = findCycles(torus());
  ASSERT_EQ(Cycles.size(), 2u);
  EXPECT_EQ(Cycles[0],
            (DeviceRing{0, 1, 2, 3, 7, 4, 5, 6, 10, 11, 8, 9, 13, 14, 15, 12}));
  // Its reverse is 0 3 15 11 7 6 2 14 10 9 5 1 13 12 8 4: both start a cycle,
  // the smaller second device comes first.
  EXPECT_EQ(Cycles[1],
            (DeviceRing{0, 3, 15, 11, 7, 6, 2, 14, 10, 9, 5, 1, 13, 12, 8, 4}));
}

// Breaks if a cycle is closed over a link that isn't there, or early.
TEST(Devices, NoCycleWhereThereIsNone) {
  const DeviceGraph Line = graphOf(4, 2, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_TRUE(findCycles(Line).empty());
  EXPECT_EQ(findPath(Line), (DeviceRing{0, 1, 2, 3}));
  // Two triangles that share a device.
  EXPECT_TRUE(
      findCycles(
          graphOf(5, 1, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {2, 4}}))
          .empty());
  EXPECT_EQ(findPath(graphOf(3, 1, {{0, 1}})), std::nullopt);
  // Only from device 1 or 2.
  EXPECT_EQ(findPath(graphOf(3, 2, {{0, 1}, {0, 2}})), (DeviceRing{1, 0, 2}));
}

// Breaks if one device, or two, are no ring.
TEST(Devices, FewDevicesAreARing) {
  EXPECT_EQ(findCycles(graphOf(1, 4, {})), std::vector<DeviceRing>({{0}}));
  EXPECT_EQ(findCycles(graphOf(2, 1, {{0, 1}})),
            std::vector<DeviceRing>({{0, 1}}));
}

// Breaks if a line isn't passed there and back, each link once a way.
TEST(Devices, ALineIsFolded) {
  const DeviceGraph Line = graphOf(3, 2, {{0, 1}, {1, 2}});
  EXPECT_EQ(foldPath(Line, {0, 1, 2}),
            (std::vector<unsigned>{0, 2, 4, 5, 3, 1}));
  EXPECT_TRUE(foldPath(graphOf(3, 1, {{0, 1}, {1, 2}}), {0, 1, 2}).empty())
      << "with one core a device there is no way back";
}

// Breaks if a device is entered or left by a core that has no link, though one
// has.
TEST(Devices, CoresWithLinksComeFirstAndLast) {
  // 0 -> 1 leaves by core 0 and enters by core 5 (the last of device 1).
  const DeviceGraph G = graphOf(3, 3, {{0, 1}, {1, 2}, {2, 0}});
  EXPECT_EQ(expand(G, {{0, 1, 2}, -1, -1}),
            (std::vector<unsigned>{2, 1, 0, 5, 4, 3, 8, 7, 6}));
  // Between NICs the ends are free: all that matters is the way out and in.
  EXPECT_EQ(expand(G, {{0, 1, 2}, 0, 0}),
            (std::vector<unsigned>{1, 2, 0, 5, 4, 3, 8, 6, 7}));
}

// Breaks if a NIC sends or receives more than another, or a ring is used more.
TEST(Devices, LanesAreDealtEvenly) {
  const DeviceGraph G = torus();
  const std::vector<Lane> Lanes =
      assignLanes(G, findCycles(G), {0, 1, 2, 3, 4, 5, 6, 7}, 16, false);
  ASSERT_EQ(Lanes.size(), 8u);
  std::map<int, int> Receives, Sends;
  std::map<std::pair<unsigned, unsigned>, int> Links;
  for (size_t I = 0; I < Lanes.size(); ++I) {
    EXPECT_EQ(Lanes[I].RecvNet, int(I));
    EXPECT_EQ(G.Devices[Lanes[I].Order.front()].Net, Lanes[I].RecvNet);
    EXPECT_EQ(G.Devices[Lanes[I].Order.back()].Net, Lanes[I].SendNet);
    ++Receives[Lanes[I].RecvNet];
    ++Sends[Lanes[I].SendNet];
    for (size_t At = 0; At < 16; ++At)
      ++Links[{Lanes[I].Order[At], Lanes[I].Order[(At + 1) % 16]}];
  }
  EXPECT_EQ(Receives, Sends);
  EXPECT_EQ(Links.size(), 64u) << "every link, either way";
  for (const auto &[Link, Count] : Links)
    EXPECT_EQ(Count, 2) << Link.first << " to " << Link.second;
}

// Breaks if there are more lanes than a graph has room for.
TEST(Devices, NoMoreLanesThanAllowed) {
  const DeviceGraph G = torus();
  EXPECT_EQ(
      assignLanes(G, findCycles(G), {0, 1, 2, 3, 4, 5, 6, 7}, 5, false).size(),
      5u);
  EXPECT_EQ(assignLanes(G, findCycles(G), {}, 1, false).size(), 1u);
}

} // namespace
