//===- VerifyTest.cpp - Verifiers find what is wrong ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a pass (ours or a stranger's) can break a promise unseen, or a
// right fabric is refused. What a text can express is tested in test/IR; here
// is what only memory can hold.
//
//===----------------------------------------------------------------------===//

#include "SampleFabric.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace ringc;
using namespace ringc::test;

static bool contains(StringRef Messages, StringRef Text) {
  return Messages.contains(Text);
}

#define EXPECT_SAYS(F, Text)                                                   \
  do {                                                                         \
    const std::string Said = verify(F);                                        \
    EXPECT_TRUE(contains(Said, Text)) << Said;                                 \
  } while (false)

TEST(Verify, AcceptsRightFabricsAtEveryPhase) {
  for (unsigned P = 0; P < NumPhases; ++P)
    for (bool Reversed : {false, true})
      for (const SampleShape &Shape :
           {SampleShape{{4}, {0, 0}, 2, Reversed},
            SampleShape{{4, 1, 6}, {0, 0, 1, 0, 2, 2}, 3, Reversed},
            SampleShape{{1}, {0}, 1, Reversed},
            SampleShape{{1}, {0, 0}, 1, Reversed},
            SampleShape{{2}, {0}, 16, Reversed}})
        EXPECT_EQ(verify(makeFabric(Shape, Phase(P))), "") << P;
}

TEST(Verify, WorksWithoutEarlierPhases) {
  const Fabric Full = makeFabric({{3, 2}, {0, 1, 1}, 2, true});
  for (unsigned Bits = 0; Bits < 1u << NumPhases; ++Bits) {
    Fabric F = Full;
    F.Established = {};
    for (unsigned P = 0; P < NumPhases; ++P)
      if (Bits >> P & 1)
        F.Established.insert(Phase(P));
    EXPECT_EQ(verify(F), "") << Bits;
  }
}

TEST(Verify, PointsAtTheGpu) {
  Fabric F = makeFabric({{4}, {0, 0}, 1, false});
  F.Channels[0].Next[1] = 3;
  F.Channels[0].Next[2] = 1;
  F.Channels[0].Next[0] = 2;
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  Diags.addFileName("sample.xml");
  EXPECT_FALSE(verifyPhase(F, Phase::Stitched, Diags));
  EXPECT_TRUE(contains(
      Messages, "sample.xml:4:1: error: channel 0: rank 0 is followed by "
                "rank 2, but by rank 1 in its server's fragments"))
      << Messages;
}

TEST(Verify, Elements) {
  Fabric F = makeFabric({}, Phase::Parsed);
  F.Servers[0].Xml[1].Parent = 3;
  EXPECT_SAYS(F, "server 0: element 1 and its parent 3 do not agree");
  F = makeFabric({}, Phase::Parsed);
  F.Servers[0].Xml[2].Children.push_back(99);
  EXPECT_SAYS(F, "server 0: element 99 and its parent 2 do not agree");
}

TEST(Verify, NodeNumbers) {
  Fabric F = makeFabric({}, Phase::System);
  F.FirstRank.pop_back();
  EXPECT_SAYS(F, "2 first ranks, expected 3");
  F = makeFabric({}, Phase::System);
  F.FirstRank[1] = 5;
  EXPECT_SAYS(F, "node 1 begins at rank 5, expected 4");
  F = makeFabric({}, Phase::System);
  F.FirstRank[2] = 9;
  EXPECT_SAYS(F, "node 2 begins at rank 9, expected 8");
  F = makeFabric({}, Phase::System);
  F.Nodes[1] = ServerId(4);
  EXPECT_SAYS(F, "node 1 is server 4, but there are only 1 of them");
}

TEST(Verify, FarEnds) {
  Fabric F = makeFabric({}, Phase::System);
  F.Servers[0].Sys.of(NodeType::Gpu)[2].Links[0].Far = {NodeType::Nvs, 7};
  EXPECT_SAYS(F, "server 0: GPU 2 has a link to NVS 7, which does not exist");
  F.Servers[0].Sys.of(NodeType::Gpu)[2].Links[0].Far = {NodeType(77), 0};
  EXPECT_SAYS(F, "server 0: GPU 2 has a link to");
}

TEST(Verify, PathsOfOtherDevices) {
  Fabric F = makeFabric({}, Phase::System);
  F.Servers[0].Sys.Paths = PathTable();
  EXPECT_SAYS(F, "server 0: its paths are not those of its devices");
}

TEST(Verify, TooManyLocalRanks) {
  Fabric F = makeFabric({}, Phase::Graph);
  F.Servers[0].Sys.of(NodeType::Gpu).resize(257);
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  EXPECT_FALSE(verifyPhase(F, Phase::Graph, Diags));
  EXPECT_TRUE(contains(Messages, "server 0 has 257 ranks, the most is 256"));
}

TEST(Verify, ChannelCountsOutsideTheRecord) {
  for (int Count : {-1, 0, 33, INT32_MAX, INT32_MIN}) {
    Fabric F = makeFabric({});
    F.Servers[0].Graph.nChannels = Count;
    EXPECT_SAYS(F, "server 0: 'nChannels' of the graph is " +
                       std::to_string(Count) + ", which is not within 1 to 32");
    print(F);
  }
}

TEST(Verify, TableLengths) {
  Fabric F = makeFabric({});
  F.Servers[0].Ranks.pop_back();
  EXPECT_SAYS(F, "server 0 has fragments of 3 ranks, expected 4");
  F = makeFabric({});
  F.Common.reset();
  EXPECT_SAYS(F, "gathered figures are missing");
  F = makeFabric({});
  F.Channels[1].Next.push_back(0);
  EXPECT_SAYS(F, "channel 1: table 'next' has 9 entries, expected 8");
  F = makeFabric({});
  F.Channels[1].Prev.clear();
  EXPECT_SAYS(F, "channel 1: table 'prev' has 0 entries, expected 8");
  F = makeFabric({});
  F.Channels[0].Order.pop_back();
  EXPECT_SAYS(F, "channel 0: table 'order' has 7 entries, expected 8");
  F = makeFabric({});
  F.Servers[0].Nets.pop_back();
  EXPECT_SAYS(F, "server 0 has NETs for 3 channels, expected 4");
  F = makeFabric({});
  F.Servers[0].ToNext.pop_back();
  EXPECT_SAYS(F, "server 0 has transports for 15 hops, expected 16");
  F = makeFabric({});
  F.P2p.Order.push_back(1);
  EXPECT_SAYS(F, "p2p order has 3 channels, expected 2");
}

TEST(Verify, Copies) {
  Fabric F = makeFabric({});
  F.Channels[2].CopyOf = ChannelId(3);
  EXPECT_SAYS(F, "channel 2 copies channel 3, which is not an earlier channel "
                 "with tables of its own");
  F.Channels[2].CopyOf = ChannelId(UINT32_MAX);
  EXPECT_SAYS(F, "channel 2 copies channel 4294967295, which is not");
  print(F);
  F = makeFabric({});
  F.Channels[2].Next = F.Channels[0].Next;
  EXPECT_SAYS(F, "channel 2 copies channel 0 but has tables of its own");
}

TEST(Verify, OutOfRangeEdges) {
  for (int Wild : {-1, -2, 8, INT32_MAX, INT32_MIN}) {
    Fabric F = makeFabric({});
    F.Channels[0].Next[3] = Wild;
    EXPECT_EQ(verify(F), "ringc: error: ring 0 does not loop back to start (" +
                             std::to_string(Wild) + " != 0)\n");
    F = makeFabric({});
    F.Channels[0].Order[3] = uint32_t(Wild);
    EXPECT_EQ(verify(F), "ringc: error: ring 0 does not contain rank 3\n");
    F = makeFabric({});
    F.Channels[0].Prev[3] = Wild;
    EXPECT_SAYS(F, "channel 0: rank 2 is followed by rank 3, but 'prev' of "
                   "that is " +
                       std::to_string(Wild));
  }
}

/// The ring that fragments add up to, written independently of the verifier:
/// what the runtime would say about channel \p C, or nothing.
static std::string seedText(const Fabric &F, unsigned C) {
  std::vector<int64_t> Next(F.numRanks(), -1);
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const Server &S = F.server(NodeId(K));
    for (uint32_t I = 0; I < S.numRanks(); ++I)
      if (S.Ranks[I].ringNext[C] >= 0)
        Next[F.FirstRank[K] + I] = F.FirstRank[K] + S.Ranks[I].ringNext[C];
  }
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const uint32_t After = (K + 1) % F.numNodes();
    const int Tail = F.server(NodeId(K)).Ranks[0].ringSend[C];
    const int Head = F.server(NodeId(After)).Ranks[0].ringRecv[C];
    if (Tail >= 0)
      Next[F.FirstRank[K] + Tail] =
          Head < 0 ? -1 : int64_t(F.FirstRank[After]) + Head;
  }
  std::vector<bool> Seen(F.numRanks());
  int64_t Rank = 0;
  for (uint32_t I = 0; I < F.numRanks() && Rank >= 0; ++I) {
    Seen[Rank] = true;
    Rank = Next[Rank];
  }
  const std::string Ring = "ringc: error: ring " + std::to_string(C);
  if (Rank != 0)
    return Ring + " does not loop back to start (" + std::to_string(Rank) +
           " != 0)\n";
  for (uint32_t I = 0; I < F.numRanks(); ++I)
    if (!Seen[I])
      return Ring + " does not contain rank " + std::to_string(I) + "\n";
  return "";
}

TEST(Verify, BrokenFragmentsGiveTheTwoTexts) {
  std::mt19937 Random(99);
  unsigned Broken = 0;
  for (unsigned I = 0; I < 3000; ++I) {
    const unsigned L = 1 + Random() % 6;
    Fabric F =
        makeFabric({{L, 3},
                    std::vector<unsigned>(1 + Random() % 3, Random() % 2),
                    2,
                    false},
                   Phase::Fragments);
    Server &S = F.Servers[*F.Nodes[0]];
    const unsigned Own = S.numRanks();
    for (unsigned J = 0; J <= Random() % 2; ++J) {
      const int Value = int(Random() % (Own + 1)) - 1;
      if (Random() % 2)
        S.Ranks[Random() % Own].ringNext[1] = Value;
      else if (Random() % 2)
        S.Ranks[0].ringRecv[1] = Value;
      else
        S.Ranks[0].ringSend[1] = Value;
    }
    const std::string Wanted = seedText(F, 1), Said = verify(F);
    if (!Wanted.empty()) {
      EXPECT_EQ(Said, Wanted);
      ++Broken;
    }
  }
  EXPECT_GT(Broken, 1000u);
}

TEST(Verify, EdgesBetweenNodes) {
  // Both nodes entered at rank 1 in place of their head: still one ring.
  Fabric F = makeFabric({{2}, {0, 0}, 1, false}, Phase::Stitched);
  F.Channels[0].Next = {3, 0, 1, 2};
  F.Channels[0].Prev = {1, 2, 3, 0};
  EXPECT_SAYS(F,
              "channel 0: rank 0 is followed by rank 3, but by rank 1 in its "
              "server's fragments");
  F = makeFabric({{2}, {0, 0}, 1, false}, Phase::Stitched);
  F.Servers[0].Ranks[0].ringRecv[0] = 1;
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  EXPECT_FALSE(verifyPhase(F, Phase::Stitched, Diags));
  EXPECT_TRUE(contains(Messages,
                       "channel 0: tail of node 0, rank 1, is followed by rank "
                       "2, which is not the head of the node to enter"))
      << Messages;
}

TEST(Verify, NoNodesAndNoServers) {
  Fabric F;
  F.Rules = findProfile("nccl-2.10.3");
  for (unsigned P = 0; P < NumPhases; ++P)
    F.Established.insert(Phase(P));
  verify(F);
  F.FirstRank = {0};
  verify(F);
  for (unsigned P = 0; P < NumPhases; ++P) {
    std::string Messages;
    raw_string_ostream OS(Messages);
    DiagnosticEngine Diags(OS);
    verifyPhase(F, Phase(P), Diags);
  }
  print(F);
}
