//===- Pod.h - Servers joined without NICs ----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An UltraServer is a pod of four servers whose devices of equal position are
// joined in a ring 0-1-2-3-0 (topology section 4.4, confirmed). A mode says
// which of them work together. Servers of a rack of SwitchV1 machines, 0 and 1,
// share their switches; two racks are joined device to device at equal
// positions, 0 to 2 and 1 to 3 (section 4.5, confirmed). Nodes are numbered pod
// after pod.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_POD_H
#define RINGC_NEURON_POD_H

#include "ringc/ABI/Profile.h"
#include "ringc/Topology/Xml.h"
#include <string_view>
#include <vector>

namespace ringc::neuron {

/// As NEURON_RT_ULTRASERVER_MODE numbers them (topology section 3, confirmed).
enum class PodMode : uint8_t {
  None,  ///< no pod at all
  X4,    ///< four servers
  X2H,   ///< pairs 1, 2 and 3, 0
  X2V,   ///< pairs 0, 1 and 2, 3
  X1,    ///< each for itself
  Rack,  ///< the two servers of a rack
  Racks, ///< the four servers of two racks
};
std::string_view toString(PodMode M);
/// The mode called \p Name (`x4`, ...), or None.
PodMode podMode(std::string_view Name);
/// What the root element of \p Doc says in its attribute `pod`.
PodMode podModeOf(const XmlDocument &Doc);

/// Whether servers work together at all.
constexpr bool isPod(PodMode M) {
  return M != PodMode::None && M != PodMode::X1;
}

constexpr unsigned NodesOfPod = 4;
/// Whether -pod may choose \p M: the others are what a machine is.
constexpr bool isUltraServerMode(PodMode M) {
  return M >= PodMode::X4 && M <= PodMode::X1;
}

/// Whether channels over \p NumNodes nodes go directly from one rack to
/// another.
constexpr bool crossesRacks(PodMode M, unsigned NumNodes) {
  return M == PodMode::Racks && NumNodes > 2;
}

/// Whether nodes \p A and \p B are neighbours in a pod and work together, so
/// that a rank reaches the one of equal position directly.
bool canAccess(PodMode M, unsigned A, unsigned B);

/// The order in which channels pass \p NumNodes nodes: pods by their first
/// node; in each the groups by theirs, along the pod's ring (ours: the body of
/// ncclTopoGetP2pPodInterNodeGraph isn't known).
std::vector<unsigned> podOrder(PodMode M, unsigned NumNodes);

/// The mode that all of \p Servers, which have an Xml each, are in by the rules
/// of \p P; None if they aren't in one, and where pods aren't known.
template <typename Range>
PodMode commonPodMode(const Profile &P, const Range &Servers) {
  PodMode M = PodMode::None;
  if (P.Search != SearchKind::Neuron)
    return M;
  bool First = true;
  for (const auto &S : Servers) {
    const PodMode Own = podModeOf(S.Xml);
    if (!First && Own != M)
      return PodMode::None;
    M = Own;
    First = false;
  }
  return M;
}

/// A node's place among the pods: servers that work together, in the order of
/// podOrder(). Counts are of what there is of \p NumNodes nodes.
struct PodPlace {
  unsigned Pod, NumPods, Node, NumNodes;
};
PodPlace podPlace(PodMode M, unsigned Node, unsigned NumNodes);

} // namespace ringc::neuron

#endif // RINGC_NEURON_POD_H
