//===- ProvedTest.cpp - What the search leaves out, and that it may -------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/ComputeGraph.h"
#include "passes/ComputeGraph/WalkPlan.h"
#include "test/Unit/System/TestSystem.h"
#include <algorithm>
#include <cstring>

using namespace ringc;
using namespace ringc::search;
using namespace ringc::test;

namespace {

using Graph = ringc::abi::ncclTopoGraph;

/// \p Gpus on one NVSwitch, two and a NET to each PCI switch.
struct Nvswitch : TestSystem {
  explicit Nvswitch(unsigned Gpus, const char *Profile = "nccl-2.10.3")
      : TestSystem(Profile) {
    NodeRef Nvs = add(NodeType::Nvs, 0), Cpu = skylake();
    for (unsigned I = 0; I < Gpus / 2; ++I) {
      NodeRef Switch = pci(Cpu);
      for (unsigned K = 0; K < 2; ++K)
        nvlink(gpu(Switch), Nvs, 12 * P.nvlinkWidth(80));
      net(Switch);
    }
    finish(false);
  }
};

std::vector<float> noDrift(const SearchSpace &Space) {
  return std::vector<float>(Space.Widths.size(), SpeedSpace::NoDrift);
}

/// A system and all that is known of it at some speed.
template <typename System> struct AtSpeed {
  const System T;
  const SearchSpace Space;
  std::vector<float> Drift;
  const SpeedSpace At;

  explicit AtSpeed(unsigned Size, float Speed = 12)
      : T(Size), Space(T.S, T.P), Drift(noDrift(Space)),
        At(Space, T.P, Speed, Space.Widths, Drift) {}
};

struct Both {
  Graph Plain, Proved;
  SearchTrace PlainTrace, ProvedTrace;
};

Both searchBoth(const TestSystem &T) {
  Both B{ringTemplate(T.P), ringTemplate(T.P), {}, {}};
  searchRings(T.S, T.P, B.Plain, SearchMode::Plain, &B.PlainTrace);
  searchRings(T.S, T.P, B.Proved, SearchMode::Proved, &B.ProvedTrace);
  return B;
}

// Breaks if an NVSwitch server with NICs is searched on after its answer, or
// answered otherwise.
TEST(Proved, AnswersAsSoonAsNothingBetterIsLeft) {
  for (const char *Profile : {"nccl-2.8.4", "nccl-2.10.3"}) {
    const Both B = searchBoth(Nvswitch(8, Profile));
    EXPECT_EQ(std::memcmp(&B.Plain, &B.Proved, sizeof(Graph)), 0);
    EXPECT_GT(B.PlainTrace.totalSteps(), 1000000);
    EXPECT_LT(B.ProvedTrace.totalSteps(), 5000);
    EXPECT_EQ(B.ProvedTrace.Winner, B.PlainTrace.Winner);
    EXPECT_EQ(B.ProvedTrace.End, SearchEnd::Proved);
    EXPECT_EQ(B.ProvedTrace.Attempts[1].End, AttemptEnd::Bound);
    EXPECT_EQ(B.ProvedTrace.Attempts[2].End, AttemptEnd::Alike);
  }
}

// Breaks if drift of the float arithmetic is taken for exact.
TEST(Proved, WidthsThatAreNoThousandthsAreNotExact) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu, 12.0001f);
  T.gpu(Cpu, 12);
  T.finish(true);
  const SearchSpace Space(T.S, T.P);
  std::vector<float> Drift = noDrift(Space);
  EXPECT_FALSE(SpeedSpace(Space, T.P, 3, Space.Widths, Drift).isExact());
  // No flow of 15 GB/s passes these links, so nothing drifts.
  EXPECT_TRUE(SpeedSpace(Space, T.P, 15, Space.Widths, Drift).isExact());
  EXPECT_EQ(Drift, noDrift(Space));
}

/// Two GPUs, and two NETs on a card whose link to the CPU is \p Width wide.
struct WideCard : TestSystem {
  explicit WideCard(float Width) {
    const NodeRef Cpu = cpu();
    gpu(Cpu);
    gpu(Cpu);
    const NodeRef Card = nic(Cpu, Width);
    for (int Dev = 0; Dev < 2; ++Dev) {
      const NodeRef Net = add(NodeType::Net, Dev);
      EXPECT_FALSE(connectBoth(S, Net, Card, LinkType::Net, 10, P));
      S[Net].Net = {uint64_t(Dev), 0, 10, false, false, 65536};
    }
    finish(false);
  }
};

// Breaks if a link that drifts is taken for exact, or one with room for all for
// short.
TEST(Proved, LinksThatDriftButAreNeverShortAreExact) {
  const WideCard T(5000);
  const SearchSpace Space(T.S, T.P);
  std::vector<float> Drift = noDrift(Space);
  // Twice: what it drifted to at one speed it has at the next.
  float Least = 5000;
  for (const float Speed : {2.4f, 1.2f, 0.12f}) {
    const SpeedSpace At(Space, T.P, Speed, Space.Widths, Drift);
    EXPECT_TRUE(At.isExact()) << Speed;
    const float Now = *std::min_element(Drift.begin(), Drift.end());
    EXPECT_LE(Now, Least);
    EXPECT_GT(Now, 4900) << "it comes to rest";
    Least = Now;
  }
  EXPECT_NE(Drift, noDrift(Space)) << "one of them does drift";
  // Where it may already be short of one flow, nothing is known.
  for (float &Of : Drift)
    if (Of != SpeedSpace::NoDrift)
      Of = 40;
  EXPECT_FALSE(SpeedSpace(Space, T.P, 2.4f, Space.Widths, Drift).isExact());
}

// Breaks if what a flow takes isn't what the float arithmetic takes.
TEST(Proved, FlowsAreThousandths) {
  const AtSpeed<Nvswitch> Four(4);
  ASSERT_TRUE(Four.At.isExact());
  const Takes &Way = Four.At.gpuToGpu(0, 1);
  ASSERT_EQ(Way.Count, 2u);
  EXPECT_EQ(Four.At.takes(Way)[0].Amount, 12000);
  EXPECT_EQ(Four.At.takes(Way)[0].Need, 12000);
  EXPECT_EQ(Four.At.capacity(Four.At.takes(Way)[0].Link), 22); // of 264 GB/s
}

// Breaks if types that allow the same ways count as different attempts.
TEST(Proved, TypesThatAllowNothingNewAreAlike) {
  const AtSpeed<Nvswitch> Four(4);
  EXPECT_EQ(Four.At.intraLevel(PathType::Sys), PathType::Nvl);
  EXPECT_EQ(Four.At.intraLevel(PathType::Loc), PathType::Loc);
}

// Breaks if a bound is below what can be had, or far above.
TEST(Proved, BoundsAreThoseOfNetsAndGpus) {
  const AtSpeed<Nvswitch> Four(4);
  Bounds Limits(Four.At, 16);
  const Rung R{PathType::Nvl, PathType::Pix, false};
  const Bound B = Limits.thorough(R);
  EXPECT_EQ(B.Channels, 2); // a NET of 12.5 GB/s bears one channel
  EXPECT_EQ(B.Hops, 3 * 2 + 3 + 3);
  // No GPU is reached from a NET over NVLink.
  EXPECT_EQ(Limits.quick({PathType::Nvl, PathType::Nvl, false}).Channels, 0);
}

// Breaks if an attempt is dropped that could still beat the best result.
TEST(Proved, OnlyWhatCanNotBeatIsDropped) {
  const AtSpeed<Nvswitch> Four(4);
  Bounds Limits(Four.At, 16);
  const Rung R{PathType::Nvl, PathType::Pix, false};
  Graph Wanted = ringTemplate(Four.T.P), Best = Wanted;
  Wanted.crossNic = Best.crossNic = 0;
  Wanted.speedIntra = Wanted.speedInter = Best.speedIntra = 12;
  Best.nChannels = 1;
  EXPECT_TRUE(Limits.canBeat(R, Wanted, Best)) << "by a channel more";
  Best.nChannels = 2;
  Best.nHops = 25;
  EXPECT_TRUE(Limits.canBeat(R, Wanted, Best)) << "by fewer hops";
  Best.nHops = 24;
  EXPECT_FALSE(Limits.canBeat(R, Wanted, Best));
  Best.nHops = 25;
  Best.crossNic = 1;
  EXPECT_FALSE(Limits.canBeat(R, Wanted, Best)) << "hops of another condition";
}

/// Two GPUs, each behind \p Bridges bridges as wide as its own link, and a NET.
struct BridgeRow : TestSystem {
  explicit BridgeRow(unsigned Bridges) {
    const NodeRef Cpu = cpu();
    for (unsigned G = 0; G < 2; ++G) {
      NodeRef Up = Cpu;
      for (unsigned I = 0; I < Bridges; ++I)
        Up = pci(Up, 24);
      gpu(Up, 24);
    }
    const NodeRef Net = add(NodeType::Net, 0);
    EXPECT_FALSE(connectBoth(S, Net, nic(Cpu, 24), LinkType::Net, 25, P));
    S[Net].Net = {1, 1, 25, true, false, 32};
    finish(false);
  }
};

// Breaks if bridges in a row are all kept account of, or a link is left out
// that runs out first.
TEST(Proved, OnlyTheNarrowestLinkOfARowCounts) {
  const Rung R{PathType::Phb, PathType::Phb, false};
  size_t Kept = 0;
  for (const unsigned Bridges : {0u, 3u}) {
    const AtSpeed<BridgeRow> Row(Bridges);
    WalkPlan Plan(Row.Space);
    Plan.prepare(Row.At, R, 16);
    if (Bridges == 0)
      Kept = Plan.Widths.size();
    EXPECT_EQ(Plan.Widths.size(), Kept);
    // From GPU to GPU: one link up, one down.
    EXPECT_EQ(Plan.Legs[Plan.gpuToGpu(0, 1)].Count, 2);
  }
}

// Breaks if ways over a link for one flow don't exclude each other, or are paid
// for besides.
TEST(Proved, WaysOverASingleLinkExcludeEachOther) {
  const AtSpeed<BridgeRow> Row(0, 15);
  WalkPlan Plan(Row.Space);
  Plan.prepare(Row.At, {PathType::Phb, PathType::Phb, false}, 16);
  ASSERT_EQ(Plan.NumWords, 1u);
  const auto Excludes = [&](unsigned A, unsigned B) {
    return Plan.Excluded[A] >> B & 1;
  };
  // The NET's link and GPU 0's way down are both for one flow of 15.
  EXPECT_TRUE(Excludes(Plan.netToGpu(0, 0), Plan.netToGpu(0, 1)));
  EXPECT_TRUE(Excludes(Plan.netToGpu(0, 0), Plan.gpuToGpu(1, 0)));
  // Its way up isn't touched.
  EXPECT_FALSE(Excludes(Plan.netToGpu(0, 0), Plan.gpuToGpu(0, 1)));
  EXPECT_EQ(Plan.Barriers.size(), 0u);
}

} // namespace
