//===- Graph.h - The rings of a communicator --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   peer records --all-gather--> members --chains--> Preset --all-gather-->
//   fragments --Postset, BuildRings--> rings --compare--> agreed by all
//
// Preset, Postset and BuildRings are those of the compiler's passes. The chains
// inside a server are the compiled ones, without the cores that aren't in the
// communicator (design: the real library searches again). A communicator of all
// ranks, each where it was compiled, must get the compiled rings.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_GRAPH_H
#define RINGC_LIB_RUNTIME_NCCOM_GRAPH_H

#include "Comm.h"
#include "passes/AllGather/AllGather.h"
#include "passes/Postset/Postset.h"

namespace ringc::runtime {

/// What a rank puts into the first all-gather.
struct PeerRecord {
  abi::ncclPeerInfo Info;
  uint64_t Wiring; ///< checksum of the blob in its library
};
static_assert(sizeof(PeerRecord) == 112 + 8);

/// A rank and the place it has in the compiled fabric.
struct Member {
  abi::ncclPeerInfo Info;
  uint32_t Node;  ///< compiled
  uint32_t Local; ///< compiled local rank
};

/// A server, as far as its ranks are in the communicator.
struct MemberNode {
  uint32_t Node;          ///< compiled
  uint32_t FirstPlace;    ///< of its ranks in Graph::RankAt
  std::vector<int> Ranks; ///< of the communicator, rising: by local rank
};

/// One ring as this rank sees it.
struct MemberRing {
  int Prev = 0, Next = 0;
  std::vector<int> UserRanks; ///< from this rank on
  bool IsCopy = false;
  int NetDev = -1; ///< the NIC's device number; -1: no NIC is asked for
};

class Graph {
public:
  /// Builds with all others: every rank of \p C calls it. After a problem
  /// nothing is built here, and all others have one, too.
  Problem build(Comm &C, const abi::ncclPeerInfo &Own);

  bool isBuilt() const { return Built; }
  const std::vector<Member> &members() const { return Members; }
  const std::vector<MemberRing> &rings() const { return Rings; }
  const std::vector<MemberNode> &nodes() const { return Nodes; }
  /// Place among nodes() of \p Rank's.
  size_t nodeOf(int Rank) const { return NodeOfRank[size_t(Rank)]; }
  const std::vector<std::vector<int>> &kangaPaths() const { return Kanga; }
  /// Whether \p Rank and \p Peer reach each other without a NIC.
  bool isDirect(int Rank, int Peer) const;
  /// The distinct server of \p Rank.
  uint32_t serverOf(int Rank) const;

private:
  /// What a rank puts into the second all-gather.
  struct Fragment {
    GraphFigures Figures;
    abi::ncclTopoRanks Ranks;
  };
  static_assert(sizeof(Fragment) == 24 + 960);

  Problem buildRings(Comm &C);
  Problem findMembers();
  Problem findMember(Member &M, size_t R) const;
  void groupNodes();
  std::vector<int> localsOf(const MemberNode &N) const;
  std::vector<int> chainsOf(const MemberNode &N) const;
  Problem preset(Fragment &Own);
  void presetKanga(abi::ncclTopoRanks &Own) const;
  Problem checkFragment(size_t R, const Fragment &F) const;
  Problem stitch(const std::vector<Fragment> &All);
  std::vector<ChannelPlan> plan(unsigned Found) const;
  Problem addRing(unsigned Channel, const std::vector<Fragment> &All,
                  std::span<const size_t> NodesInOrder);
  void addCopy(const ChannelPlan &P);
  void bindNics(unsigned Found);
  Problem buildKanga(const std::vector<Fragment> &All);
  Problem compare() const;
  uint64_t sum() const;
  std::vector<size_t> nodeOrder() const;

  bool Built = false;
  int Rank = 0;
  bool IsWorld = false;        ///< all ranks, where they were compiled
  std::vector<Member> Members; ///< by rank
  std::vector<MemberNode> Nodes;
  std::vector<size_t> NodeOfRank;
  std::vector<size_t> LocalOfRank; ///< place in its node's Ranks
  /// Ranks of a server needn't follow each other: stitched are places, server
  /// after server.
  std::vector<int> RankAt;
  std::vector<int> Intra; ///< own node's chains: [channel][local]
  unsigned NumChains = 0;
  std::vector<MemberRing> Rings;
  std::vector<std::vector<int>> Kanga;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_GRAPH_H
