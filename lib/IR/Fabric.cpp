//===- Fabric.cpp - The IR: every server and every ring -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions asked of a fabric that take more than a look into a table.
//
//===----------------------------------------------------------------------===//

#include "ringc/IR/Fabric.h"
#include <algorithm>
#include <cassert>

using namespace ringc;

std::string_view ringc::toString(Transport T) {
  switch (T) {
  case Transport::Self:
    return "self";
  case Transport::P2p:
    return "p2p";
  case Transport::Shm:
    return "shm";
  case Transport::Net:
    return "net";
  }
  return "?";
}

SrcLoc ringc::placeOf(const Server &S) {
  return S.Xml.empty() ? SrcLoc() : S.Xml[0].Loc;
}

SrcLoc ringc::placeOfFirstGpu(const Server &S) {
  return S.numRanks() ? S.Sys.of(NodeType::Gpu).front().Loc : SrcLoc();
}

NodeId Fabric::nodeOf(RankId R) const {
  assert(*R < numRanks() && "no such rank");
  // FirstRank may repeat where a server has no ranks: the last of equal entries
  // is the node that has them.
  const auto After = std::upper_bound(FirstRank.begin(), FirstRank.end(), *R);
  return NodeId(uint32_t(After - FirstRank.begin()) - 1);
}

const Channel &Fabric::original(ChannelId C) const {
  const Channel &Asked = Channels[*C];
  return Asked.CopyOf ? Channels[**Asked.CopyOf] : Asked;
}

std::vector<uint32_t> Fabric::ringFrom(ChannelId C, RankId Start) const {
  const std::vector<uint32_t> &Order = original(C).Order;
  std::vector<uint32_t> Ring(Order);
  if (Channels[*C].Reversed)
    std::reverse(Ring.begin(), Ring.end());
  std::rotate(Ring.begin(), std::find(Ring.begin(), Ring.end(), *Start),
              Ring.end());
  return Ring;
}

unsigned Fabric::searchedChannel(ChannelId C) const {
  // Channels beyond those of the search repeat them.
  const int Searched =
      Common ? Common->NumChannels : Servers.front().Graph.nChannels;
  return *Channels[*C].CopyOf.value_or(C) % unsigned(std::max(Searched, 1));
}

Fabric::Ends Fabric::ends(ChannelId C, NodeId N) const {
  const unsigned Row = searchedChannel(C);
  const abi::ncclTopoRanks &First = server(N).Ranks.front();
  const uint32_t Base = FirstRank[*N];
  const RankId Head(Base + uint32_t(First.ringRecv[Row]));
  const RankId Tail(Base + uint32_t(First.ringSend[Row]));
  return Channels[*C].Reversed ? Ends{Tail, Head} : Ends{Head, Tail};
}

std::vector<uint32_t> Fabric::serversInUse() const {
  std::vector<bool> InUse(Servers.size());
  for (ServerId S : Nodes)
    InUse[*S] = true;
  std::vector<uint32_t> Numbers;
  for (uint32_t I = 0; I < InUse.size(); ++I)
    if (InUse[I])
      Numbers.push_back(I);
  return Numbers;
}

void Fabric::addNodes(ServerId S, unsigned Count) {
  const uint32_t Ranks = Servers[*S].numRanks();
  if (FirstRank.empty())
    FirstRank.push_back(0);
  Nodes.insert(Nodes.end(), Count, S);
  FirstRank.reserve(FirstRank.size() + Count);
  for (unsigned I = 0; I < Count; ++I)
    FirstRank.push_back(FirstRank.back() + Ranks);
}

void Fabric::numberRanks() {
  FirstRank.assign(1, 0);
  FirstRank.reserve(Nodes.size() + 1);
  for (ServerId S : Nodes)
    FirstRank.push_back(FirstRank.back() + Servers[*S].numRanks());
}
