//===- ServersTest.cpp - Nodes share servers that are equal ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a pass that edits the topology changes nodes it didn't mean,
// or a fabric has servers twice, in another order, or unused.
//
//===----------------------------------------------------------------------===//

#include "ringc/IR/Servers.h"
#include "ringc/IR/Verify.h"
#include "ringc/Topology/FrontEnd.h"
#include "ringc/Topology/XmlEdit.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace ringc;

namespace {

struct ServersTest : testing::Test {
  std::string Messages;
  llvm::raw_string_ostream OS{Messages};
  DiagnosticEngine Diags{OS};

  /// A fabric of the inputs named, one node each.
  Fabric load(std::vector<const char *> Names) {
    Fabric F;
    F.Rules = findProfile("nccl-2.10.3");
    for (const char *Name : Names) {
      const uint32_t File =
          Diags.addFile(std::move(*llvm::MemoryBuffer::getFile(
              std::string(RINGC_TEST_INPUTS "/") + Name + ".xml")));
      XmlDocument Doc = readXml(File, Diags, *F.Rules);
      EXPECT_TRUE(completeSystemXml(Doc, Diags, *F.Rules));
      F.Nodes.push_back(addServer(F, std::move(Doc), Name));
    }
    F.Established.insert(Phase::Parsed);
    EXPECT_TRUE(buildSystems(F, nullptr, Diags));
    return F;
  }
  /// `nodes: ranks of each server`, checked by the verifiers.
  std::string shape(const Fabric &F) {
    EXPECT_TRUE(verifyFabric(F, Diags)) << Messages;
    std::string Text;
    for (ServerId Id : F.Nodes)
      Text += std::to_string(*Id);
    Text += ":";
    for (const Server &S : F.Servers)
      Text += " " + S.Source + "/" + std::to_string(S.numRanks());
    return Text;
  }
  std::optional<Fabric> rebuild(const Fabric &F, ServerTrees Trees) {
    return rebuildServers(F, std::move(Trees), nullptr, Diags);
  }
  static void dropFirstGpu(XmlDocument &Doc) {
    std::vector<bool> Gone(Doc.Elements.size());
    Gone[gpusByRank(Doc).front()] = true;
    removeElements(Doc, Gone);
    setRanks(Doc, gpusByRank(Doc));
  }
  static void edit(ServerTrees &Trees, std::optional<NodeId> Only) {
    for (uint32_t Tree : selectTrees(Trees, Only))
      dropFirstGpu(Trees.Trees[Tree].Xml);
  }
};

} // namespace

TEST_F(ServersTest, NothingEdited) {
  const Fabric F = load({"quad", "pair", "quad"});
  EXPECT_EQ(shape(F), "010: quad/4 pair/2");
  EXPECT_EQ(shape(*rebuild(F, takeTrees(F))), "010: quad/4 pair/2");
}

TEST_F(ServersTest, OneNodeSplitsOff) {
  const Fabric F = load({"quad", "quad", "quad", "quad"});
  ServerTrees Trees = takeTrees(F);
  edit(Trees, NodeId(2));
  const Fabric New = *rebuild(F, std::move(Trees));
  EXPECT_EQ(shape(New), "0010: quad/4 quad/3");
  EXPECT_EQ(New.FirstRank, (std::vector<uint32_t>{0, 4, 8, 11, 15}));
  EXPECT_EQ(shape(F), "0000: quad/4");
}

TEST_F(ServersTest, ServersStandInOrderOfTheirFirstNode) {
  const Fabric F = load({"quad", "quad", "pair"});
  ServerTrees Trees = takeTrees(F);
  edit(Trees, NodeId(0));
  EXPECT_EQ(shape(*rebuild(F, Trees)), "012: quad/3 quad/4 pair/2");
  std::swap(Trees.OfNode[0], Trees.OfNode[2]);
  EXPECT_EQ(shape(*rebuild(F, Trees)), "012: pair/2 quad/4 quad/3");
}

TEST_F(ServersTest, NodesEditedAlikeShareAServer) {
  const Fabric F = load({"quad", "quad", "quad", "quad"});
  ServerTrees Trees = takeTrees(F);
  edit(Trees, NodeId(1));
  edit(Trees, NodeId(2));
  EXPECT_EQ(shape(*rebuild(F, std::move(Trees))), "0110: quad/4 quad/3");
}

TEST_F(ServersTest, ServersThatBecomeEqualAreOne) {
  const Fabric F = load({"quad", "quad", "pair"});
  ServerTrees Trees = takeTrees(F);
  edit(Trees, NodeId(1));
  const Fabric Uneven = *rebuild(F, std::move(Trees));
  ServerTrees Again = takeTrees(Uneven);
  edit(Again, NodeId(0));
  EXPECT_EQ(shape(*rebuild(Uneven, std::move(Again))), "001: quad/3 pair/2");
}

TEST_F(ServersTest, ANodeAloneNeedsNoCopy) {
  const Fabric F = load({"quad", "pair"});
  ServerTrees Trees = takeTrees(F);
  EXPECT_EQ(selectTrees(Trees, NodeId(1)), std::vector<uint32_t>{1});
  EXPECT_EQ(Trees.Trees.size(), 2u);
}

TEST_F(ServersTest, AllNodesAtOnce) {
  const Fabric F = load({"quad", "pair", "quad"});
  ServerTrees Trees = takeTrees(F);
  edit(Trees, std::nullopt);
  EXPECT_EQ(shape(*rebuild(F, std::move(Trees))), "010: quad/3 pair/1");
}

TEST_F(ServersTest, WhatNoFileCouldBeIsRefused) {
  const Fabric F = load({"pair", "pair"});
  ServerTrees Trees = takeTrees(F);
  std::vector<bool> Gone(Trees.Trees[0].Xml.Elements.size());
  Gone[findElements(Trees.Trees[0].Xml, "net").front()] = true;
  removeElements(Trees.Trees[0].Xml, Gone);
  EXPECT_FALSE(rebuild(F, std::move(Trees)));
  EXPECT_NE(Messages.find("several servers need a net each"), std::string::npos)
      << Messages;
}

TEST_F(ServersTest, TheCallersCheckIsAsked) {
  const Fabric F = load({"quad", "pair"});
  unsigned Asked = 0;
  const auto Refuse = [&](const Fabric &, const Server &S, DiagnosticEngine &) {
    return S.numRanks() > ++Asked;
  };
  EXPECT_FALSE(rebuildServers(F, takeTrees(F), Refuse, Diags));
  EXPECT_EQ(Asked, 2u);
}
