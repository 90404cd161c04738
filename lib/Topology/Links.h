//===- Links.h - How links enter a system and are put in order --*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of nccl-search section 3 that are about nodes and links alone. The
// order of a node's links decides ties between paths, so every step keeps or
// makes an exact order. Each step that can outgrow a node says so.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_LINKS_H
#define RINGC_LIB_TOPOLOGY_LINKS_H

#include "ringc/Topology/System.h"
#include <optional>

namespace ringc {

/// Adds \p Width GB/s of \p Type from \p From to \p To, one direction: to the
/// link there is, or as a new one. The link then moves ahead of those strictly
/// narrower before it.
SystemError connect(System &S, NodeRef From, NodeRef To, LinkType Type,
                    float Width, const Profile &P);

/// connect() both ways.
SystemError connectBoth(System &S, NodeRef A, NodeRef B, LinkType Type,
                        float Width, const Profile &P);

/// Removes node \p Dead and all links to it; later nodes of its type move down
/// one index.
void removeNode(System &S, NodeRef Dead);

/// Joins the two or more parts in which a Broadcom gen4 switch shows itself.
SystemError flattenBroadcom(System &S, const Profile &P);

/// Joins every CPU to every other, at the width of the first one's make.
SystemError connectCpus(System &S, const Profile &P);

/// Moves the link to the PCI parent to the end, in every node below a CPU. PCI
/// links form a tree below each CPU, as elements do.
void sortLinks(System &S);

/// The CPU that NCCL takes for the far end of an nvlink to a CPU: the first one
/// depth first over PCI links in link order. Nothing where the walk finds none
/// or would never end.
std::optional<NodeRef> findNvlinkCpu(const System &S, NodeRef Gpu);

/// Width between CPUs in GB/s, by the make of one of them.
float cpuLinkWidth(const CpuFacts &Cpu);

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_LINKS_H
