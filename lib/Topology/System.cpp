//===- System.cpp - Nodes, links and the table of paths -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The path table is one array of fixed-size records and one pool of links. A
// replaced path leaves its old links in the pool: a system is built once, and
// what is left behind is about as large as what is used.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/System.h"
#include <bit>

using namespace ringc;

std::string_view ringc::toString(NodeType T) {
  switch (T) {
  case NodeType::Gpu:
    return "GPU";
  case NodeType::Pci:
    return "PCI";
  case NodeType::Nvs:
    return "NVS";
  case NodeType::Cpu:
    return "CPU";
  case NodeType::Nic:
    return "NIC";
  case NodeType::Net:
    return "NET";
  }
  return "?";
}

std::string_view ringc::toString(LinkType T) {
  switch (T) {
  case LinkType::Loc:
    return "LOC";
  case LinkType::Nvl:
    return "NVL";
  case LinkType::Pci:
    return "PCI";
  case LinkType::Sys:
    return "SYS";
  case LinkType::Net:
    return "NET";
  }
  return "?";
}

std::string_view ringc::toString(PathType T) {
  switch (T) {
  case PathType::Loc:
    return "LOC";
  case PathType::Nvl:
    return "NVL";
  case PathType::Nvb:
    return "NVB";
  case PathType::Pix:
    return "PIX";
  case PathType::Pxb:
    return "PXB";
  case PathType::Phb:
    return "PHB";
  case PathType::Sys:
    return "SYS";
  }
  return "?";
}

NodeCounts System::counts() const {
  NodeCounts Counts;
  for (unsigned T = 0; T < NumNodeTypes; ++T)
    Counts[T] = unsigned(Nodes[T].size());
  return Counts;
}

int System::gpuOfRank(int Rank) const {
  const std::vector<Node> &Gpus = of(NodeType::Gpu);
  for (size_t I = 0; I < Gpus.size(); ++I)
    if (Gpus[I].Gpu.Rank == Rank)
      return int(I);
  return -1;
}

size_t PathTable::layOut(const NodeCounts &Counts) {
  unsigned NumFrom = 0;
  NumTargets = 0;
  for (unsigned T = 0; T < NumNodeTypes; ++T) {
    FromBase[T] = NumFrom;
    NumFrom += Counts[T];
    TargetBase[T] = NumTargets;
    if (NodeType(T) == NodeType::Cpu || NodeType(T) == NodeType::Gpu ||
        NodeType(T) == NodeType::Net)
      NumTargets += Counts[T];
  }
  return size_t(NumFrom) * NumTargets;
}

void PathTable::reset(const NodeCounts &Counts) {
  Paths.assign(layOut(Counts), Path());
  Links.clear();
}

uint64_t PathTable::sum() const {
  // FNV-1a, by fields.
  uint64_t Sum = 0xcbf29ce484222325;
  const auto Add = [&](uint64_t Value) { Sum = (Sum ^ Value) * 0x100000001b3; };
  for (const Path &P : Paths) {
    Add(uint64_t(P.First) << 32 | uint64_t(P.Count) << 16 | uint64_t(P.Type));
    Add(std::bit_cast<uint32_t>(P.Width));
  }
  for (const PathLink &L : Links)
    Add(uint64_t(L.From.Type) << 32 | uint64_t(L.From.Index) << 16 | L.Link);
  Add(NumTargets);
  return Sum;
}

bool PathTable::fits(const NodeCounts &Counts) const {
  PathTable Other;
  return Other.layOut(Counts) == Paths.size() &&
         Other.NumTargets == NumTargets && Other.FromBase == FromBase &&
         Other.TargetBase == TargetBase;
}

void PathTable::set(NodeRef From, NodeRef To, std::span<const PathLink> L,
                    PathType Type, float Width) {
  Path &P = Paths[slot(From, To)];
  P.First = uint32_t(Links.size());
  P.Count = uint16_t(L.size());
  P.Type = Type;
  P.Width = Width;
  Links.insert(Links.end(), L.begin(), L.end());
}
