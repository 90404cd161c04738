//===- TextTest.cpp - Text IR: print and parse ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a compilation that stops after a phase can't be taken up
// again, or a hostile text reaches memory that isn't its own.
//
//===----------------------------------------------------------------------===//

#include "SampleFabric.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace ringc;
using namespace ringc::test;

/// Prints, parses and prints again.
static void expectRoundTrip(const Fabric &F) {
  const std::string Text = print(F);
  std::string Messages;
  const std::optional<Fabric> Again = parse(Text, Messages);
  ASSERT_TRUE(Again) << Messages << Text;
  EXPECT_EQ(Messages, "");
  EXPECT_EQ(print(*Again), Text);
}

static SampleShape mixedShape() {
  return {{4, 1, 6}, {0, 0, 1, 0, 2, 2}, 3, true};
}

TEST(Text, RoundTripsAtEveryPhase) {
  for (unsigned P = 0; P < NumPhases; ++P)
    for (const SampleShape &Shape :
         {SampleShape(), mixedShape(), SampleShape{{1}, {0}, 1, false},
          SampleShape{{8}, {0}, 12, false}})
      expectRoundTrip(makeFabric(Shape, Phase(P)));
}

TEST(Text, RestoresEveryTable) {
  const Fabric F = makeFabric(mixedShape());
  std::string Messages;
  const std::optional<Fabric> Again = parse(print(F), Messages);
  ASSERT_TRUE(Again) << Messages;
  EXPECT_EQ(Again->Rules, F.Rules);
  EXPECT_EQ(Again->Established, F.Established);
  EXPECT_EQ(Again->Nodes, F.Nodes);
  EXPECT_EQ(Again->FirstRank, F.FirstRank);
  ASSERT_EQ(Again->Channels.size(), F.Channels.size());
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    EXPECT_EQ(Again->Channels[I].CopyOf, F.Channels[I].CopyOf);
    EXPECT_EQ(Again->Channels[I].Reversed, F.Channels[I].Reversed);
    EXPECT_EQ(Again->Channels[I].Next, F.Channels[I].Next);
    EXPECT_EQ(Again->Channels[I].Prev, F.Channels[I].Prev);
    EXPECT_EQ(Again->Channels[I].Order, F.Channels[I].Order);
  }
  ASSERT_EQ(Again->Servers.size(), F.Servers.size());
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &A = Again->Servers[I], &B = F.Servers[I];
    EXPECT_EQ(A.Source, B.Source);
    EXPECT_EQ(memcmp(&A.Graph, &B.Graph, sizeof(A.Graph)), 0);
    ASSERT_EQ(A.Ranks.size(), B.Ranks.size());
    EXPECT_EQ(memcmp(A.Ranks.data(), B.Ranks.data(),
                     B.Ranks.size() * sizeof(B.Ranks[0])),
              0);
    EXPECT_EQ(A.Nets, B.Nets);
    EXPECT_EQ(A.ToNext, B.ToNext);
    for (unsigned T = 0; T < NumNodeTypes; ++T) {
      ASSERT_EQ(A.Sys.Nodes[T].size(), B.Sys.Nodes[T].size());
      for (size_t J = 0; J < A.Sys.Nodes[T].size(); ++J) {
        const Node &X = A.Sys.Nodes[T][J], &Y = B.Sys.Nodes[T][J];
        EXPECT_EQ(X.Id, Y.Id);
        EXPECT_EQ(X.Name, Y.Name);
        EXPECT_EQ(X.Gpu, Y.Gpu);
        EXPECT_EQ(X.Cpu, Y.Cpu);
        EXPECT_EQ(X.Net, Y.Net);
        EXPECT_EQ(X.Pci, Y.Pci);
        EXPECT_EQ(X.Links, Y.Links);
      }
    }
    EXPECT_FALSE(A.Sys.Paths.empty());
  }
}

TEST(Text, KeepsPointingIntoTheTopologyFile) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  Diags.addFile(MemoryBuffer::getMemBufferCopy("", "another"));
  const uint32_t File = Diags.addFile(
      MemoryBuffer::getMemBufferCopy(print(makeFabric({})), "t.ring"));
  const std::optional<Fabric> F = parseFabric(File, Diags);
  ASSERT_TRUE(F) << Messages;
  const XmlAttribute *Rank = F->Servers[0].Xml[3].find("rank");
  ASSERT_TRUE(Rank);
  EXPECT_TRUE(Rank->Assumed);
  EXPECT_EQ(Diags.getFileName(Rank->ValueLoc.File), "sample.xml");
  EXPECT_EQ(F->Files[Rank->ValueLoc.File - 1], "sample.xml");
  EXPECT_EQ(Rank->KeyLoc.Line, 4u);
  EXPECT_EQ(Rank->KeyLoc.Col, 30u);
  EXPECT_EQ(Rank->ValueLoc.Col, 35u);
}

TEST(Text, OneNameIsOneFile) {
  Fabric F = makeFabric({});
  F.Files = {"x", "sample.xml", "sample.xml"};
  F.Servers[0].Xml[0].Loc.File = 2;
  F.Servers[0].Xml[1].Loc.File = 3;
  F.Servers[0].Xml[2].Loc = {9, 0, 0}; // no such file
  expectRoundTrip(F);
}

TEST(Text, RoundTripsBrokenRings) {
  Fabric F = makeFabric({});
  F.Channels[0].Next[1] = -1;
  expectRoundTrip(F);
  F.Channels[0].Next[1] = 1;
  expectRoundTrip(F);
  F.Channels[1].Prev[2] = -1;
  expectRoundTrip(F);
  F.Channels[1].Order[3] = F.Channels[1].Order[2];
  expectRoundTrip(F);
  F.Servers[0].Graph.typeIntra = 77;
  F.Servers[0].Graph.speedInter = -1e-30f;
  F.Servers[0].Graph.inter[1] = INT32_MIN;
  F.Servers[0].Ranks[2].ringRecv[1] = -1;
  F.Servers[0].Ranks[1].JbogKangaringPath[3][3] = -9;
  F.Servers[0].ToNext[1] = Transport::Self;
  F.P2p.Order[0] = 31;
  expectRoundTrip(F);
}

TEST(Text, NextAloneImpliesPrev) {
  Fabric F = makeFabric({});
  EXPECT_EQ(print(F).find("prev 0"), std::string::npos);
  std::swap(F.Channels[0].Prev[0], F.Channels[0].Prev[1]);
  EXPECT_NE(print(F).find("prev 0"), std::string::npos);
  expectRoundTrip(F);
}

TEST(Text, WritesRuns) {
  Fabric F = makeFabric({{8}, {0}, 1, false});
  const std::string Rising = print(F);
  EXPECT_NE(Rising.find("\nnext 0: 1..7, 0\n"), std::string::npos) << Rising;
  std::swap(F.Channels[0].Next, F.Channels[0].Prev);
  const std::string Falling = print(F);
  EXPECT_NE(Falling.find("\nnext 0: 7, 0..6\n"), std::string::npos) << Falling;
  F.Channels[0].Order = {7, 6, 5, 4, 3, 1, 2, 0};
  EXPECT_NE(print(F).find("\norder 0: 7..3, 1, 2, 0\n"), std::string::npos);
}

/// A fabric of random shape with random damage that its types can hold.
static Fabric randomFabric(std::mt19937 &Random) {
  const auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  SampleShape Shape;
  Shape.Servers.clear();
  Shape.Nodes.clear();
  for (unsigned I = 0, E = 1 + Below(3); I < E; ++I)
    Shape.Servers.push_back(1 + Below(9));
  for (unsigned I = 0, E = 1 + Below(6); I < E; ++I)
    Shape.Nodes.push_back(Below(unsigned(Shape.Servers.size())));
  Shape.NumChannels = 1 + Below(16);
  Shape.Reversed = Below(2);
  Fabric F = makeFabric(Shape);
  const int R = int(F.numRanks());
  for (unsigned I = 0, E = Below(12); I < E; ++I) {
    Channel &C = F.Channels[Below(Shape.NumChannels)];
    Server &S = F.Servers[Below(unsigned(F.Servers.size()))];
    const int L = int(S.numRanks());
    const unsigned Row = Below(Shape.NumChannels), Rank = Below(unsigned(L));
    switch (Below(8)) {
    case 0:
      C.Next[Below(unsigned(R))] = int(Below(unsigned(R + 1))) - 1;
      break;
    case 1:
      C.Prev[Below(unsigned(R))] = int(Below(unsigned(R + 1))) - 1;
      break;
    case 2:
      C.Order[Below(unsigned(R))] = Below(unsigned(R));
      break;
    case 3:
      S.Graph.intra[Row * unsigned(L) + Rank] = int(Below(unsigned(L)));
      break;
    case 4:
      S.Ranks[Rank].ringNext[Row] = int(Below(unsigned(L + 1))) - 1;
      break;
    case 5:
      S.Ranks[Rank].ringSend[Row] = int(Below(unsigned(L + 1))) - 1;
      break;
    case 6:
      S.Graph.speedIntra = float(Random()) / 7;
      S.Xml[0].Name.push_back(char(Random()));
      break;
    case 7:
      if (!S.ToNext.empty())
        S.ToNext[Below(unsigned(S.ToNext.size()))] = Transport(Below(4));
      break;
    }
  }
  return F;
}

TEST(Text, RoundTripsRandomFabrics) {
  std::mt19937 Random(20240607);
  for (unsigned I = 0; I < 300; ++I) {
    const Fabric F = randomFabric(Random);
    expectRoundTrip(F);
    verify(F); // whatever it finds, it must return
  }
}

/// Parses a damaged text; whatever comes out must be printable and verifiable.
static void survive(StringRef Text) {
  std::string Messages;
  if (const std::optional<Fabric> F = parse(Text, Messages)) {
    verify(*F);
    expectRoundTrip(*F);
  } else {
    EXPECT_NE(Messages, "");
  }
}

TEST(Text, SurvivesTruncationAtEveryByte) {
  const std::string Text = print(makeFabric({{2}, {0, 0}, 1, false}));
  for (size_t I = 0; I < Text.size(); ++I)
    survive(StringRef(Text).take_front(I));
}

TEST(Text, SurvivesDamage) {
  const std::string Text = print(makeFabric({{3, 2}, {0, 1}, 2, true}));
  std::mt19937 Random(7);
  const StringRef Bytes = "0123456789-.,:\n \"\\xaz/";
  for (unsigned I = 0; I < 20000; ++I) {
    std::string Damaged = Text;
    for (unsigned J = 0; J <= Random() % 3; ++J) {
      const size_t At = Random() % Damaged.size();
      switch (Random() % 4) {
      case 0:
        Damaged[At] ^= char(1 << Random() % 8);
        break;
      case 1:
        Damaged[At] = Bytes[Random() % Bytes.size()];
        break;
      case 2:
        Damaged.erase(At, 1 + Random() % 9);
        break;
      case 3:
        Damaged.insert(
            At, Damaged.substr(Random() % Damaged.size(), Random() % 40));
        break;
      }
    }
    survive(Damaged);
  }
}

/// What parsing \p Text says first, without the place and the source line.
static std::string refusal(const std::string &Text) {
  std::string Messages;
  if (parse(Text, Messages))
    return "was accepted";
  const StringRef First = StringRef(Messages).split('\n').first;
  return First.split("error: ").second.str();
}

/// \p Count lines, each made by \p Line of its number.
template <typename T> static std::string lines(unsigned Count, T Line) {
  std::string Text;
  for (unsigned I = 0; I < Count; ++I)
    Text += Line(std::to_string(I)) + "\n";
  return Text;
}

TEST(Text, RefusesWhatIsBeyondTheLimits) {
  const std::string Head = "ringc.ring 1\nprofile nccl-2.10.3\nphases ";
  const std::string OneServer = "server 0 \"\"\n";
  EXPECT_EQ(refusal(Head + "none\n" +
                    lines(16385,
                          [](std::string I) {
                            return "file " + std::to_string(std::stoul(I) + 1) +
                                   " \"\"";
                          })),
            "more than 16384 files");
  EXPECT_EQ(
      refusal(
          Head + "none\n" +
          lines(16385, [](std::string I) { return "server " + I + " \"\""; })),
      "more than 16384 servers");
  EXPECT_EQ(
      refusal(Head + "none\n" + OneServer + "nodes 0..1048576 server 0\n"),
      "'nodes' is 1048576, which is not within 0 to 1048575");
  EXPECT_EQ(refusal(Head + "parsed\n" + OneServer + "parsed server 0\n" +
                    lines(65537,
                          [](std::string I) {
                            return "element " + I +
                                   (I == "0" ? " \"\"" : " in 0 \"\"");
                          })),
            "more than 65536 elements");
  EXPECT_EQ(refusal(Head + "parsed\n" + OneServer + "parsed server 0\n" +
                    "element 0 \"\"\n" +
                    lines(1024,
                          [](std::string I) {
                            return "element " +
                                   std::to_string(std::stoul(I) + 1) + " in " +
                                   I + " \"\"";
                          })),
            "elements are nested more than 1024 deep");
  const std::string System =
      Head + "system\n" + OneServer + "system server 0\n";
  EXPECT_EQ(refusal(System + lines(257,
                                   [](std::string I) {
                                     return "NVS " + I + " id 0 \"\"";
                                   })),
            "more than 256 nodes of type NVS");
  const unsigned MostLinks =
      unsigned(findProfile("nccl-2.10.3")->MaxLinksPerNode);
  EXPECT_EQ(refusal(System + "NVS 0 id 0 \"\"\n" +
                    lines(MostLinks + 1,
                          [](std::string) -> std::string {
                            return "link NVS 0 to NVS 0 NVL 1";
                          })),
            "more than " + std::to_string(MostLinks) + " links from one node");
  EXPECT_EQ(refusal(Head + "stitched\nchannels\n" +
                    lines(65, [](std::string I) { return "channel " + I; })),
            "more than 64 channels");
}

TEST(Text, RefusesMoreRanksThanMemoryHolds) {
  // A server of 8 ranks a million times over is a short text.
  std::string Text = print(makeFabric({{8}, {0}, 1, false}));
  Text.replace(Text.find("nodes 0 "), 8, "nodes 0..1048575 ");
  EXPECT_EQ(refusal(Text), "fabric has 8388608 ranks, the most is 4194304");
  Text.replace(Text.find("nodes 0..1048575 "), 17, "nodes 0..524287 ");
  const size_t At = Text.find("channel 1 copy of 0");
  Text.replace(At, 20, lines(9, [](std::string I) {
                 return "channel " + std::to_string(std::stoul(I) + 1);
               }));
  EXPECT_EQ(refusal(Text),
            "10 channels of 4194304 ranks, the most is 33554432 hops in all");
}

TEST(Text, ReadsCommentsAndWrappedLists) {
  std::string Text = print(makeFabric({{8}, {0}, 1, false}));
  const size_t At = Text.find("next 0: 1..7, 0");
  ASSERT_NE(At, std::string::npos);
  std::string Loose = Text;
  Loose.replace(At, 15, "next 0 :1, 2,  // two\r\n\n // more\n\t3..7,0 // end");
  Loose.insert(0, "// RUN: something\n\n");
  std::string Messages;
  const std::optional<Fabric> F = parse(Loose, Messages);
  ASSERT_TRUE(F) << Messages;
  EXPECT_EQ(print(*F), Text);
}
