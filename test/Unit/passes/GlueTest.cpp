//===- GlueTest.cpp - Passes on fabrics that someone broke ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stranger's pass may have run before ours, with the verifiers turned off;
// text IR is verified when read, so broken tables come about only in memory. If
// these fail, a ring pass works on what it should have refused.
//
//===----------------------------------------------------------------------===//

#include "../IR/SampleFabric.h"
#include "ringc/Pass/Pass.h"
#include <gtest/gtest.h>

namespace ringc {
#define RINGC_PASS(Room) PassInfo get##Room##Info();
#include "ringc/passes/All.inc"
#undef RINGC_PASS
} // namespace ringc

using namespace ringc;
using namespace ringc::test;

namespace {

/// What one pass does to one fabric.
struct Outcome {
  std::string Messages;
  std::vector<std::string> Remarks;
};

Outcome run(const PassInfo &Info, Fabric &F, const PassArguments &Args = {}) {
  Outcome Out;
  DiagnosticEngine Diags(llvm::nulls());
  Diags.setHandler([&](const Diagnostic &D) { Out.Messages += D.Text + "\n"; });
  RemarkList Remarks;
  PassContext Ctx{Diags, Remarks,
                  [](unsigned N, llvm::function_ref<void(unsigned)> Do) {
                    for (unsigned I = 0; I < N; ++I)
                      Do(I);
                  }};
  llvm::cantFail(Info.Create(Args))->run(F, Ctx);
  EXPECT_EQ(Diags.hasErrors(), !Out.Messages.empty());
  for (const Remark &R : Remarks.all())
    Out.Remarks.push_back(R.Function + ": " + R.message());
  return Out;
}

Fabric twoServers(Phase Last) {
  return makeFabric({{3, 4}, {0, 1, 0}, 2, false}, Last);
}

} // namespace

TEST(Glue, PresetRefusesAnOrder) {
  Fabric F = twoServers(Phase::Graph);
  F.Servers[1].Graph.intra[1 * 4 + 2] = 7;
  EXPECT_EQ(run(getPresetInfo(), F).Messages,
            "server 1, channel 1: order holds rank 7, which is no local "
            "rank or stands there twice\n");
  EXPECT_FALSE(F.Established.contains(Phase::Fragments));
}

TEST(Glue, AllGatherRefusesTwoNodesInOne) {
  Fabric F = twoServers(Phase::Fragments);
  F.Servers[1].Ranks[3].ringRecv[0] = 3;
  EXPECT_EQ(run(getAllGatherInfo(), F).Messages,
            "server 1: its ranks do not agree on the head of channel "
            "0\n");
  EXPECT_FALSE(F.Common.has_value());
}

TEST(Glue, AllGatherNamesEveryServerThatCouldDoMore) {
  Fabric F = makeFabric({{2, 2, 2}, {0, 1, 2}, 3, false}, Phase::Fragments);
  F.Servers[1].Graph.nChannels = 1;
  const Outcome Out = run(getAllGatherInfo(), F);
  EXPECT_EQ(Out.Messages, "");
  EXPECT_EQ(Out.Remarks,
            (std::vector<std::string>{
                "server 0: uses 1 of its 3 channels: server 1 (sample.xml) has "
                "no more",
                "server 2: uses 1 of its 3 channels: server 1 (sample.xml) has "
                "no more"}));
  EXPECT_EQ(F.Common->NumChannels, 1);
}

TEST(Glue, PostsetRefusesAFragment) {
  Fabric F = twoServers(Phase::Gathered);
  F.Servers[1].Ranks[2].ringNext[1] = 4;
  EXPECT_EQ(run(getPostsetInfo(), F).Messages,
            "server 1, channel 1: a fragment names a rank outside the "
            "server\n");
  EXPECT_FALSE(F.Established.contains(Phase::Stitched));
}

TEST(Glue, BuildRingsSaysHowEachWalkFailed) {
  Fabric F = makeFabric({{2}, {0, 0}, 4, false}, Phase::Stitched);
  F.Channels[0].Next = {1, 2, -1, 0};
  F.Channels[1].Next = {1, 2, 3, 2};
  F.Channels[2].Next = {1, 0, 3, 2};
  F.Channels[3].Next = {1, 2, 3, 0};
  F.Channels[3].Prev = {3, 0, 0, 2};
  EXPECT_EQ(run(getBuildRingsInfo(), F).Messages,
            "ring 0 does not loop back to start (-1 != 0)\n"
            "ring 1 does not loop back to start (2 != 0)\n"
            "ring 2 does not contain rank 2\n"
            "channel 3: rank 1 is followed by rank 2, but 'prev' of "
            "that is 0\n");
  EXPECT_FALSE(F.Established.contains(Phase::Rings));
}

TEST(Glue, BindNetDevAsksByTheChannelsOwnNumber) {
  // Two channels found, three left after cutting, then one more: channel 3 is
  // the ring of channel 0, but the runtime asks for the NIC of channel 3 mod 2.
  Fabric F = makeFabric({{2}, {0, 0}, 2, false}, Phase::Rings);
  const int Inter[] = {5, 5, 6, 7};
  std::copy(std::begin(Inter), std::end(Inter), F.Servers[0].Graph.inter);
  F.Channels[3].CopyOf = ChannelId(0);
  const Outcome Out = run(getBindNetDevInfo(), F);
  // Channel 0 goes 0 1, channel 1 goes 1 0: rank 0 isn't the head of that.
  const std::vector<NetPair> Wanted = {{NetId(5), NetId(5)},
                                       {NetId(6), NetId(7)},
                                       {NetId(5), NetId(5)},
                                       {NetId(7), NetId(6)}};
  EXPECT_EQ(F.Servers[0].Nets, Wanted);
  EXPECT_EQ(Out.Remarks,
            (std::vector<std::string>{
                "server 0: channel 1 enters by NIC 6 and leaves by NIC 7",
                "server 0: channel 3 enters by NIC 7 and leaves by NIC 6"}));
  EXPECT_EQ(verify(F).find("net"), std::string::npos);
}

TEST(Glue, BindNetDevTurnsReversedChannelsRound) {
  Fabric F = makeFabric({{3}, {0, 0}, 1, true}, Phase::Rings);
  F.Servers[0].Graph.inter[0] = 5;
  F.Servers[0].Graph.inter[1] = 6;
  run(getBindNetDevInfo(), F);
  EXPECT_EQ(F.Servers[0].Nets,
            (std::vector<NetPair>{{NetId(5), NetId(6)}, {NetId(6), NetId(5)}}));
}
