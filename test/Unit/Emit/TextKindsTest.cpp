//===- TextKindsTest.cpp - The kinds of output that are text --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitFabric.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/JSON.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ringc;
using namespace ringc::test;
using testing::HasSubstr;
using testing::Not;

// Breaks if a key, its order or its form changes.
TEST(Json, MixedFabric) {
  Messages M;
  const std::string Text = emit("json", makeMixed(M.Diags), M.Diags);
  EXPECT_EQ(Text.substr(0, Text.find(",\n \"channels\":4")),
            R"({"schema":"ringc.wiring/1","profile":"nccl-2.10.3",
 "nodes":3,"ranks":10,"localRanks":[4,2,4],
 "search":[
  {"nodes":[0,2],"id":0,"pattern":4,"crossNic":0,"nChannels":2,"speedIntra":2.4,"speedInter":2.4,"typeIntra":"NVL","typeInter":"PIX","sameChannels":1,
   "channels":[
    {"intra":[0,1,2,3],"inter":[0,0]},
    {"intra":[3,2,1,0],"inter":[1,1]}]},
  {"nodes":[1],"id":0,"pattern":4,"crossNic":0,"nChannels":2,"speedIntra":2.4,"speedInter":2.4,"typeIntra":"NVL","typeInter":"PIX","sameChannels":1,
   "channels":[
    {"intra":[0,1],"inter":[0,0]},
    {"intra":[1,0],"inter":[0,0]}]}])");
  EXPECT_THAT(Text, HasSubstr(R"(
 "rings":[
  {"channel":0,"copyOf":null,"reversed":false,"order":[0,1,2,3,4,5,6,7,8,9]},
  {"channel":1,"copyOf":null,"reversed":false,"order":[0,5,4,9,8,7,6,3,2,1]},
  {"channel":2,"copyOf":0,"reversed":false,"order":[0,1,2,3,4,5,6,7,8,9]},
  {"channel":3,"copyOf":1,"reversed":true,"order":[0,1,2,3,6,7,8,9,4,5]}],
)"));
  EXPECT_TRUE(bool(llvm::json::parse(Text)));
  EXPECT_THAT(
      Text,
      HasSubstr("\"kangaRing\":[],\"mlaCycles\":[],\n \"kangaRanks\":[]}\n"));
}

// Breaks if a reversed channel enters a node where its original does.
TEST(Json, NetsOfReversedChannel) {
  Messages M;
  const std::string Text = emit("json", makeMixed(M.Diags), M.Diags);
  EXPECT_THAT(Text, HasSubstr(R"({"channel":1,"node":2,"head":9,"tail":6,)"));
  EXPECT_THAT(Text, HasSubstr(R"({"channel":3,"node":2,"head":6,"tail":9,)"));
}

// Breaks if one node has NICs in its document.
TEST(Json, SingleNodeHasNoNets) {
  Messages M;
  const Fabric F = makeConnected({{"quad.xml"}, {0}}, M.Diags);
  const std::string Text = emit("json", F, M.Diags);
  EXPECT_THAT(Text, HasSubstr(R"({"intra":[0,1,2,3],"inter":[]})"));
  EXPECT_THAT(Text, Not(HasSubstr("\"nets\"")));
  EXPECT_THAT(emit("json", F, M.Diags, RankId(2)),
              HasSubstr("\"netDev\":null"));
}

// Breaks if a rank's view isn't the rotation that begins with it, or a peer or
// NIC is wrong.
TEST(Json, OneRank) {
  Messages M;
  const std::string Text = emit("json", makeMixed(M.Diags), M.Diags, RankId(3));
  EXPECT_THAT(Text, HasSubstr(R"(,
 "channels":4,
 "rank":{"rank":3,
  "channels":[
   {"channel":0,"prev":2,"next":4,"userRanks":[3,4,5,6,7,8,9,0,1,2],"netDev":0},
   {"channel":1,"prev":6,"next":2,"userRanks":[3,2,1,0,5,4,9,8,7,6],"netDev":1},
   {"channel":2,"prev":2,"next":4,"userRanks":[3,4,5,6,7,8,9,0,1,2],"netDev":0},
   {"channel":3,"prev":2,"next":6,"userRanks":[3,6,7,8,9,4,5,0,1,2],"netDev":1}],
  "connect":[
   {"peer":2,"send":[1],"recv":[0,2,3]},
   {"peer":4,"send":[0,2],"recv":[]},
   {"peer":6,"send":[3],"recv":[1]}]},
 "p2pChannels")"));
  EXPECT_THAT(Text, Not(HasSubstr("\"rings\"")));
}

// Breaks if a rank outside the fabric is written about.
TEST(Json, NoSuchRank) {
  Messages M;
  EXPECT_EQ(emit("json", makeMixed(M.Diags), M.Diags, RankId(10)), "");
  EXPECT_THAT(M.Text, HasSubstr("there is no rank 10: the fabric has ranks 0 "
                                "to 9"));
}

// Breaks if a graph file isn't NCCL's layout, or doesn't give the same channels
// when it is loaded.
TEST(NcclGraph, LoadsBack) {
  Messages M;
  const Fabric F = makeConnected({{"quad.xml"}, {0, 0}}, M.Diags);
  const std::string Text = emit("nccl-graph", F, M.Diags);
  EXPECT_EQ(Text.substr(0, Text.find("      <gpu dev=\"1\"/>")),
            "<graphs version=\"1\">\n"
            "  <graph id=\"0\" pattern=\"4\" crossnic=\"0\" nchannels=\"2\" "
            "speedintra=\"2.4\" speedinter=\"2.4\" typeintra=\"NVL\" "
            "typeinter=\"PIX\" samechannels=\"1\">\n"
            "    <channel>\n"
            "      <net dev=\"0\"/>\n"
            "      <gpu dev=\"0\"/>\n");
  const uint32_t File =
      M.Diags.addFile(llvm::MemoryBuffer::getMemBufferCopy(Text, "graph.xml"));
  ringc::abi::ncclTopoGraph G = {};
  G.minChannels = 1;
  G.maxChannels = 16;
  ASSERT_TRUE(loadGraphXml(readXml(File, M.Diags, *F.Rules), F.Servers[0].Sys,
                           G, M.Diags));
  EXPECT_EQ(std::memcmp(&G, &F.Servers[0].Graph, sizeof(G)), 0);
  EXPECT_EQ(M.Text, "");
}

// Breaks if a graph file is written that is wrong for one of two servers.
TEST(NcclGraph, DifferentServers) {
  Messages M;
  EXPECT_EQ(emit("nccl-graph", makeMixed(M.Diags), M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("pair.xml:2:1: error: servers 'quad.xml' and "
                                "'pair.xml' have different channels"));
  EXPECT_THAT(M.Text, HasSubstr("quad.xml:2:1: note: 'quad.xml' is here"));
}

// Breaks if different servers with the same graph file are refused.
TEST(NcclGraph, EqualGraphs) {
  Messages M;
  Fabric F = makeConnected({{"quad.xml", "quad.xml"}, {0, 1}}, M.Diags);
  EXPECT_THAT(emit("nccl-graph", F, M.Diags), HasSubstr("</graphs>\n"));
}

// Breaks if two GPUs of one dev get into a file that names GPUs by dev.
TEST(NcclGraph, DevTwice) {
  Messages M;
  Fabric F = makeConnected({{"quad.xml"}, {0, 0}}, M.Diags);
  F.Servers[0].Sys.of(NodeType::Gpu)[3].Gpu.Dev = 1;
  EXPECT_EQ(emit("nccl-graph", F, M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("GPUs with ranks 1 and 3 both have dev 1"));
}

// Breaks if what NCCL's reader makes of the file is kept from the user.
TEST(NcclGraph, Warnings) {
  Messages M;
  Fabric F = makeConnected({{"quad.xml"}, {0, 0}}, M.Diags);
  F.Servers[0].Graph.crossNic = 1;
  Profile Small = *F.Rules;
  Small.MaxXmlChildren = 5;
  Small.MaxXmlElements = 15;
  F.Rules = &Small;
  EXPECT_NE(emit("nccl-graph", F, M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("passes over a graph with crossnic 1"));
  EXPECT_THAT(M.Text, HasSubstr("has 6 GPUs and NICs"));
  EXPECT_THAT(M.Text, HasSubstr("has 16 elements, NCCL's reader takes 15"));
}

// Breaks if a completed system doesn't come back as it was.
TEST(Topology, ReadsBack) {
  Messages M;
  const Fabric F = makeConnected({{"quad.xml"}, {0, 0}}, M.Diags);
  const std::string Text = emit("topology", F, M.Diags);
  EXPECT_EQ(Text.substr(0, Text.find('\n')), "<system version=\"1\">");
  EXPECT_THAT(Text, Not(HasSubstr("keep")));
  const uint32_t File =
      M.Diags.addFile(llvm::MemoryBuffer::getMemBufferCopy(Text, "again.xml"));
  XmlDocument Doc = readXml(File, M.Diags, *F.Rules);
  ASSERT_TRUE(completeSystemXml(Doc, M.Diags, *F.Rules));
  EXPECT_EQ(M.Text, "");
  Fabric Again = F;
  Again.Servers[0].Xml = Doc;
  EXPECT_EQ(emit("topology", Again, M.Diags), Text);
}

// Breaks if the neuron profile isn't found again in the file, or another
// profile's file claims it.
TEST(Topology, ProfileOnTheRoot) {
  Messages M;
  Fabric F = makeConnected({{"pair.xml"}, {0}}, M.Diags);
  F.Rules = findProfile("neuron-2.31.24");
  ASSERT_NE(F.Rules, nullptr);
  const std::string Text = emit("topology", F, M.Diags);
  EXPECT_EQ(Text.substr(0, Text.find('\n')),
            "<system version=\"1\" profile=\"neuron-2.31.24\">");
  F.Servers[0].Xml[0].Attributes.push_back(
      {"profile", "neuron-2.31.24", {}, {}, false});
  F.Rules = findProfile("nccl-2.8.4");
  EXPECT_THAT(emit("topology", F, M.Diags), Not(HasSubstr("profile")));
}

// Breaks if a value leaves the file otherwise than it came, or silently so.
TEST(Topology, Values) {
  Messages M;
  Fabric F = makeConnected({{"pair.xml"}, {0}}, M.Diags);
  XmlAttribute *Affinity = F.Servers[0].Xml[1].find("affinity");
  ASSERT_NE(Affinity, nullptr);
  Affinity->Value = "a\"b<c&d\te\nf>'";
  const std::string Text = emit("topology", F, M.Diags);
  EXPECT_THAT(Text, HasSubstr("\"a&quot;b&lt;c&amp;d&#9;e&#10;f>'\""));
  EXPECT_THAT(M.Text, HasSubstr("pair.xml:3:29: warning: value of 'affinity' "
                                "of <cpu> is written with entities"));
  Affinity->Value = std::string(256, 'f');
  EXPECT_NE(emit("topology", F, M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("has 256 characters"));
  Affinity->Value = std::string("a\0b", 3);
  EXPECT_EQ(emit("topology", F, M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("holds a control character"));
}

// Breaks if more attributes than NCCL keeps are written without a word.
TEST(Topology, ManyAttributes) {
  Messages M;
  Fabric F = makeConnected({{"pair.xml"}, {0}}, M.Diags);
  for (char C = 'a'; C < 'a' + 16; ++C)
    F.Servers[0].Xml[1].Attributes.push_back(
        {std::string(1, C), "1", {}, {}, false});
  EXPECT_NE(emit("topology", F, M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("<cpu> has 22 attributes, NCCL's reader keeps "
                                "16"));
}

// Breaks if one of two different servers is left out silently.
TEST(Topology, DifferentServers) {
  Messages M;
  EXPECT_EQ(emit("topology", makeMixed(M.Diags), M.Diags), "");
  EXPECT_THAT(M.Text, HasSubstr("servers 'quad.xml' and 'pair.xml' are "
                                "different"));
}

// Breaks if a reversed channel is logged as its original, or a hop from one
// server to another with the other's bus ids or nets.
TEST(NcclLog, ReversedChannel) {
  Messages M;
  const std::string Text =
      emit("nccl-log", makeMixed(M.Diags), M.Diags, RankId(9));
  EXPECT_THAT(Text, HasSubstr("node2 [3] NCCL INFO  0 : NET/0 GPU/6 GPU/7 "
                              "GPU/8 GPU/9 NET/0\n"));
  EXPECT_THAT(Text, HasSubstr("NCCL INFO Ring 01 : 4 -> 9 -> 8\n"));
  EXPECT_THAT(Text, HasSubstr("NCCL INFO Ring 03 : 8 -> 9 -> 4\n"));
  EXPECT_THAT(Text, HasSubstr("NCCL INFO Channel 01 : 4[11000] -> 9[22000] "
                              "[receive] via NET/1\n"));
  EXPECT_THAT(Text, HasSubstr("NCCL INFO Channel 03 : 9[22000] -> 4[11000] "
                              "[send] via NET/1\n"));
  EXPECT_THAT(Text, Not(HasSubstr("Channel 00/")));
  EXPECT_EQ(M.Text, "");
}

// Breaks if the whole log leaves out a rank, or shows a server's graph twice.
TEST(NcclLog, AllRanks) {
  Messages M;
  const std::string Text = emit("nccl-log", makeMixed(M.Diags), M.Diags);
  const llvm::StringRef Log(Text);
  EXPECT_EQ(Log.count(" Ring "), 4u * 10u);
  EXPECT_EQ(Log.count(" Pattern "), 2u);
  EXPECT_EQ(Log.count(" p2p channels per peer\n"), 10u);
  EXPECT_THAT(Text, HasSubstr("Channel 03/04 : 0 1 2 3 6 7 8 9 4 5\n"));
}

// Breaks if a ring that runs down the ranks isn't drawn from where it enters
// node 0 to where it comes back, or by another server's nets.
TEST(Dot, MixedFabric) {
  Messages M;
  const std::string Text = emit("dot", makeMixed(M.Diags), M.Diags);
  EXPECT_THAT(Text, HasSubstr("c1 [label=\"channel 1; copy: 3 backwards\""));
  EXPECT_THAT(Text, HasSubstr("c1 -> c1_r3 ["));
  EXPECT_THAT(Text, HasSubstr("c1_r0 -> c1_r5 [color=\"#0000ff\", "
                              "penwidth=\"3\", style=\"dashed\", "
                              "label=\"crosses rails\", taillabel=\"NET/1\", "
                              "headlabel=\"NET/0\""));
  EXPECT_THAT(Text, HasSubstr("c1_r6 -> c1_end [color=\"#0000ff\", "
                              "penwidth=\"3\", taillabel=\"NET/1\", "
                              "headlabel=\"NET/1\""));
  EXPECT_THAT(Text, HasSubstr("c1_end [label=\"to 3\""));
  EXPECT_EQ(M.Text, "");
}

// Breaks if a kind without a rank's view is asked for one and gives another.
TEST(Emitters, RankView) {
  for (const char *Kind : {"ring", "topology", "nccl-graph", "dot"}) {
    Messages M;
    const Fabric F = makeConnected({{"pair.xml"}, {0}}, M.Diags);
    EXPECT_EQ(emit(Kind, F, M.Diags, RankId(1)), "");
    EXPECT_THAT(M.Text, HasSubstr("has no view of one rank"));
  }
}

// Breaks if a kind of the contract goes missing.
TEST(Emitters, Table) {
  for (const char *Kind : {"wiring", "ring", "json", "nccl-graph", "nccl-log",
                           "topology", "dot", "bandwidth", "none"})
    ASSERT_NE(findEmitter(Kind), nullptr) << Kind;
  EXPECT_EQ(findEmitter("jsn"), nullptr);
  EXPECT_TRUE(findEmitter("wiring")->Binary);
  EXPECT_FALSE(findEmitter("json")->Binary);
  EXPECT_TRUE(findEmitter("none")->Requires.empty());
}
