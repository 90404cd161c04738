//===- EstimateBandwidth.cpp - What limits the rings ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the cost of each link known (ServerLoads), so is its share; a channel's
// bandwidth is the least share of its passages, and going over them once more
// gives what each link carries and whom it limits.
//
//===----------------------------------------------------------------------===//

#include "ServerLoads.h"
#include <algorithm>

using namespace ringc;
using namespace ringc::bandwidth;

/// Two shares that are reckoned differently from equal numbers are equal.
constexpr double Rounding = 1 + 1e-9;

/// Each channel's least share, or the cap if that is less; then what that makes
/// of the links.
static void findBandwidths(BandwidthEstimate &E,
                           const std::vector<Passage> &Passages,
                           double ChannelCap) {
  for (ChannelBandwidth &B : E.Channels)
    B.Bandwidth = ChannelCap;
  for (const Passage &P : Passages) {
    double &Own = E.Channels[P.Channel].Bandwidth;
    if (P.Limits)
      Own = std::min(Own, E.Links[P.Link].Share);
  }
  for (const Passage &P : Passages) {
    LinkLoad &L = E.Links[P.Link];
    ChannelBandwidth &B = E.Channels[P.Channel];
    L.Used += P.Cost * B.Bandwidth;
    if (!P.Limits || L.Share > B.Bandwidth * Rounding)
      continue;
    B.Link = std::min(B.Link, P.Link);
    if (L.Limits.empty() || L.Limits.back() != P.Channel)
      L.Limits.push_back(P.Channel);
  }
}

BandwidthEstimate
ringc::estimateBandwidth(const FabricTraffic &Traffic,
                         const BandwidthConstants &Constants) {
  BandwidthEstimate E;
  E.NumRanks = Traffic.NumRanks;
  E.Channels.resize(Traffic.NumChannels);
  std::vector<Passage> Passages;
  for (uint32_t I = 0; I < Traffic.Servers.size(); ++I)
    if (Traffic.Servers[I].Sys)
      ServerLoads(Traffic.Servers[I], I, Constants, E, Passages).run();
  findBandwidths(E, Passages, Constants.ChannelCap);
  double Least = std::numeric_limits<double>::infinity();
  for (const ChannelBandwidth &B : E.Channels) {
    E.Total += B.Bandwidth;
    Least = std::min(Least, B.Bandwidth);
  }
  if (!E.Channels.empty())
    E.Even = Least * double(E.Channels.size());
  return E;
}

BandwidthConstants ringc::bandwidthConstants(const Profile &P) {
  BandwidthConstants Constants;
  if (P.Search != SearchKind::Nccl)
    return Constants;
  Constants.IntelPciCost = double(P.IntelP2pMul) / P.IntelP2pDiv;
  Constants.ReturnCost = true;
  return Constants;
}

std::vector<uint32_t> ringc::tightestFirst(const BandwidthEstimate &E) {
  std::vector<uint32_t> Order(E.Links.size());
  for (uint32_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    const LinkLoad &One = E.Links[A], &Two = E.Links[B];
    if (One.Limits.empty() != Two.Limits.empty())
      return Two.Limits.empty();
    return One.Share < Two.Share;
  });
  return Order;
}

std::string ringc::nameOf(const System &S, NodeRef R) {
  std::string Name(toString(R.Type));
  if (unsigned(R.Type) >= NumNodeTypes || R.Index >= S.of(R.Type).size())
    return Name += " ?";
  const Node &N = S[R];
  switch (R.Type) {
  case NodeType::Nvs: // there is one at most
    return Name;
  case NodeType::Pci:
  case NodeType::Nic:
    Name += ' ';
    return Name += N.Name.empty() ? std::to_string(R.Index) : N.Name;
  case NodeType::Cpu:
    Name += ' ';
    return Name += std::to_string(N.Id);
  case NodeType::Gpu:
  case NodeType::Net:
    break;
  }
  Name += ' ';
  Name += std::to_string(R.Type == NodeType::Gpu ? N.Gpu.Rank : N.Id);
  if (!N.Name.empty())
    Name.append(" (").append(N.Name).append(")");
  return Name;
}
