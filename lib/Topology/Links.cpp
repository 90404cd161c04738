//===- Links.cpp - How links enter a system and are put in order ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node's links stand by falling width, equal ones by arrival, with the link
// up to the PCI parent last once sortLinks has run. Sections are of
// nccl-search; all of it is confirmed by runs of the real code unless said
// otherwise.
//
//===----------------------------------------------------------------------===//

#include "Links.h"
#include <algorithm>

using namespace ringc;

namespace {

// Device words of a Broadcom gen4 switch: any part of one (low 12 bits free),
// and the whole after joining [section 3].
constexpr uint64_t BroadcomPart = 0x1000c0101000a000;
constexpr uint64_t BroadcomPartMask = ~uint64_t(0xfff);
constexpr uint64_t BroadcomWhole = 0x1000c01010000000;

SystemError tooManyLinks(NodeRef N, NodeRef Far, const Profile &P) {
  return {SystemError::Kind::TooManyLinks, N, Far, unsigned(P.MaxLinksPerNode)};
}

SystemError appendLink(System &S, NodeRef N, const Link &L, const Profile &P) {
  std::vector<Link> &Links = S[N].Links;
  if (Links.size() >= size_t(P.MaxLinksPerNode))
    return tooManyLinks(N, L.Far, P);
  Links.push_back(L);
  return {};
}

} // namespace

SystemError ringc::connect(System &S, NodeRef From, NodeRef To, LinkType Type,
                           float Width, const Profile &P) {
  std::vector<Link> &Links = S[From].Links;
  auto It = std::find_if(Links.begin(), Links.end(), [&](const Link &L) {
    return L.Far == To && L.Type == Type;
  });
  if (It == Links.end()) {
    if (SystemError E = appendLink(S, From, {Type, To, 0}, P))
      return E;
    It = Links.end() - 1;
  }
  It->Width += Width;
  for (; It != Links.begin() && It[-1].Width < It->Width; --It)
    std::swap(It[-1], *It);
  return {};
}

SystemError ringc::connectBoth(System &S, NodeRef A, NodeRef B, LinkType Type,
                               float Width, const Profile &P) {
  if (SystemError E = connect(S, A, B, Type, Width, P))
    return E;
  return connect(S, B, A, Type, Width, P);
}

void ringc::removeNode(System &S, NodeRef Dead) {
  std::vector<Node> &Kind = S.of(Dead.Type);
  Kind.erase(Kind.begin() + Dead.Index);
  for (std::vector<Node> &Nodes : S.Nodes)
    for (Node &N : Nodes) {
      std::erase_if(N.Links, [&](const Link &L) { return L.Far == Dead; });
      for (Link &L : N.Links)
        if (L.Far.Type == Dead.Type && L.Far.Index > Dead.Index)
          --L.Far.Index;
    }
}

/// Gives the links of \p Part to \p Whole and points the far ends at it.
static SystemError absorb(System &S, NodeRef Whole, NodeRef Part,
                          const Profile &P) {
  for (const Link &L : S[Part].Links) {
    if (L.Far == Whole)
      continue;
    if (SystemError E = appendLink(S, Whole, L, P))
      return E;
    for (Link &Back : S[L.Far].Links)
      if (Back.Far == Part) {
        Back.Far = Whole;
        break;
      }
  }
  return {};
}

SystemError ringc::flattenBroadcom(System &S, const Profile &P) {
  std::vector<Node> &Switches = S.of(NodeType::Pci);
  for (unsigned I = 0; I < Switches.size(); ++I) {
    uint64_t Device = Switches[I].Pci.Device;
    if ((Device & BroadcomPartMask) != BroadcomPart)
      continue;
    NodeRef Whole{NodeType::Pci, uint16_t(I)};
    auto IsPart = [&](const Link &L) {
      return L.Far.Type == NodeType::Pci && L.Far != Whole &&
             S[L.Far].Pci.Device == Device;
    };
    std::vector<NodeRef> Parts;
    for (const Link &L : Switches[I].Links)
      if (IsPart(L))
        Parts.push_back(L.Far);
    std::erase_if(Switches[I].Links, IsPart);
    for (size_t K = 0; K < Parts.size(); ++K) {
      NodeRef Part = Parts[K];
      if (SystemError E = absorb(S, Whole, Part, P))
        return E;
      removeNode(S, Part);
      auto MoveDown = [&](NodeRef &R) {
        if (R.Index > Part.Index)
          --R.Index;
      };
      MoveDown(Whole);
      std::for_each(Parts.begin() + K + 1, Parts.end(), MoveDown);
    }
    S[Whole].Pci.Device = BroadcomWhole;
    I = 0; // NCCL goes on at index 1, whatever index the switch had [section 3]
  }
  return {};
}

float ringc::cpuLinkWidth(const CpuFacts &Cpu) {
  // GB/s [section 3]. AMD and unknown CPUs keep the width of a local link.
  constexpr float Power = 32, Arm = 6, IntelSkylake = 9, Intel = 6, Zhaoxin = 6,
                  Yongfeng = 9, Other = 5000;
  switch (Cpu.Arch) {
  case CpuArch::Power:
    return Power;
  case CpuArch::Arm:
    return Arm;
  case CpuArch::X86:
    if (Cpu.Vendor == CpuVendor::Intel)
      return Cpu.Model == CpuModel::Skl ? IntelSkylake : Intel;
    if (Cpu.Vendor == CpuVendor::Zhaoxin)
      return Cpu.Model == CpuModel::Yongfeng ? Yongfeng : Zhaoxin;
    return Other;
  case CpuArch::Unset:
  case CpuArch::Other:
    return Other;
  }
  return Other;
}

SystemError ringc::connectCpus(System &S, const Profile &P) {
  unsigned NumCpus = unsigned(S.of(NodeType::Cpu).size());
  for (unsigned I = 0; I < NumCpus; ++I)
    for (unsigned K = 0; K < NumCpus; ++K) {
      if (I == K)
        continue;
      NodeRef From{NodeType::Cpu, uint16_t(I)}, To{NodeType::Cpu, uint16_t(K)};
      if (SystemError E =
              connect(S, From, To, LinkType::Sys, cpuLinkWidth(S[From].Cpu), P))
        return E;
    }
  return {};
}

void ringc::sortLinks(System &S) {
  struct Visit {
    NodeRef Node;
    NodeRef Up;
  };
  // An explicit stack: a chain of switches may be as long as a file.
  std::vector<Visit> Work;
  auto PushBelow = [&](NodeRef N, const NodeRef *Up) {
    for (const Link &L : S[N].Links)
      if (L.Type == LinkType::Pci && !(Up && L.Far == *Up))
        Work.push_back({L.Far, N});
  };
  for (unsigned I = 0; I < S.of(NodeType::Cpu).size(); ++I)
    PushBelow({NodeType::Cpu, uint16_t(I)}, nullptr);
  while (!Work.empty()) {
    Visit V = Work.back();
    Work.pop_back();
    std::vector<Link> &Links = S[V.Node].Links;
    // The first link to the parent, even if it is an NVLink and the PCI link
    // stands behind it: step counts of NCCL's own runs on POWER9 tell.
    auto Up = std::find_if(Links.begin(), Links.end(),
                           [&](const Link &L) { return L.Far == V.Up; });
    if (Up != Links.end())
      std::rotate(Up, Up + 1, Links.end());
    PushBelow(V.Node, &V.Up);
  }
}

std::optional<NodeRef> ringc::findNvlinkCpu(const System &S, NodeRef Gpu) {
  struct Frame {
    NodeRef Node;
    size_t NextLink;
  };
  std::vector<Frame> Stack{{Gpu, 0}};
  while (!Stack.empty()) {
    Frame &Top = Stack.back();
    const std::vector<Link> &Links = S[Top.Node].Links;
    while (Top.NextLink < Links.size() &&
           Links[Top.NextLink].Type != LinkType::Pci)
      ++Top.NextLink;
    if (Top.NextLink == Links.size()) {
      Stack.pop_back();
      continue;
    }
    NodeRef Far = Links[Top.NextLink++].Far;
    if (Far.Type == NodeType::Cpu)
      return Far;
    // NCCL keeps no record of where it has been: back on a node of the chain it
    // takes the same way again, for ever [section 16; from the code].
    if (std::any_of(Stack.begin(), Stack.end(),
                    [&](const Frame &F) { return F.Node == Far; }))
      return std::nullopt;
    Stack.push_back({Far, 0});
  }
  return std::nullopt;
}
