//===- Paths.cpp - The best path from every node --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth first from every CPU, GPU and NET, keeping for each node the shortest
// and among those the widest way back. Then pairs that may not talk directly
// are led through a CPU (nccl-search section 4, confirmed).
//
// Paths are stored by index but looked up by id, where the first node of that
// id answers. Real files repeat ids (two `net dev="0"`), and what NCCL makes of
// them follows from this, so `first` stands wherever NCCL looks up by id.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/System.h"
#include <algorithm>

using namespace ringc;

namespace {

/// Width in GB/s of the path from a node to itself [section 3].
constexpr float LocWidth = 5000;

class PathBuilder {
public:
  PathBuilder(System &S, const Profile &P) : S(S), Rules(P) {}
  SystemError run();

private:
  SystemError setPaths(NodeRef Base);
  SystemError relax(NodeRef Base, NodeRef N, std::vector<NodeRef> &Next);
  void viaCpu(NodeRef Cpu, NodeRef From, NodeRef To);
  NodeRef localCpu(NodeRef Gpu) const;
  bool gdr(NodeRef Gpu, NodeRef Net) const;

  unsigned count(NodeType T) const { return unsigned(S.of(T).size()); }
  /// The first node of the same type and id: where a look-up by id ends.
  NodeRef first(NodeRef R) const {
    return {R.Type, FirstOfId[unsigned(R.Type)][R.Index]};
  }

  System &S;
  const Profile &Rules;
  std::array<std::vector<uint16_t>, NumNodeTypes> FirstOfId;
  /// Nodes queued for the next level, by type and index.
  std::array<std::vector<bool>, NumNodeTypes> Queued;
  std::vector<PathLink> Scratch;
};

} // namespace

static std::vector<uint16_t> firstOfEachId(const std::vector<Node> &Nodes) {
  std::vector<uint16_t> First(Nodes.size());
  for (size_t I = 0; I < Nodes.size(); ++I)
    First[I] = uint16_t(
        std::find_if(Nodes.begin(), Nodes.begin() + I,
                     [&](const Node &N) { return N.Id == Nodes[I].Id; }) -
        Nodes.begin());
  return First;
}

/// The type of a path that was of type \p SoFar at \p N and goes on over \p L.
static PathType extend(PathType SoFar, unsigned Count, NodeRef N,
                       const Link &L) {
  PathType Step = PathType::Loc;
  switch (L.Type) {
  case LinkType::Loc:
  case LinkType::Net:
    break;
  case LinkType::Nvl:
    Step = PathType::Nvl;
    break;
  case LinkType::Pci:
    Step = PathType::Pix;
    if (N.Type == NodeType::Cpu || L.Far.Type == NodeType::Cpu)
      Step = PathType::Phb;
    break;
  case LinkType::Sys:
    Step = PathType::Sys;
    break;
  }
  if (N.Type == NodeType::Pci && L.Far.Type == NodeType::Pci)
    Step = PathType::Pxb;
  if (N.Type == NodeType::Gpu && SoFar == PathType::Nvl &&
      Step == PathType::Nvl && Count > 1)
    Step = PathType::Nvb;
  return std::max(SoFar, Step);
}

/// Tries every link of \p N as the first step away from \p Base that others
/// take as their last step to it.
SystemError PathBuilder::relax(NodeRef Base, NodeRef N,
                               std::vector<NodeRef> &Next) {
  NodeRef Slot = first(Base);
  for (const Link &L : S[N].Links) {
    const Path Here = S.Paths.get(N, Slot);
    const Path &There = S.Paths.get(L.Far, Slot);
    // A GPU relays only as the one middle hop between two GPUs over NVLink.
    if (N != Base && N.Type == NodeType::Gpu &&
        (L.Type != LinkType::Nvl || L.Far.Type != NodeType::Gpu ||
         Here.Count > 1))
      continue;
    float Width = std::min(Here.Width, L.Width);
    if (!((There.Width == 0 || There.Count > Here.Count) &&
          There.Width < Width))
      continue;
    const std::vector<Link> &FarLinks = S[L.Far].Links;
    auto Back = std::find_if(FarLinks.begin(), FarLinks.end(),
                             [&](const Link &B) { return B.Far == N; });
    if (Back == FarLinks.end())
      return {SystemError::Kind::NoReversePath, N, L.Far, 0};
    Scratch.assign(1, {L.Far, uint16_t(Back - FarLinks.begin())});
    std::span<const PathLink> Rest = S.Paths.links(Here);
    Scratch.insert(Scratch.end(), Rest.begin(), Rest.end());
    S.Paths.set(L.Far, Slot, Scratch, extend(Here.Type, Here.Count + 1u, N, L),
                Width);
    if (!Queued[unsigned(L.Far.Type)][L.Far.Index]) {
      Queued[unsigned(L.Far.Type)][L.Far.Index] = true;
      Next.push_back(L.Far);
    }
  }
  return {};
}

SystemError PathBuilder::setPaths(NodeRef Base) {
  S.Paths.set(Base, first(Base), {}, PathType::Loc, LocWidth);
  std::vector<NodeRef> Level{Base}, Next;
  while (!Level.empty()) {
    for (NodeRef N : Level)
      if (SystemError E = relax(Base, N, Next))
        return E;
    for (NodeRef N : Next)
      Queued[unsigned(N.Type)][N.Index] = false;
    Level.swap(Next);
    Next.clear();
  }
  return {};
}

/// Leads the path between two nodes through a CPU.
void PathBuilder::viaCpu(NodeRef Cpu, NodeRef From, NodeRef To) {
  const Path A = S.Paths.get(From, Cpu), B = S.Paths.get(Cpu, To);
  std::span<const PathLink> LinksA = S.Paths.links(A);
  std::span<const PathLink> LinksB = S.Paths.links(B);
  Scratch.assign(LinksA.begin(), LinksA.end());
  Scratch.insert(Scratch.end(), LinksB.begin(), LinksB.end());
  S.Paths.set(From, To, Scratch, std::max(A.Type, B.Type),
              std::min(A.Width, B.Width));
}

/// The CPU with the fewest hops; the first of equals. A CPU without a path
/// counts as no hops, as it does for NCCL.
NodeRef PathBuilder::localCpu(NodeRef Gpu) const {
  NodeRef Best{NodeType::Cpu, 0};
  for (unsigned I = 1; I < count(NodeType::Cpu); ++I) {
    NodeRef Cpu{NodeType::Cpu, uint16_t(I)};
    if (S.Paths.get(Gpu, Cpu).Count < S.Paths.get(Gpu, Best).Count)
      Best = Cpu;
  }
  return Best;
}

/// Whether \p Net can write into \p Gpu's memory without the CPU's help.
bool PathBuilder::gdr(NodeRef Gpu, NodeRef Net) const {
  NodeRef G = first(Gpu), N = first(Net);
  return S[N].Net.Gdr && S[G].Gpu.Gdr &&
         S.Paths.get(G, N).Type <= PathType::Pxb;
}

SystemError PathBuilder::run() {
  const NodeCounts Counts = S.counts();
  for (unsigned T = 0; T < NumNodeTypes; ++T) {
    FirstOfId[T] = firstOfEachId(S.Nodes[T]);
    Queued[T].assign(Counts[T], false);
  }
  S.Paths.reset(Counts);

  for (unsigned C = 0; C < count(NodeType::Cpu); ++C)
    if (SystemError E = setPaths({NodeType::Cpu, uint16_t(C)}))
      return E;
  bool HasCpu = count(NodeType::Cpu) != 0;
  for (unsigned G = 0; G < count(NodeType::Gpu); ++G) {
    NodeRef Gpu{NodeType::Gpu, uint16_t(G)};
    if (SystemError E = setPaths(Gpu))
      return E;
    for (unsigned I = 0; HasCpu && I < count(NodeType::Gpu); ++I) {
      NodeRef Peer{NodeType::Gpu, uint16_t(I)};
      if (!p2pAllowed(S, Rules, S.Paths.get(first(Peer), first(Gpu)).Type))
        viaCpu(localCpu(Gpu), Peer, Gpu);
    }
  }
  for (unsigned N = 0; N < count(NodeType::Net); ++N) {
    NodeRef Net{NodeType::Net, uint16_t(N)};
    if (SystemError E = setPaths(Net))
      return E;
    for (unsigned G = 0; HasCpu && G < count(NodeType::Gpu); ++G) {
      NodeRef Gpu{NodeType::Gpu, uint16_t(G)};
      if (gdr(Gpu, Net))
        continue;
      viaCpu(localCpu(Gpu), Net, Gpu);
      viaCpu(localCpu(Gpu), Gpu, Net);
    }
  }
  return {};
}

SystemError ringc::computePaths(System &S, const Profile &P) {
  return PathBuilder(S, P).run();
}

bool ringc::p2pAllowed(const System &S, const Profile &P, PathType T) {
  P2pLevel Level = P.P2pOther;
  if (!S.of(NodeType::Cpu).empty()) {
    const CpuFacts &Cpu = S.of(NodeType::Cpu)[0].Cpu;
    if (Cpu.Arch == CpuArch::Arm)
      Level = P.P2pArm;
    else if (Cpu.Arch == CpuArch::X86 && Cpu.Vendor == CpuVendor::Intel)
      Level = Cpu.Model == CpuModel::Skl ? P.P2pIntelSkylake : P.P2pIntelOld;
    else if (Cpu.Arch == CpuArch::X86 && Cpu.Vendor == CpuVendor::Zhaoxin)
      Level = P.P2pZhaoxin;
  }
  return unsigned(T) <= unsigned(Level);
}
