//===- SpaceTest.cpp - Orders of NETs and candidates, costs of hops -------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/SearchSpace.h"
#include "test/Unit/System/TestSystem.h"

using namespace ringc;
using namespace ringc::search;
using namespace ringc::test;

namespace {

using Indices = std::vector<uint16_t>;

/// Two switches with a GPU and two NETs each; the second NET of each is
/// thinner.
struct TwoRails : TestSystem {
  NodeRef Cpu, Left, Right, Gpu0, Gpu1;
  explicit TwoRails(const char *Profile) : TestSystem(Profile) {
    Cpu = cpu();
    Left = pci(Cpu);
    Right = pci(Cpu);
    net(Right, 12.5f); // 0: far from GPU 0, near GPU 1
    net(Left, 3.0f);   // 1
    net(Left, 12.5f);  // 2
    net(Right, 3.0f);  // 3
    Gpu0 = gpu(Left);
    Gpu1 = gpu(Right);
  }
};

TEST(Space, NetsByIndexAreAllNets) {
  TwoRails T("nccl-2.8.4");
  T.finish(false);
  EXPECT_EQ(SearchSpace(T.S, T.P).NetOrder, (Indices{0, 1, 2, 3}));
}

TEST(Space, BestFirstNetsAreTheWidestTurnedByTheFirstDevice) {
  TwoRails T("nccl-2.10.3");
  T.finish(false);
  EXPECT_EQ(SearchSpace(T.S, T.P).NetOrder, (Indices{0, 2}));
  T.S[T.Gpu0].Gpu.Dev = 3;
  EXPECT_EQ(SearchSpace(T.S, T.P).NetOrder, (Indices{2, 0}));
}

TEST(Space, BestFirstNetsStandByHopsAndTurnWithinEqualHops) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  NodeRef Switch = T.pci(Cpu);
  T.net(T.pci(T.pci(Cpu))); // 0: five hops and more from the GPU
  T.net(Switch);            // 1
  T.net(Switch);            // 2
  NodeRef Gpu = T.gpu(Switch);
  T.S[Gpu].Gpu.Dev = 1;
  T.finish(false);
  EXPECT_EQ(SearchSpace(T.S, T.P).NetOrder, (Indices{2, 1, 0}));
}

TEST(Space, NearGpusAreThoseAtFullWidthInFewestHops) {
  TwoRails T("nccl-2.10.3");
  T.finish(false);
  SearchSpace Space(T.S, T.P);
  EXPECT_EQ(Space.Nets[0].Near, Indices{1});
  EXPECT_EQ(Space.Nets[2].Near, Indices{0});
  EXPECT_EQ(Space.Nets[2].WidthToGpu, 12);
  EXPECT_EQ(Space.Nets[1].WidthToGpu, 3);
}

TEST(Space, NetsOfOneCardAndPortShareTheirWidth) {
  TwoRails T("nccl-2.10.3");
  for (Node &N : T.S.of(NodeType::Net))
    N.Net.Asic = N.Id < 3 ? 7 : 8;
  T.S.of(NodeType::Net)[1].Net.Port = 2;
  T.finish(false);
  SearchSpace Space(T.S, T.P);
  EXPECT_EQ(Space.Nets[0].Twins, (Indices{0, 2}));
  EXPECT_EQ(Space.Nets[2].Twins, (Indices{0, 2}));
  EXPECT_EQ(Space.Nets[1].Twins, Indices{1});
  EXPECT_EQ(Space.Nets[3].Twins, Indices{3});
}

TEST(Space, FollowersStandByWidthThenHopsThenDistance) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), Switch = T.pci(Cpu);
  T.gpu(Cpu);                  // 0: three hops from 1
  NodeRef One = T.gpu(Switch); // 1
  T.gpu(Cpu);                  // 2: three hops
  T.gpu(Switch);               // 3: two hops
  NodeRef Four = T.gpu(Cpu);   // 4: NVLink
  T.nvlink(One, Four, 22);
  T.finish(true);
  SearchSpace Space(T.S, T.P);
  std::vector<unsigned> Order;
  for (const Follower &F : Space.followers(1))
    Order.push_back(F.Gpu);
  EXPECT_EQ(Order, (std::vector<unsigned>{4, 3, 2, 0}));
}

TEST(Space, OldGpusCostTheWayBackFromOutside) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu, 12, 70);
  T.gpu(Cpu, 12, 80);
  T.net(Cpu);
  T.finish(false);
  SearchSpace Space(T.S, T.P);
  auto Last = [&](const Way &W) { return Space.Hops[W.First + W.Count - 1]; };
  EXPECT_EQ(Last(Space.netToGpu(0, 0)).Share, BackShare::Eighth);
  EXPECT_EQ(Last(Space.netToGpu(0, 1)).Share, BackShare::None);
  EXPECT_EQ(Last(Space.gpuToGpu(1, 0)).Share, BackShare::None);
}

TEST(Space, NvlinkIntoACpuCostsBothWays) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), Gpu = T.gpu(Cpu);
  T.gpu(Cpu);
  T.nvlink(Gpu, Cpu, 54);
  T.finish(true);
  SearchSpace Space(T.S, T.P);
  // The link taken is the first one to the CPU, here the PCI link, as the
  // NVLink was moved behind it.
  EXPECT_TRUE(Space.Hops[Space.gpuToGpu(0, 1).First].Pci);
  std::swap(T.S[Gpu].Links[1], T.S[Gpu].Links[2]);
  ASSERT_FALSE(computePaths(T.S, T.P));
  SearchSpace Nvl(T.S, T.P);
  const Hop &H = Nvl.Hops[Nvl.gpuToGpu(0, 1).First];
  EXPECT_EQ(H.Share, BackShare::Full);
  EXPECT_NE(H.Back, NoLink);
}

TEST(Space, IntelTaxIsOnPhbPathsFromGpus) {
  TestSystem T;
  NodeRef Cpu0 = T.skylake(), Cpu1 = T.skylake();
  T.gpu(Cpu0);
  T.gpu(Cpu0);
  T.gpu(Cpu1);
  T.net(Cpu0);
  T.finish(false);
  SearchSpace Space(T.S, T.P);
  EXPECT_TRUE(Space.gpuToGpu(0, 1).IntelP2p);
  EXPECT_FALSE(Space.gpuToGpu(0, 2).IntelP2p) << "SYS is another matter";
  EXPECT_TRUE(Space.gpuToNet(0, 0).IntelP2p);
  EXPECT_FALSE(Space.netToGpu(0, 0).IntelP2p);
}

} // namespace
