//===- EstimateBandwidth.h - What limits the rings --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The model (docs/Bandwidth.md): all channels run at once, for long. Each
// passage of a channel over a link, in one direction, is a flow. A link is
// shared evenly by its flows, a channel is as fast as its smallest share. What
// joins the servers' NICs limits nothing.
//
// In: traffic, that is which hops each channel makes in each server. Out: the
// load of each link and NIC, the bandwidth of each channel and what limits it.
// Bandwidths are in GB/s of 10^9 bytes, as the system's widths are.
//
// FabricTraffic.h makes the traffic of a fabric.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_ESTIMATEBANDWIDTH_ESTIMATEBANDWIDTH_H
#define RINGC_PASSES_ESTIMATEBANDWIDTH_ESTIMATEBANDWIDTH_H

#include "ringc/Topology/System.h"
#include <limits>
#include <string>

namespace ringc {

/// What an estimate reckons with besides widths. As it stands here, nothing is
/// lost anywhere.
struct BandwidthConstants {
  /// Part of a width that data can use, inside servers and of NICs: above 0, at
  /// most 1. No source says how much; 1 is the runtime's own reckoning.
  double LinkEfficiency = 1, NetEfficiency = 1;
  /// What one channel moves at most, GB/s.
  double ChannelCap = std::numeric_limits<double>::infinity();
  /// What a flow that a GPU sends over a path of type PHB through an Intel CPU
  /// takes of each PCI link (nccl-search section 7, confirmed).
  double IntelPciCost = 1;
  /// Whether data costs something on the way back: an eighth where a NIC sends
  /// to a GPU older than sm 80, the whole where NVLink leads to a CPU
  /// (nccl-search section 7, confirmed).
  bool ReturnCost = false;
};

/// What the search of \p P reckons with. A Neuron search has no such costs.
BandwidthConstants bandwidthConstants(const Profile &P);

constexpr int NoNet = -1;

/// What one channel does in one server, in local ranks.
struct ChannelTraffic {
  struct Hop {
    int From = -1, To = -1;
    /// Through host memory, even if the two could talk directly.
    bool HostMemory = false;
  };
  std::vector<Hop> Hops; ///< in any order; those of one rank to itself are none
  int Head = -1, Tail = -1; ///< by which ranks it enters and leaves
  /// The devices by which it does; NoNet: by none.
  int Recv = NoNet, Send = NoNet;
};

/// Nodes in which all channels do the same.
struct ServerTraffic {
  const System *Sys = nullptr; ///< with paths
  uint32_t Server = 0;         ///< number of the distinct server
  uint32_t FirstNode = 0, NumNodes = 1;
  std::vector<ChannelTraffic> Channels; ///< FabricTraffic::NumChannels
};

struct FabricTraffic {
  std::vector<ServerTraffic> Servers;
  uint32_t NumRanks = 0;    ///< of the ring
  uint32_t NumChannels = 0; ///< copies included
  /// Whether channels go from server to server over links of a pod, which no
  /// system has: they don't count.
  bool UsesPodLinks = false;
};

/// One direction of a link or, where the type is NET, of a NIC's device. What
/// goes over other devices of the same port (of one card and one port number)
/// is counted on each of them. Only what channels go over is listed.
struct LinkLoad {
  uint32_t Server = 0; ///< index of FabricTraffic::Servers
  NodeRef From, To;
  LinkType Type = LinkType::Loc;
  double Width = 0; ///< as in the system
  uint32_t Flows = 0;
  /// What the flows take of it together when each moves 1 GB/s: their number,
  /// or more where they cost more than they move.
  double Cost = 0;
  double Share = 0; ///< what each flow may move: usable width over cost
  double Used = 0;  ///< what goes over it at the channels' bandwidths
  /// The channels that are no faster because of it, rising.
  std::vector<uint32_t> Limits;
};

/// A way of which the system knows nothing: it isn't counted.
struct UnknownWay {
  uint32_t Server = 0; ///< index of FabricTraffic::Servers
  bool FromNet = false, ToNet = false;
  int From = -1, To = -1; ///< local rank, or device number of a net
};

constexpr uint32_t NoLink = ~0u;

struct ChannelBandwidth {
  /// GB/s; infinite if the channel uses no link that is known. With unknown
  /// ways, what it is at most.
  double Bandwidth = std::numeric_limits<double>::infinity();
  /// What limits it: the first of BandwidthEstimate::Links with its smallest
  /// share. NoLink: the cap, or nothing.
  uint32_t Link = NoLink;
  uint32_t NumUnknown = 0;
  UnknownWay FirstUnknown;
};

struct BandwidthEstimate {
  /// By server, as its system lists them, NICs behind all others.
  std::vector<LinkLoad> Links;
  std::vector<ChannelBandwidth> Channels;
  uint32_t NumRanks = 0;
  uint32_t NumUnknown = 0; ///< ways, over all channels
  /// Sum over the channels: what a rank sends to its successors.
  double Total = 0;
  /// Number of channels times the slowest: what Total is for data that is split
  /// evenly over the channels.
  double Even = 0;

  /// nccl-tests' names, for rings at \p Ring GB/s in all: busbw is what goes
  /// over each rank's link, algbw the size over the time.
  static double busBandwidth(double Ring) { return Ring; }
  /// A rank sends 2(n-1)/n of the size.
  double allReduce(double Ring) const { return Ring * rounds() / 2; }
  /// A rank sends (n-1)/n of the size, all ranks' parts together.
  double allGather(double Ring) const { return Ring * rounds(); }

private:
  double rounds() const {
    return NumRanks > 1 ? double(NumRanks) / (NumRanks - 1)
                        : std::numeric_limits<double>::infinity();
  }
};

/// Linear in the hops of \p Traffic and the links of its systems. Numbers in
/// \p Traffic that name nothing give unknown ways.
BandwidthEstimate estimateBandwidth(const FabricTraffic &Traffic,
                                    const BandwidthConstants &Constants);

/// The links of \p E by what they leave a flow, least first; those that limit a
/// channel before all others. Of equals the first in \p E.
std::vector<uint32_t> tightestFirst(const BandwidthEstimate &E);

/// A node as people look for it: `GPU 3 (0000:1c:00.0)` with its local rank,
/// `NET 0 (mlx5_0)` with its device number, `PCI 0000:10:00.0`, `CPU 1`, `NVS`.
std::string nameOf(const System &S, NodeRef R);

} // namespace ringc

#endif // RINGC_PASSES_ESTIMATEBANDWIDTH_ESTIMATEBANDWIDTH_H
