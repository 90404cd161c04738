//===- Trim.cpp - What a communicator uses, and its limits ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One server alone needs no NIC, so its NETs go. Then the two numbers that
// bound the search (nccl-search section 5, confirmed).
//
//===----------------------------------------------------------------------===//

#include "Links.h"
#include <algorithm>

using namespace ringc;

SystemError ringc::trimSystem(System &S, bool SingleNode) {
  // A GPU belongs to the domain of the first GPU it has a path to. NCCL deletes
  // those outside the own rank's domain; here every GPU is a rank, so all must
  // be in one.
  std::vector<unsigned> Domain(S.numGpus());
  for (unsigned G = 0; G < S.numGpus(); ++G) {
    NodeRef Gpu{NodeType::Gpu, uint16_t(G)};
    Domain[G] = G;
    for (unsigned P = 0; P < G; ++P)
      if (S.Paths.get(Gpu, {NodeType::Gpu, uint16_t(P)}).Count > 0)
        Domain[G] = std::min(Domain[G], Domain[P]);
    if (Domain[G] != 0)
      return {SystemError::Kind::Unreachable, Gpu, {NodeType::Gpu, 0}, 0};
  }
  if (SingleNode)
    while (S.numNets() != 0)
      removeNode(S, {NodeType::Net, uint16_t(S.numNets() - 1)});
  return {};
}

/// What one GPU can send in GB/s: over PCI, or over all its NVLinks.
static float gpuWidth(const Node &Gpu) {
  float Pci = 0, Nvl = 0;
  for (const Link &L : Gpu.Links) {
    if (L.Type == LinkType::Pci)
      Pci = L.Width;
    if (L.Type == LinkType::Nvl)
      Nvl += L.Width;
  }
  return std::max(Pci, Nvl);
}

void ringc::initSearch(System &S) {
  S.MaxWidth = S.TotalWidth = 0;
  if (S.numNets() == 0 && S.numGpus() == 1) {
    S.MaxWidth = 5000; // GB/s, a local link [section 5]
    return;
  }
  NodeType Target = S.numNets() != 0 ? NodeType::Net : NodeType::Gpu;
  for (unsigned G = 0; G < S.numGpus(); ++G) {
    NodeRef Gpu{NodeType::Gpu, uint16_t(G)};
    for (unsigned T = 0; T < S.of(Target).size(); ++T) {
      const Path &P = S.Paths.get(Gpu, {Target, uint16_t(T)});
      if (P.Count > 0)
        S.MaxWidth = std::max(S.MaxWidth, P.Width);
    }
    S.TotalWidth = std::max(S.TotalWidth, gpuWidth(S[Gpu]));
  }
}
