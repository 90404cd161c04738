//===- ServerLoads.h - What channels put on one server ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of the algorithm in EstimateBandwidth.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_ESTIMATEBANDWIDTH_SERVERLOADS_H
#define RINGC_PASSES_ESTIMATEBANDWIDTH_SERVERLOADS_H

#include "EstimateBandwidth.h"

namespace ringc::bandwidth {

/// A channel's passage over a link.
struct Passage {
  uint32_t Link; ///< of the estimate
  uint32_t Channel;
  double Cost;
  bool Limits; ///< false: it goes over another device of the link's port
};

/// Adds one server's traffic to an estimate.
class ServerLoads {
public:
  ServerLoads(const ServerTraffic &T, uint32_t Number,
              const BandwidthConstants &Constants, BandwidthEstimate &E,
              std::vector<Passage> &Passages)
      : T(T), Sys(*T.Sys), Number(Number), Constants(Constants), E(E),
        Passages(Passages) {}
  void run();

private:
  void numberLinks();
  void findEnds();
  void joinPorts(NodeRef A, NodeRef B);
  void addChannel(uint32_t C);
  void addHop(uint32_t C, const ChannelTraffic::Hop &H);
  void addNet(uint32_t C, int Rank, int Dev, bool Receives);
  bool lay(NodeRef From, NodeRef To, bool HostMemory);
  bool append(NodeRef From, NodeRef To);
  void addLaid(uint32_t C, NodeRef From);
  void addPassage(uint32_t C, PathLink L, bool IsFlow, double Cost);
  void unknown(uint32_t C, const UnknownWay &Way);
  void listLinks(size_t FirstPassage);

  NodeRef gpu(int Rank) const;
  NodeRef net(int Dev) const;
  NodeRef nearestCpu(NodeRef Gpu) const;
  bool exists(NodeRef R) const {
    return unsigned(R.Type) < NumNodeTypes && R.Index < Sys.of(R.Type).size();
  }
  uint32_t numberOf(PathLink L) const {
    return FirstLink[unsigned(L.From.Type)][L.From.Index] + L.Link;
  }

  const ServerTraffic &T;
  const System &Sys;
  const uint32_t Number;
  const BandwidthConstants &Constants;
  BandwidthEstimate &E;
  std::vector<Passage> &Passages;

  std::array<std::vector<uint32_t>, NumNodeTypes> FirstLink;
  std::vector<LinkLoad> All; ///< every direction of every link
  std::vector<int> GpuOfRank;
  /// By link: whether a channel goes over itself, not only over its port; the
  /// same direction of the other devices of its port.
  std::vector<bool> IsUsed;
  std::vector<std::vector<uint32_t>> Twins;
  /// The way being added.
  std::vector<PathLink> Way;
  PathType WayType = PathType::Loc;
};

} // namespace ringc::bandwidth

#endif // RINGC_PASSES_ESTIMATEBANDWIDTH_SERVERLOADS_H
