//===- SearchSpace.h - A system laid out for walking ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a search asks of a system and that never changes meanwhile: links
// numbered through, the path of every pair as a flat list of link numbers with
// what each hop costs, and every order of candidates that doesn't depend on the
// widths left. The widths themselves are the walker's.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_SEARCHSPACE_H
#define RINGC_PASSES_COMPUTEGRAPH_SEARCHSPACE_H

#include "ringc/ABI/Structs.h"
#include "ringc/Topology/System.h"
#include <vector>

namespace ringc::search {

constexpr uint32_t NoLink = ~0u;

/// What a flow also costs the opposite direction of a link.
enum class BackShare : uint8_t {
  None,
  Eighth, ///< into a GPU older than sm 80, from a CPU or a NIC
  Full,   ///< NVLink into a CPU
};

/// One hop of a path.
struct Hop {
  uint32_t Link; ///< index into the widths
  uint32_t Back; ///< the opposite direction
  bool Pci;      ///< over a PCI link
  BackShare Share;
};

/// The path of one pair of nodes.
struct Way {
  uint32_t First = 0; ///< of Count hops
  uint16_t Count = 0; ///< 0: the same node, or nothing to count
  PathType Type = PathType::Loc;
  bool IntelP2p = false; ///< PCI links cost more: see Lane::PciTaxed
};

/// A GPU that may follow another.
struct Follower {
  uint16_t Gpu;
  PathType Type;  ///< of the path between the two
  uint32_t Intra; ///< its width and hops, for comparing: more is better
};

/// What an attempt asks for: the head of a graph, without the channels, which
/// are 33 kB. Speeds in GB/s; types as PathType.
struct Terms {
  // NOLINTNEXTLINE: a graph is asked for by example.
  Terms(const abi::ncclTopoGraph &G)
      : pattern(G.pattern), crossNic(G.crossNic), minChannels(G.minChannels),
        maxChannels(G.maxChannels), speedIntra(G.speedIntra),
        speedInter(G.speedInter), typeIntra(G.typeIntra),
        typeInter(G.typeInter), sameChannels(G.sameChannels) {}
  void writeTo(abi::ncclTopoGraph &G) const {
    G.pattern = pattern;
    G.crossNic = crossNic;
    G.minChannels = minChannels;
    G.maxChannels = maxChannels;
    G.speedIntra = speedIntra;
    G.speedInter = speedInter;
    G.typeIntra = typeIntra;
    G.typeInter = typeInter;
    G.sameChannels = sameChannels;
  }

  int pattern, crossNic, minChannels, maxChannels;
  float speedIntra, speedInter;
  int typeIntra, typeInter, sameChannels;
};

/// The fixed part of a search.
class SearchSpace {
public:
  explicit SearchSpace(const System &S, const Profile &P);

  const System &Sys;
  unsigned NumGpus, NumNets;
  std::vector<float> Widths; ///< of all links, before anything is taken
  std::vector<Hop> Hops;

  const Way &gpuToGpu(unsigned A, unsigned B) const {
    return GpuGpu[A * NumGpus + B];
  }
  const Way &gpuToNet(unsigned G, unsigned N) const {
    return GpuNet[G * NumNets + N];
  }
  const Way &netToGpu(unsigned N, unsigned G) const {
    return NetGpu[N * NumGpus + G];
  }

  /// GPUs with a path from \p G, nearest first: by width, hops, and distance in
  /// index order.
  std::span<const Follower> followers(unsigned G) const {
    return {Followers.data() + FirstFollower[G],
            FirstFollower[G + 1] - FirstFollower[G]};
  }

  /// First PCI link of each GPU and the link back; NoLink where there is none.
  struct PciPort {
    uint32_t Up, Down;
  };
  std::vector<PciPort> PciPorts;
  std::vector<bool> IsPort; ///< by link: of some GPU, in either direction

  /// A NET as the start of channels.
  struct NetStart {
    uint16_t First;   ///< first NET of the same id: where a look-up by id ends
    uint16_t Card;    ///< NETs of the same asic and port have the same
    bool Tried;       ///< stands in NetOrder
    float WidthToGpu; ///< widest path to any GPU
    std::vector<uint16_t> Twins; ///< all NETs of the card, itself included
    std::vector<uint16_t> Near;  ///< GPUs at that width in fewest hops
    /// By GPU: rank of its path from here by width (high) and by hops (low),
    /// with room between for the PCI width left (see Walker::nextGpus).
    std::vector<uint64_t> Score;
  };
  std::vector<NetStart> Nets;
  /// The card in which a channel from NET \p N must end, unless it may cross:
  /// that of the first NET of the same id, which is looked up by it.
  uint16_t endCard(unsigned N) const { return Nets[Nets[N].First].Card; }
  std::vector<uint16_t> NetOrder; ///< NETs in the order they are tried

private:
  void numberLinks();
  Way layOut(NodeRef From, NodeRef To);
  void layOutWays();
  void orderFollowers();
  void findPciPorts();
  void describeNets();
  void scoreNet(unsigned N);
  void selectNets(::ringc::NetOrder Order);
  void orderBestFirst();
  uint32_t linkNumber(const PathLink &L) const {
    return FirstLink[unsigned(L.From.Type)][L.From.Index] + L.Link;
  }
  uint32_t linkBack(NodeRef From, NodeRef To) const;

  std::array<std::vector<uint32_t>, NumNodeTypes> FirstLink;
  std::vector<Way> GpuGpu, GpuNet, NetGpu;
  std::vector<Follower> Followers;
  std::vector<size_t> FirstFollower;
};

/// Bits of a candidate's score, from the one compared first to the one compared
/// last, each falling into one 64-bit number: smaller is better.
constexpr unsigned ScoreWidthShift = 56; ///< rank of the width from the NET
constexpr unsigned ScorePciShift = 24;   ///< PCI width left, 32 bits
constexpr unsigned ScoreHopsShift = 16;  ///< rank of the hops from the NET
constexpr unsigned ScorePlaceShift = 8;  ///< place among followers()
                                         ///< then the GPU itself

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_SEARCHSPACE_H
