//===- SearchTest.cpp - The ladder, its budgets and its ends --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/ComputeGraph.h"
#include "passes/ComputeGraph/Walk.h"
#include "test/Unit/System/TestSystem.h"
#include <cmath>

using namespace ringc;
using namespace ringc::search;
using namespace ringc::test;

namespace {

using Graph = ringc::abi::ncclTopoGraph; // libstdc++ has an abi too

struct Result {
  Graph G;
  SearchTrace T;
};

/// Step for step as NCCL.
Result searchSystem(const TestSystem &T, SearchMode Mode = SearchMode::Plain) {
  Result R{ringTemplate(T.P), {}};
  searchRings(T.S, T.P, R.G, Mode, &R.T);
  return R;
}

/// Eight GPUs on one NVSwitch, two and a NET to each PCI switch.
struct Nvswitch8 : TestSystem {
  explicit Nvswitch8(const char *Profile, bool Nets) : TestSystem(Profile) {
    NodeRef Nvs = add(NodeType::Nvs, 0);
    NodeRef Cpus[] = {skylake(), skylake()};
    for (unsigned I = 0; I < 4; ++I) {
      NodeRef Switch = pci(Cpus[I / 2]);
      for (unsigned K = 0; K < 2; ++K)
        nvlink(gpu(Switch), Nvs, 12 * P.nvlinkWidth(80));
      if (Nets)
        net(Switch);
    }
    finish(!Nets);
  }
};

TEST(Search, TemplateIsTheRuntimes) {
  Graph G = ringTemplate(*findProfile("nccl-2.10.3"));
  EXPECT_EQ(G.id, 0);
  EXPECT_EQ(G.pattern, 4);
  EXPECT_EQ(G.crossNic, 2);
  EXPECT_EQ(G.minChannels, 1);
  EXPECT_EQ(G.maxChannels, 16);
  EXPECT_EQ(G.nChannels, 0);
}

TEST(Search, FastChannelsAreSplit) {
  for (const char *Profile : {"nccl-2.8.4", "nccl-2.10.3"}) {
    Nvswitch8 T(Profile, false);
    Result R = searchSystem(T);
    EXPECT_EQ(R.T.SplitFrom, 6);
    EXPECT_EQ(R.G.nChannels, 12);
    EXPECT_EQ(R.G.speedIntra, T.P.nvlinkWidth(80));
    EXPECT_EQ(R.G.speedInter, R.G.speedIntra);
    EXPECT_EQ(R.T.End, SearchEnd::Saturated);
    ASSERT_EQ(R.T.Attempts.size(), 1u);
    EXPECT_EQ(R.T.Attempts[0].Steps, T.P.StepsSameChannels);
    EXPECT_EQ(R.T.Attempts[0].End, AttemptEnd::OutOfSteps);
    for (int I = 0; I < 12 * 8; ++I)
      EXPECT_EQ(R.G.intra[I], I % 8) << "index order";
  }
}

TEST(Search, SeveralServersUseUpTheBudget) {
  Nvswitch8 T("nccl-2.10.3", true);
  Result R = searchSystem(T);
  EXPECT_EQ(R.T.End, SearchEnd::BudgetSpent);
  EXPECT_EQ(R.T.Winner, 1);
  EXPECT_EQ(R.G.nChannels, 4);
  EXPECT_EQ(R.G.sameChannels, 0);
  EXPECT_EQ(R.T.SplitFrom, 0);
  ASSERT_EQ(R.T.Attempts.size(), 12u);
  for (const SearchAttempt &A : R.T.Attempts) {
    EXPECT_EQ(A.End, AttemptEnd::OutOfSteps);
    EXPECT_GE(A.Steps, A.Budget) << "side budgets come on top";
  }
  for (int C = 0; C < 4; ++C) {
    EXPECT_EQ(R.G.inter[2 * C], C);
    EXPECT_EQ(R.G.inter[2 * C + 1], C);
    EXPECT_EQ(R.G.intra[C * 8] / 2, C) << "starts beside its NET";
    EXPECT_EQ(R.G.intra[C * 8 + 7] / 2, C) << "and ends there";
  }
}

TEST(Search, StartsAtTheFirstSpeedThatFits) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu, 11);
  T.gpu(Cpu, 11);
  T.finish(true);
  EXPECT_EQ(searchSystem(T).T.Attempts.front().Speed, 10);
}

TEST(Search, IntraIsInRanks) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu), B = T.gpu(Cpu);
  T.S[A].Gpu.Rank = 1;
  T.S[B].Gpu.Rank = 0;
  T.finish(true);
  Result R = searchSystem(T);
  EXPECT_EQ(R.G.intra[0], 1);
  EXPECT_EQ(R.G.intra[1], 0);
}

TEST(Search, OneGpuAloneIsPerfect) {
  TestSystem T;
  T.gpu(T.cpu());
  T.finish(true);
  Result R = searchSystem(T);
  // Nothing is to be sent, so the first channel found is enough; yet the walk
  // goes on to all sixteen.
  EXPECT_EQ(R.T.End, SearchEnd::Perfect);
  EXPECT_EQ(R.G.nChannels, 16);
  EXPECT_EQ(R.G.speedIntra, 44);
  EXPECT_EQ(R.G.typeIntra, int(PathType::Loc));
}

/// Two GPUs with links too thin for the lowest speed of 2.10.3 without NETs.
struct Thin : TestSystem {
  explicit Thin(const char *Profile) : TestSystem(Profile) {
    NodeRef Cpu = cpu();
    gpu(Cpu, 0.75f);
    gpu(Cpu, 0.75f);
    finish(true);
  }
};

TEST(Search, WithoutAChannelThereIsOneInIndexOrder) {
  Thin T("nccl-2.10.3");
  Result R = searchSystem(T);
  EXPECT_TRUE(R.T.SimpleOrder);
  EXPECT_EQ(R.T.Winner, -1);
  EXPECT_EQ(R.T.End, SearchEnd::LastSpeed);
  EXPECT_EQ(R.G.nChannels, 1);
  EXPECT_EQ(R.G.speedIntra, 0.1f);
  EXPECT_EQ(R.G.typeIntra, int(PathType::Sys));
  EXPECT_EQ(R.G.intra[1], 1);
}

TEST(Search, OneSpeedListGoesLower) {
  Thin T("nccl-2.8.4");
  Result R = searchSystem(T);
  EXPECT_FALSE(R.T.SimpleOrder);
  EXPECT_EQ(R.G.speedIntra, 0.24f);
  EXPECT_EQ(R.G.nChannels, 3);
}

TEST(Search, TheIntelTaxIsTheProfiles) {
  // A flow of 10 takes 12 of a link in 2.10.3, one of 9 does in 2.8.4.
  for (auto [Profile, Speed] :
       {std::pair("nccl-2.10.3", 10.0f), std::pair("nccl-2.8.4", 9.0f)}) {
    TestSystem T(Profile);
    NodeRef Cpu = T.skylake();
    T.gpu(Cpu);
    T.gpu(Cpu);
    T.finish(true);
    Result R = searchSystem(T);
    EXPECT_EQ(R.G.speedIntra, Speed) << Profile;
    EXPECT_EQ(R.G.typeIntra, int(PathType::Phb));
  }
}

TEST(Search, AnotherNicOnTheWayOutWhereThatHelps) {
  // A GPU and its NET on each side, and between the sides NVLink only.
  TestSystem T;
  NodeRef Cpu0 = T.skylake(), Cpu1 = T.skylake();
  NodeRef Left = T.pci(Cpu0), Right = T.pci(Cpu1);
  NodeRef A = T.gpu(Left), B = T.gpu(Right);
  T.net(Left);
  T.net(Right);
  T.nvlink(A, B, 44);
  T.finish(false);
  Result R = searchSystem(T);
  EXPECT_EQ(R.G.crossNic, 1);
  ASSERT_EQ(R.G.nChannels, 2);
  EXPECT_NE(R.G.inter[0], R.G.inter[1]);
  EXPECT_EQ(R.G.inter[0], R.G.inter[3]);
}

/// The widths that stay behind after an attempt that finds channels.
std::vector<float> widthsAfter(const TestSystem &T, float Speed) {
  Graph Best = ringTemplate(T.P);
  Best.sameChannels = 1;
  Graph Wanted = Best;
  Wanted.crossNic = 0;
  Wanted.speedIntra = Wanted.speedInter = Speed;
  Wanted.typeIntra = Wanted.typeInter = int(PathType::Sys);
  SearchSpace Space(T.S, T.P);
  Walker W(Space, T.P, Best);
  W.attempt(Wanted, T.P.StepsSameChannels);
  EXPECT_GT(Best.nChannels, 0);
  return {W.widths().begin(), W.widths().end()};
}

TEST(Walk, GivesBackExactlyWhatThreeDecimalsHold) {
  Nvswitch8 T("nccl-2.10.3", true);
  EXPECT_EQ(widthsAfter(T, 12), SearchSpace(T.S, T.P).Widths);
}

TEST(Walk, FinerWidthsDriftAndStay) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu, 0.1875f);
  T.gpu(Cpu, 0.1875f);
  T.finish(true);
  std::vector<float> After = widthsAfter(T, 0.12f);
  EXPECT_EQ(std::count(After.begin(), After.end(), 0.1875f), 0);
  EXPECT_EQ(std::count(After.begin(), After.end(), 0.188f), 4);
}

TEST(Walk, StopsWhereTheBudgetDoes) {
  Nvswitch8 T("nccl-2.10.3", false);
  Graph Best = ringTemplate(T.P), Wanted = Best;
  Wanted.speedIntra = Wanted.speedInter = 12;
  Wanted.typeIntra = int(PathType::Nvl);
  SearchSpace Space(T.S, T.P);
  Walker W(Space, T.P, Best);
  // A channel takes a step for each GPU and one at its end.
  EXPECT_EQ(W.attempt(Wanted, 8), 0);
  EXPECT_EQ(W.steps(), 8);
  EXPECT_EQ(Best.nChannels, 0);
  EXPECT_EQ(W.attempt(Wanted, 9), 0);
  EXPECT_EQ(W.steps(), 8 + 9);
  EXPECT_EQ(Best.nChannels, 1);
}

TEST(Search, TwoHundredFiftySixGpusFitTheStack) {
  TestSystem T;
  NodeRef Nvs = T.add(NodeType::Nvs, 0);
  // Made without connect(), which would refuse so many links on one node.
  NodeRef Cpu = T.cpu();
  for (unsigned I = 0; I < MaxLocalRanks; ++I) {
    NodeRef Gpu = T.add(NodeType::Gpu, 1000 + I);
    T.S[Gpu].Gpu = {int(I), int(I), 80, true};
    for (auto [Far, Type, Width] : {std::tuple(Nvs, LinkType::Nvl, 800.0f),
                                    std::tuple(Cpu, LinkType::Pci, 12.0f)}) {
      T.S[Gpu].Links.push_back({Type, Far, Width});
      T.S[Far].Links.push_back({Type, Gpu, Width});
    }
  }
  ASSERT_FALSE(computePaths(T.S, T.P));
  initSearch(T.S);
  Result R = searchSystem(T);
  EXPECT_EQ(R.G.nChannels, 16);
  EXPECT_EQ(R.T.End, SearchEnd::Perfect);
}

} // namespace
