//===- System.h - The node-link graph of one server -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs, switches, CPUs, cards and NICs as nodes; the links between them, each
// direction on its own; and the best path from every node to every CPU, GPU and
// NET (nccl-search sections 3 to 5). Plain C++: the compiler and the runtime
// pair build the same system.
//
// Node arrays are in creation order. "Index" is a place in one array, "id" the
// node's own number (bus id, NUMA id, device number), which may repeat.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOPOLOGY_SYSTEM_H
#define RINGC_TOPOLOGY_SYSTEM_H

#include "ringc/ABI/Profile.h"
#include "ringc/Diag/SrcLoc.h"
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringc {

/// NCCL's node types, with NCCL's numbers.
enum class NodeType : uint8_t { Gpu, Pci, Nvs, Cpu, Nic, Net };
constexpr unsigned NumNodeTypes = 6;

/// NCCL's link types, with NCCL's numbers.
enum class LinkType : uint8_t { Loc = 0, Nvl = 1, Pci = 3, Sys = 6, Net = 7 };

/// NCCL's path types, from best to worst, with NCCL's numbers.
enum class PathType : uint8_t { Loc, Nvl, Nvb, Pix, Pxb, Phb, Sys };
constexpr unsigned NumPathTypes = 7;

/// `LOC`, `NVL`, ... as NCCL writes them; `?` for a value outside the type.
std::string_view toString(NodeType T);
std::string_view toString(LinkType T);
std::string_view toString(PathType T);

/// A node by type and index.
struct NodeRef {
  NodeType Type = NodeType::Gpu;
  uint16_t Index = 0;
  auto operator<=>(const NodeRef &) const = default;
};

/// One direction of a link. `Width` in GB/s.
struct Link {
  LinkType Type;
  NodeRef Far;
  float Width;
  bool operator==(const Link &) const = default;
};

/// CPU facts as NCCL numbers them; -1 is unset.
enum class CpuArch : int8_t {
  Unset = -1,
  Other = 0,
  X86 = 1,
  Power = 2,
  Arm = 3
};
enum class CpuVendor : int8_t {
  Unset = -1,
  Other = 0,
  Intel = 1,
  Amd = 2,
  Zhaoxin = 3
};
enum class CpuModel : int8_t { Unset = -1, Bdw = 1, Skl = 2, Yongfeng = 3 };

/// What is known of a GPU, a CPU, a NET and a PCI switch.
struct GpuFacts {
  int Dev = 0;
  int Rank = 0; ///< local rank: place among the server's ranks
  int Sm = 0;   ///< compute capability, e.g. 80
  bool Gdr = false;
  bool operator==(const GpuFacts &) const = default;
};
struct CpuFacts {
  CpuArch Arch = CpuArch::Unset;
  CpuVendor Vendor = CpuVendor::Unset;
  CpuModel Model = CpuModel::Unset;
  bool operator==(const CpuFacts &) const = default;
};
struct NetFacts {
  uint64_t Asic = 0; ///< of the card; nets with the same and one port are one
  int Port = 0;
  float Width = 0; ///< GB/s
  bool Gdr = false;
  bool Coll = false;
  int MaxChannels = 0; ///< that may use it at once
  bool operator==(const NetFacts &) const = default;
};
struct PciFacts {
  uint64_t Device = 0; ///< vendor, device, subsystem vendor, subsystem device
  bool operator==(const PciFacts &) const = default;
};

/// One node. Only the facts of its own type are set. `Name` is for people: the
/// bus id as written, or a NET's name. `Loc` is the element it came from.
struct Node {
  NodeType Type = NodeType::Gpu;
  int64_t Id = 0;
  std::string Name;
  SrcLoc Loc;
  GpuFacts Gpu;
  CpuFacts Cpu;
  NetFacts Net;
  PciFacts Pci;
  std::vector<Link> Links;
  bool operator==(const Node &) const = default;
};

/// A link as one step of a path: link number `Link` of node `From`.
struct PathLink {
  NodeRef From;
  uint16_t Link = 0;
  bool operator==(const PathLink &) const = default;
};

/// The best way from one node to one target. `Count` 0 with a positive width is
/// the node itself, or a pair that may not talk; with width 0, no way.
struct Path {
  uint32_t First = 0; ///< of Count entries of PathTable::Links
  uint16_t Count = 0; ///< hops
  PathType Type = PathType::Loc;
  float Width = 0; ///< GB/s
  bool operator==(const Path &) const = default;
};

/// How many nodes of each type.
using NodeCounts = std::array<unsigned, NumNodeTypes>;

/// Paths from every node to every CPU, GPU and NET.
class PathTable {
public:
  /// The path from \p From to target \p To; \p To is a CPU, GPU or NET.
  const Path &get(NodeRef From, NodeRef To) const {
    return Paths[slot(From, To)];
  }
  /// The links of \p P, in the direction of travel.
  std::span<const PathLink> links(const Path &P) const {
    return {Links.data() + P.First, P.Count};
  }
  bool empty() const { return Paths.empty(); }
  bool operator==(const PathTable &) const = default;
  /// A sum over all of it.
  uint64_t sum() const;
  /// Whether this was laid out for the given node counts.
  bool fits(const NodeCounts &Counts) const;

  /// Lays out an all-unreachable table for the given node counts.
  void reset(const NodeCounts &Counts);
  /// Replaces a path.
  void set(NodeRef From, NodeRef To, std::span<const PathLink> L, PathType Type,
           float Width);

private:
  /// Sets the bases for the given node counts; returns how many paths that is.
  size_t layOut(const NodeCounts &Counts);
  size_t slot(NodeRef From, NodeRef To) const {
    return size_t(FromBase[unsigned(From.Type)] + From.Index) * NumTargets +
           TargetBase[unsigned(To.Type)] + To.Index;
  }
  std::array<unsigned, NumNodeTypes> FromBase{};
  std::array<unsigned, NumNodeTypes> TargetBase{}; ///< CPU, GPU, NET only
  unsigned NumTargets = 0;
  std::vector<Path> Paths;
  std::vector<PathLink> Links;
};

/// One server.
struct System {
  std::array<std::vector<Node>, NumNodeTypes> Nodes;
  PathTable Paths;      ///< filled by computePaths
  float MaxWidth = 0;   ///< filled by initSearch; GB/s
  float TotalWidth = 0; ///< filled by initSearch; GB/s
  bool operator==(const System &) const = default;

  std::vector<Node> &of(NodeType T) { return Nodes[unsigned(T)]; }
  const std::vector<Node> &of(NodeType T) const { return Nodes[unsigned(T)]; }
  Node &operator[](NodeRef R) { return Nodes[unsigned(R.Type)][R.Index]; }
  const Node &operator[](NodeRef R) const {
    return Nodes[unsigned(R.Type)][R.Index];
  }
  NodeCounts counts() const;
  unsigned numGpus() const { return unsigned(of(NodeType::Gpu).size()); }
  unsigned numNets() const { return unsigned(of(NodeType::Net).size()); }

  /// Index of the first GPU with local rank \p Rank, or -1.
  int gpuOfRank(int Rank) const;
};

/// Why a step of building a system stopped.
struct SystemError {
  enum class Kind : uint8_t {
    None,
    NoReversePath, ///< a link whose far end has none back: One -> Two
    TooManyLinks,  ///< more than the profile's capacity of one node
    Unreachable,   ///< two GPUs without any path
  };
  Kind What = Kind::None;
  NodeRef One, Two;
  unsigned Limit = 0;
  explicit operator bool() const { return What != Kind::None; }
};

/// Fills `S.Paths` (nccl-search section 4). Nodes and links are not changed.
SystemError computePaths(System &S, const Profile &P);

/// Deletes what this communicator doesn't use: with \p SingleNode, all NETs
/// (nccl-search section 5). Paths must be computed; they are stale afterwards.
/// Two GPUs without a path between them are an error.
SystemError trimSystem(System &S, bool SingleNode);

/// Fills MaxWidth and TotalWidth from the paths.
void initSearch(System &S);

/// Whether two GPUs may talk directly, over a path of type \p T.
bool p2pAllowed(const System &S, const Profile &P, PathType T);

} // namespace ringc

#endif // RINGC_TOPOLOGY_SYSTEM_H
