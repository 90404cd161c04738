//===- EstimateBandwidthTest.cpp - What limits the rings ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a link's load or a channel's bandwidth is reckoned wrong, or
// tables that don't fit together crash the estimate. Whole servers are in
// test/passes/EstimateBandwidth.
//
//===----------------------------------------------------------------------===//

#include "../IR/SampleFabric.h"
#include "../System/TestSystem.h"
#include "passes/EstimateBandwidth/FabricTraffic.h"
#include <algorithm>
#include <cmath>

using namespace ringc;
using namespace ringc::test;
using Numbers = std::vector<uint32_t>;

namespace {

/// One server in which channels do \p Channels.
FabricTraffic traffic(const System &S, std::vector<ChannelTraffic> Channels,
                      uint32_t NumRanks = 2) {
  FabricTraffic T;
  T.NumRanks = NumRanks;
  T.NumChannels = uint32_t(Channels.size());
  T.Servers.push_back({&S, 0, 0, 1, std::move(Channels)});
  return T;
}

ChannelTraffic hops(std::vector<ChannelTraffic::Hop> H) {
  ChannelTraffic T;
  T.Hops = std::move(H);
  return T;
}

const LinkLoad *find(const BandwidthEstimate &E, NodeRef From, NodeRef To) {
  for (const LinkLoad &L : E.Links)
    if (L.From == From && L.To == To)
      return &L;
  return nullptr;
}

/// Two GPUs and two NETs of 10 GB/s below one switch of an AMD CPU.
struct TwoGpus : TestSystem {
  NodeRef Cpu = cpu(), Switch = pci(Cpu, 24);
  NodeRef A = gpu(Switch, 12), B = gpu(Switch, 12);
  NodeRef N0 = net(Switch, 10), N1 = net(Switch, 10);
  explicit TwoGpus(bool OnePort = false) {
    if (OnePort)
      S[N1].Net.Asic = S[N0].Net.Asic;
    finish(false);
  }
};

} // namespace

TEST(EstimateBandwidth, SharesEvenly) {
  // A -> B in three channels, B -> A in one: 12 / 3 = 4 and 12 / 1.
  TwoGpus T;
  const auto E = estimateBandwidth(
      traffic(T.S, {hops({{0, 1}}), hops({{0, 1}, {1, 0}}), hops({{0, 1}})}),
      {});
  EXPECT_EQ(E.Links.size(), 4u);
  EXPECT_EQ(find(E, T.A, T.Switch)->Flows, 3u);
  EXPECT_EQ(find(E, T.A, T.Switch)->Share, 4);
  EXPECT_EQ(find(E, T.A, T.Switch)->Used, 12);
  EXPECT_EQ(find(E, T.A, T.Switch)->Limits, (Numbers{0, 1, 2}));
  EXPECT_EQ(find(E, T.B, T.Switch)->Share, 12);
  EXPECT_EQ(find(E, T.B, T.Switch)->Used, 4);
  EXPECT_TRUE(find(E, T.B, T.Switch)->Limits.empty());
  EXPECT_EQ(E.Channels[1].Bandwidth, 4);
  EXPECT_EQ(&E.Links[E.Channels[1].Link], find(E, T.A, T.Switch));
  EXPECT_EQ(E.Total, 12);
  EXPECT_EQ(E.Even, 12);
}

TEST(EstimateBandwidth, AChannelThatComesTwiceHasTwoFlowsOnce) {
  TwoGpus T;
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 1}, {0, 1}})}), {});
  EXPECT_EQ(find(E, T.A, T.Switch)->Flows, 2u);
  EXPECT_EQ(E.Channels[0].Bandwidth, 6);
  EXPECT_EQ(find(E, T.A, T.Switch)->Used, 12);
  EXPECT_EQ(find(E, T.A, T.Switch)->Limits, Numbers{0});
}

TEST(EstimateBandwidth, NicsBothWaysAndTheirEfficiency) {
  TwoGpus T;
  ChannelTraffic C = hops({{0, 1}});
  C.Head = 0, C.Tail = 1, C.Recv = 0, C.Send = 1;
  BandwidthConstants Constants;
  Constants.NetEfficiency = 0.5;
  const auto E = estimateBandwidth(traffic(T.S, {C}), Constants);
  EXPECT_EQ(E.Channels[0].Bandwidth, 5);
  ASSERT_GE(E.Links.size(), 2u);
  const LinkLoad &Send = E.Links[E.Links.size() - 2], &Recv = E.Links.back();
  EXPECT_EQ(Send.To, T.N1);
  EXPECT_EQ(Recv.From, T.N0);
  EXPECT_EQ(Send.Width, 10);
  EXPECT_EQ(Send.Share, 5);
  EXPECT_EQ(find(E, T.A, T.Switch)->Share, 12);
}

TEST(EstimateBandwidth, DevicesOfOnePortShareIt) {
  for (const bool OnePort : {false, true}) {
    TwoGpus T(OnePort);
    ChannelTraffic C0 = hops({{0, 1}}), C1 = hops({{1, 0}});
    C0.Head = 0, C0.Tail = 1, C0.Recv = C0.Send = 0;
    C1.Head = 1, C1.Tail = 0, C1.Recv = C1.Send = 1;
    const auto E = estimateBandwidth(traffic(T.S, {C0, C1}), {});
    EXPECT_EQ(E.Total, OnePort ? 10 : 12); // else GPUs' PCI: 12 / 2 flows
    EXPECT_EQ(E.Links.back().Flows, OnePort ? 2u : 1u);
  }
}

TEST(EstimateBandwidth, DevicesOfOnePortKeepTheirWidths) {
  TwoGpus T(true);
  T.S[T.N1].Links.front().Width = 4; // receives, after the paths were computed
  ChannelTraffic C0, C1;
  C0.Head = C1.Head = 0;
  C0.Recv = 0, C1.Recv = 1;
  const auto E = estimateBandwidth(traffic(T.S, {C0, C1}), {});
  EXPECT_EQ(E.Channels[0].Bandwidth, 5); // 10 / 2
  EXPECT_EQ(E.Channels[1].Bandwidth, 2); // 4 / 2
  EXPECT_EQ(E.Links.back().Used, 7);
  EXPECT_EQ(E.Links.back().Limits, Numbers{1});
}

// nccl-search section 7: only what a GPU sends costs more.
TEST(EstimateBandwidth, ThroughAnIntelCpu) {
  TestSystem T;
  const NodeRef Cpu = T.skylake(), A = T.gpu(Cpu, 12), N = T.net(Cpu, 10);
  T.finish(false);
  ChannelTraffic C;
  C.Head = C.Tail = 0, C.Recv = C.Send = 0;
  BandwidthConstants Constants;
  Constants.IntelPciCost = 1.2;
  const auto E = estimateBandwidth(traffic(T.S, {C}), Constants);
  EXPECT_EQ(find(E, A, Cpu)->Cost, 1.2);
  EXPECT_EQ(find(E, Cpu, A)->Cost, 1);
  EXPECT_EQ(E.Links.back().From, N);
  EXPECT_EQ(E.Links.back().Cost, 1);
}

TEST(EstimateBandwidth, ACapLimitsAndNoLinkDoes) {
  TwoGpus T;
  BandwidthConstants Constants;
  Constants.ChannelCap = 3;
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 1}})}), Constants);
  EXPECT_EQ(E.Channels[0].Bandwidth, 3);
  EXPECT_EQ(E.Channels[0].Link, NoLink);
  EXPECT_TRUE(find(E, T.A, T.Switch)->Limits.empty());
}

TEST(EstimateBandwidth, HostMemoryOnRequest) {
  TwoGpus T;
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 1, true}})}), {});
  EXPECT_NE(find(E, T.Switch, T.Cpu), nullptr);
  EXPECT_NE(find(E, T.Cpu, T.Switch), nullptr);
  EXPECT_EQ(find(estimateBandwidth(traffic(T.S, {hops({{0, 1}})}), {}),
                 T.Switch, T.Cpu),
            nullptr);
}

// The second CPU has the number of the first: no path leads to it.
TEST(EstimateBandwidth, HostMemoryOfACpuThatIsReached) {
  TestSystem T;
  const NodeRef Twin = T.cpu(), Cpu = T.cpu(), Switch = T.pci(Cpu);
  T.S[Twin].Id = T.S[Cpu].Id = 0;
  T.gpu(Switch), T.gpu(Switch);
  T.finish(true);
  ASSERT_EQ(T.path({NodeType::Gpu, 0}, Cpu).Count, 0);
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 1, true}})}), {});
  EXPECT_EQ(E.NumUnknown, 0u);
  EXPECT_NE(find(E, Switch, Cpu), nullptr);
}

// nccl-search section 7: over NVLink to a CPU the way back costs as much.
TEST(EstimateBandwidth, NvlinkToACpuCostsTheWayBack) {
  TestSystem T;
  const NodeRef Cpu = T.cpu(), Switch = T.pci(Cpu);
  const NodeRef A = T.gpu(Switch, 1), B = T.gpu(Switch, 1);
  T.nvlink(A, Cpu, 40);
  T.nvlink(B, Cpu, 40);
  T.finish(true);
  const FabricTraffic Traffic = traffic(T.S, {hops({{0, 1}, {1, 0}})});
  BandwidthConstants Constants;
  EXPECT_EQ(estimateBandwidth(Traffic, Constants).Total, 40);
  Constants.ReturnCost = true;
  const auto E = estimateBandwidth(Traffic, Constants);
  EXPECT_EQ(E.Total, 20);
  EXPECT_EQ(find(E, Cpu, A)->Flows, 1u);
  EXPECT_EQ(find(E, Cpu, A)->Cost, 2);
}

TEST(EstimateBandwidth, NumbersThatNameNothingAreUnknown) {
  TwoGpus T;
  ChannelTraffic C = hops({{0, 1}, {-1, 0}, {0, 99}, {1, 1}, {}});
  C.Head = -7, C.Tail = 0, C.Recv = 0, C.Send = 77;
  FabricTraffic Traffic = traffic(T.S, {C, {}});
  Traffic.Servers.push_back({});         // no system
  Traffic.Servers[0].Channels.resize(3); // one too many
  const auto E = estimateBandwidth(Traffic, {});
  EXPECT_EQ(E.NumUnknown, 5u);
  EXPECT_EQ(E.Channels[0].NumUnknown, 5u);
  EXPECT_TRUE(E.Channels[0].FirstUnknown.FromNet);
  EXPECT_EQ(E.Channels[0].FirstUnknown.To, -7);
  EXPECT_EQ(E.Channels[0].Bandwidth, 12);
  EXPECT_TRUE(std::isinf(E.Channels[1].Bandwidth));
}

TEST(EstimateBandwidth, PathsThatDontFitTheLinksAreUnknown) {
  TwoGpus T;
  T.S[T.Switch].Links.clear(); // behind the paths' back
  EXPECT_EQ(estimateBandwidth(traffic(T.S, {hops({{0, 1}})}), {}).NumUnknown,
            1u);
  T.S.Paths = PathTable();
  EXPECT_EQ(estimateBandwidth(traffic(T.S, {hops({{0, 1}})}), {}).NumUnknown,
            1u);
}

TEST(EstimateBandwidth, OddWidths) {
  TwoGpus T;
  T.S[T.A].Links.back().Width = -3;
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 1}})}), {});
  EXPECT_EQ(E.Total, 0);
  EXPECT_EQ(E.Channels[0].Bandwidth, 0);
}

TEST(EstimateBandwidth, OneRankHasNoLimit) {
  TwoGpus T;
  const auto E = estimateBandwidth(traffic(T.S, {hops({{0, 0}})}, 1), {});
  EXPECT_TRUE(std::isinf(E.Total) && std::isinf(E.allReduce(E.Total)));
  EXPECT_EQ(E.NumUnknown, 0u);
}

TEST(EstimateBandwidth, NamesOfNcclTests) {
  BandwidthEstimate E;
  E.NumRanks = 4;
  EXPECT_EQ(E.busBandwidth(12), 12);
  EXPECT_EQ(E.allReduce(12), 8);  // 2 * 3/4 of the size at 12 GB/s
  EXPECT_EQ(E.allGather(12), 16); // 3/4 of it
}

TEST(EstimateBandwidth, TightestFirst) {
  BandwidthEstimate E;
  for (const double Share : {5.0, 1.0, 7.0, 5.0})
    E.Links.emplace_back().Share = Share;
  E.Links[2].Limits = {0};
  EXPECT_EQ(tightestFirst(E), (Numbers{2, 1, 0, 3}));
}

TEST(EstimateBandwidth, ConstantsOfAProfile) {
  EXPECT_EQ(bandwidthConstants(*findProfile("nccl-2.10.3")).IntelPciCost, 1.2);
  EXPECT_TRUE(bandwidthConstants(*findProfile("nccl-2.8.4")).ReturnCost);
  EXPECT_EQ(bandwidthConstants(*findProfile("neuron-2.31.24")).IntelPciCost, 1);
  EXPECT_FALSE(bandwidthConstants(*findProfile("neuron-2.31.24")).ReturnCost);
}

TEST(EstimateBandwidth, Names) {
  TwoGpus T;
  T.S[T.A].Name = "0000:01:00.0";
  EXPECT_EQ(nameOf(T.S, T.A), "GPU 0 (0000:01:00.0)");
  EXPECT_EQ(nameOf(T.S, T.Switch), "PCI 0");
  EXPECT_EQ(nameOf(T.S, T.N1), "NET 1");
  EXPECT_EQ(nameOf(T.S, T.Cpu), "CPU 0");
  EXPECT_EQ(nameOf(T.S, {NodeType::Gpu, 9}), "GPU ?");
}

TEST(FabricTraffic, OncePerServerAndBothWays) {
  const Fabric F = makeFabric({{3, 4}, {0, 1, 0}, 2, true});
  const FabricTraffic T = describeTraffic(F);
  ASSERT_EQ(T.Servers.size(), 2u);
  EXPECT_EQ(T.Servers[0].NumNodes, 2u);
  EXPECT_EQ(T.Servers[1].FirstNode, 1u);
  EXPECT_EQ(T.NumRanks, 10u);
  ASSERT_EQ(T.NumChannels, 4u);
  const ChannelTraffic &One = T.Servers[1].Channels[1],
                       &Back = T.Servers[1].Channels[3];
  EXPECT_EQ(One.Hops.size(), 3u);
  for (const ChannelTraffic::Hop &H : One.Hops)
    EXPECT_EQ(std::count_if(Back.Hops.begin(), Back.Hops.end(),
                            [&](const ChannelTraffic::Hop &B) {
                              return B.From == H.To && B.To == H.From;
                            }),
              1);
  EXPECT_EQ(One.Head, Back.Tail);
  EXPECT_EQ(One.Tail, Back.Head);
  EXPECT_EQ(nameOf(F, T.Servers[0]), "server 0 (2 nodes from 0 on)");
  EXPECT_EQ(nameOf(F, T.Servers[1]), "server 1 (node 1)");
}

TEST(FabricTraffic, BrokenTablesAreUnknownWays) {
  Fabric F = makeFabric({{3, 4}, {0, 1, 0}, 2, true});
  F.Servers[0].Ranks.clear();
  F.Servers[0].Nets.clear();
  F.Servers[1].ToNext.clear();
  F.Servers[1].Ranks[2].ringNext[0] = 99;
  F.Servers[1].Ranks[0].ringRecv[0] = -5;
  const FabricTraffic T = describeTraffic(F);
  ASSERT_EQ(T.Servers[0].Channels[1].Hops.size(), 1u);
  EXPECT_EQ(T.Servers[0].Channels[1].Hops[0].From, -1);
  EXPECT_EQ(T.Servers[0].Channels[1].Recv, NoNet);
  EXPECT_EQ(T.Servers[1].Channels[0].Head, -5);
  EXPECT_TRUE(std::any_of(T.Servers[1].Channels[0].Hops.begin(),
                          T.Servers[1].Channels[0].Hops.end(),
                          [](const auto &H) { return H.To == 99; }));
  EXPECT_GT(estimateBandwidth(F).NumUnknown, 0u);
  F.Common->NumChannels = 1000;
  F.Channels[3].CopyOf = ChannelId(77);
  F.Rules = nullptr;
  EXPECT_GT(estimateBandwidth(F).NumUnknown, 0u);
}
