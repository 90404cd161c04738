//===- EmitFabric.cpp - Connected fabrics made by hand --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitFabric.h"
#include "ringc/Topology/FrontEnd.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace ringc;
using namespace ringc::test;

static constexpr unsigned NumOriginals = 2;

/// Local ranks of channel \p C: up, or down.
static std::vector<int> chain(unsigned C, unsigned NumRanks) {
  std::vector<int> Ranks;
  for (unsigned I = 0; I < NumRanks; ++I)
    Ranks.push_back(int(C % 2 ? NumRanks - 1 - I : I));
  return Ranks;
}

static void fillGraph(Server &S, unsigned NumNets) {
  S.Graph.pattern = 4;
  S.Graph.minChannels = 1;
  S.Graph.maxChannels = 16;
  S.Graph.nChannels = NumOriginals;
  S.Graph.speedIntra = S.Graph.speedInter = 2.4f;
  S.Graph.typeIntra = int(PathType::Nvl);
  S.Graph.typeInter = int(PathType::Pix);
  S.Graph.sameChannels = 1;
  S.Ranks.resize(S.numRanks());
  for (unsigned C = 0; C < NumOriginals; ++C) {
    const std::vector<int> Chain = chain(C, S.numRanks());
    const unsigned L = S.numRanks();
    for (unsigned I = 0; I < L; ++I) {
      S.Graph.intra[C * L + I] = Chain[I];
      ringc::abi::ncclTopoRanks &R = S.Ranks[size_t(Chain[I])];
      R.ringRecv[C] = Chain.front();
      R.ringSend[C] = Chain.back();
      R.ringPrev[C] = I ? Chain[I - 1] : -1;
      R.ringNext[C] = I + 1 < L ? Chain[I + 1] : -1;
    }
    if (NumNets)
      S.Graph.inter[2 * C] = S.Graph.inter[2 * C + 1] = int(C % NumNets);
  }
}

static void addChannel(Fabric &F, unsigned C) {
  Channel &Ch = F.Channels.emplace_back();
  for (unsigned N = 0; N < F.numNodes(); ++N)
    for (int R : chain(C, F.server(NodeId(N)).numRanks()))
      Ch.Order.push_back(F.FirstRank[N] + uint32_t(R));
  std::rotate(Ch.Order.begin(), std::find(Ch.Order.begin(), Ch.Order.end(), 0u),
              Ch.Order.end());
  Ch.Next.resize(F.numRanks());
  Ch.Prev.resize(F.numRanks());
  for (size_t I = 0; I < Ch.Order.size(); ++I) {
    const uint32_t Here = Ch.Order[I];
    const uint32_t After = Ch.Order[(I + 1) % Ch.Order.size()];
    Ch.Next[Here] = int32_t(After);
    Ch.Prev[After] = int32_t(Here);
  }
}

/// NICs and transports by channel; \p Reversed: whether the last one runs back.
static void fillConnections(Server &S, const Fabric &F) {
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    const int *Inter = &S.Graph.inter[2 * (C % NumOriginals)];
    NetPair Pair = {NetId(uint32_t(Inter[0])), NetId(uint32_t(Inter[1]))};
    if (F.Channels[C].Reversed)
      std::swap(Pair.Recv, Pair.Send);
    if (!F.singleNode())
      S.Nets.push_back(Pair);
    const ringc::abi::ncclTopoRanks &R = S.Ranks.front();
    const int Last = F.Channels[C].Reversed ? R.ringRecv[C % NumOriginals]
                                            : R.ringSend[C % NumOriginals];
    for (unsigned L = 0; L < S.numRanks(); ++L)
      S.ToNext.push_back(!F.singleNode() && int(L) == Last ? Transport::Net
                                                           : Transport::P2p);
  }
}

Fabric ringc::test::makeConnected(const Shape &Wanted,
                                  DiagnosticEngine &Diags) {
  Fabric F;
  F.Rules = findProfile("nccl-2.10.3");
  for (const char *Input : Wanted.Inputs) {
    const std::string Path = std::string(RINGC_TEST_INPUTS) + "/" + Input;
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    EXPECT_TRUE(bool(Buffer)) << Path;
    const uint32_t File = Diags.addFile(
        llvm::MemoryBuffer::getMemBufferCopy((*Buffer)->getBuffer(), Input));
    F.Files.resize(File);
    F.Files[File - 1] = Input;
    Server &S = F.Servers.emplace_back();
    S.Source = Input;
    S.Xml = readXml(File, Diags, *F.Rules);
    EXPECT_TRUE(completeSystemXml(S.Xml, Diags, *F.Rules));
    EXPECT_TRUE(buildSystem(S.Xml, S.Sys, Diags, *F.Rules));
    EXPECT_TRUE(finishSystem(S.Sys, Wanted.Nodes.size() == 1, Diags, *F.Rules));
    fillGraph(S, S.Sys.numNets());
  }
  for (unsigned N : Wanted.Nodes)
    F.addNodes(ServerId(N), 1);
  F.Common = {int(NumOriginals), 1, 2.4f, 2.4f, PathType::Nvl, PathType::Pix};
  for (unsigned C = 0; C < NumOriginals; ++C)
    addChannel(F, C);
  for (unsigned C = 0; C < NumOriginals; ++C)
    F.Channels.emplace_back().CopyOf = ChannelId(C);
  F.Channels.back().Reversed = Wanted.Reversed;
  for (Server &S : F.Servers)
    fillConnections(S, F);
  F.P2p = {4, 2, {0, 2}};
  for (unsigned P = 0; P < NumPhases; ++P)
    F.Established.insert(Phase(P));
  EXPECT_FALSE(Diags.hasErrors());
  return F;
}

Fabric ringc::test::makeMixed(DiagnosticEngine &Diags) {
  return makeConnected({{"quad.xml", "pair.xml"}, {0, 1, 0}, true}, Diags);
}

std::string ringc::test::emit(llvm::StringRef Kind, const Fabric &F,
                              DiagnosticEngine &Diags,
                              std::optional<RankId> Rank) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const EmitterInfo *E = findEmitter(Kind);
  EXPECT_NE(E, nullptr);
  EXPECT_TRUE(F.Established.containsAll(E->Requires));
  const unsigned Before = Diags.getNumErrors();
  const bool Written = E->Emit(F, {Rank}, OS, Diags);
  EXPECT_EQ(Written, Diags.getNumErrors() == Before);
  return Text;
}
