//===- ConnectionsTest.cpp - NICs, peers, point-to-point channels ---------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, ranks use wrong NICs or connect to wrong peers.
//
//===----------------------------------------------------------------------===//

#include "passes/BindNetDev/BindNetDev.h"
#include "passes/ConnectPeers/ConnectPeers.h"
#include <gtest/gtest.h>

using namespace ringc;
using Channels = std::vector<unsigned>;

namespace {

const int Intra[] = {0, 1, 2, 3, /**/ 2, 3, 0, 1};
const int Inter[] = {10, 11, /**/ 12, 13};

int deviceOf(int Rank, unsigned Channel) {
  return getNetDev(Intra, Inter, 2, 4, Rank, Channel);
}

/// \p N GPUs of capability \p Sm with a path of \p Type between any two.
System makeSystem(unsigned N, int Sm, PathType Type, float Width) {
  System S;
  for (unsigned I = 0; I < N; ++I) {
    Node &G = S.of(NodeType::Gpu).emplace_back();
    G.Gpu.Rank = int(I);
    G.Gpu.Sm = Sm;
  }
  S.Paths.reset({N, 0, 0, 0, 0, 0});
  for (uint16_t A = 0; A < N; ++A)
    for (uint16_t B = 0; B < N; ++B)
      if (A != B)
        S.Paths.set({NodeType::Gpu, A}, {NodeType::Gpu, B}, {}, Type, Width);
  return S;
}

const Profile &rules() { return *findProfile("nccl-2.10.3"); }

} // namespace

TEST(GetNetDev, TheHeadUsesTheFirst) {
  EXPECT_EQ(deviceOf(0, 0), 10);
  EXPECT_EQ(deviceOf(2, 1), 12);
}

TEST(GetNetDev, AllOthersUseTheSecond) {
  EXPECT_EQ(deviceOf(3, 0), 11); // tail
  EXPECT_EQ(deviceOf(1, 1), 13); // tail
  EXPECT_EQ(deviceOf(1, 0), 11); // in the middle
  EXPECT_EQ(deviceOf(0, 1), 13); // head of another channel
}

TEST(GetNetDev, DoubledChannelsUseTheirOriginals) {
  for (int Rank = 0; Rank < 4; ++Rank)
    for (unsigned C = 0; C < 32; ++C)
      EXPECT_EQ(deviceOf(Rank, C), deviceOf(Rank, C % 2)) << Rank << ' ' << C;
}

TEST(GetNetDev, ALoneRankUsesTheFirstBothWays) {
  const int One[] = {0}, Pair[] = {4, 5};
  EXPECT_EQ(getNetDev(One, Pair, 1, 1, 0, 0), 4);
  EXPECT_EQ(getNetDev(One, Pair, 1, 1, 0, 1), 4);
}

TEST(ConnectionsOf, NeighboursByRisingRank) {
  const RingNeighbours By[] = {{7, 1}, {3, 5}, {1, 7}, {7, 1}};
  const auto All = connectionsOf(0, By);
  ASSERT_EQ(All.size(), 4u);
  EXPECT_EQ(All[0].Peer, 1u);
  EXPECT_EQ(All[0].Send, (Channels{0, 3}));
  EXPECT_EQ(All[0].Recv, (Channels{2}));
  EXPECT_EQ(All[1].Peer, 3u);
  EXPECT_EQ(All[1].Send, Channels());
  EXPECT_EQ(All[1].Recv, (Channels{1}));
  EXPECT_EQ(All[2].Peer, 5u);
  EXPECT_EQ(All[2].Send, (Channels{1}));
  EXPECT_EQ(All[2].Recv, Channels());
  EXPECT_EQ(All[3].Peer, 7u);
  EXPECT_EQ(All[3].Send, (Channels{2}));
  EXPECT_EQ(All[3].Recv, (Channels{0, 3}));
}

TEST(ConnectionsOf, TwoRanksSendAndReceive) {
  const RingNeighbours By[] = {{1, 1}, {1, 1}};
  const auto All = connectionsOf(0, By);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Peer, 1u);
  EXPECT_EQ(All[0].Send, (Channels{0, 1}));
  EXPECT_EQ(All[0].Recv, (Channels{0, 1}));
}

TEST(ConnectionsOf, OneRankConnectsToNobody) {
  const RingNeighbours By[] = {{0, 0}, {0, 0}};
  EXPECT_TRUE(connectionsOf(0, By).empty());
}

TEST(ChannelsPerPeer, OtherNodesAllowOne) {
  const System S = makeSystem(4, 80, PathType::Nvl, 200);
  EXPECT_EQ(channelsPerPeer(S, rules(), true, 16), 1u);
}

TEST(ChannelsPerPeer, TwiceTheLinksSideBySide) {
  const float One = rules().nvlinkWidth(80);
  EXPECT_EQ(channelsPerPeer(makeSystem(4, 80, PathType::Nvl, 3 * One), rules(),
                            false, 16),
            6u);
  // Less than one link's width counts as one link.
  EXPECT_EQ(channelsPerPeer(makeSystem(4, 80, PathType::Nvl, One / 2), rules(),
                            false, 16),
            2u);
  // Never more than there are.
  EXPECT_EQ(channelsPerPeer(makeSystem(4, 80, PathType::Nvl, 12 * One), rules(),
                            false, 16),
            16u);
}

TEST(ChannelsPerPeer, AnythingElseAllowsTwo) {
  for (PathType T : {PathType::Nvb, PathType::Pix, PathType::Sys})
    EXPECT_EQ(channelsPerPeer(makeSystem(4, 80, T, 500), rules(), false, 16),
              2u);
}

TEST(ChannelsPerPeer, TheWorstPairDecides) {
  System S = makeSystem(3, 80, PathType::Nvl, 100);
  S.Paths.set({NodeType::Gpu, 2}, {NodeType::Gpu, 0}, {}, PathType::Phb, 12);
  EXPECT_EQ(channelsPerPeer(S, rules(), false, 16), 2u);
}

TEST(ChannelsPerPeer, ALoneGpuHasNoPeer) {
  const System S = makeSystem(1, 80, PathType::Nvl, 100);
  EXPECT_EQ(channelsPerPeer(S, rules(), false, 6), 6u);
}

TEST(P2pOrder, PowersOfTwo) {
  const unsigned Wanted[] = {1, 2, 4, 4, 8, 8, 8, 8, 16};
  for (unsigned N = 1; N <= 9; ++N)
    EXPECT_EQ(nextPowerOfTwo(N), Wanted[N - 1]);
  EXPECT_EQ(nextPowerOfTwo(32), 32u);
}

TEST(P2pOrder, MirrorsBits) {
  EXPECT_EQ(mirroredOrder(1, 1), (Channels{0}));
  EXPECT_EQ(mirroredOrder(2, 2), (Channels{0, 1}));
  EXPECT_EQ(mirroredOrder(8, 8), (Channels{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(mirroredOrder(32, 4), (Channels{0, 16, 8, 24}));
}
