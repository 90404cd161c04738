//===- GraphFileTest.cpp - What the command line can't ask ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph that crosses NICs is skipped where crossing is off (nccl-search
// section 9). ringc's own template always allows it, an embedder's need not.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace ringc;

namespace {

constexpr const char *Crossing =
    "<graphs version=\"1\">\n"
    "  <graph id=\"0\" pattern=\"4\" crossnic=\"1\" nchannels=\"1\" "
    "speedintra=\"12\" speedinter=\"12\" typeintra=\"PHB\" typeinter=\"PHB\" "
    "samechannels=\"0\">\n"
    "    <channel><gpu dev=\"1\"/><gpu dev=\"0\"/></channel>\n"
    "  </graph>\n"
    "</graphs>\n";

/// Loads Crossing for two gpus, with dev 0 and 1 and ranks 1 and 0, into \p G;
/// returns the messages.
std::string load(ringc::abi::ncclTopoGraph &G) {
  System S;
  for (int Dev = 0; Dev < 2; ++Dev) {
    Node N;
    N.Gpu.Dev = Dev;
    N.Gpu.Rank = 1 - Dev;
    S.of(NodeType::Gpu).push_back(N);
  }
  std::string Messages;
  llvm::raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS);
  uint32_t File =
      Diags.addFile(llvm::MemoryBuffer::getMemBuffer(Crossing, "graph.xml"));
  XmlDocument Doc = readXml(File, Diags, getProfiles().front());
  EXPECT_TRUE(loadGraphXml(Doc, S, G, Diags));
  return Messages;
}

TEST(GraphFile, CrossingGraphIsSkippedWhereCrossingIsOff) {
  auto G = std::make_unique<ringc::abi::ncclTopoGraph>();
  std::string Messages = load(*G);
  EXPECT_EQ(G->nChannels, 0);
  EXPECT_EQ(
      Messages.find("graph.xml:2:39: warning: graph 0 has crossnic 1, but "
                    "crossing NICs is off: the graph is skipped"),
      0u)
      << Messages;
}

TEST(GraphFile, ChannelsAreInLocalRanks) {
  auto G = std::make_unique<ringc::abi::ncclTopoGraph>();
  G->crossNic = 2;
  EXPECT_EQ(load(*G), "");
  EXPECT_EQ(G->nChannels, 1);
  EXPECT_EQ(G->crossNic, 1);
  EXPECT_EQ(G->typeIntra, int(PathType::Phb));
  EXPECT_EQ(G->speedInter, 12.0f);
  EXPECT_EQ(G->intra[0], 0);
  EXPECT_EQ(G->intra[1], 1);
}

} // namespace
