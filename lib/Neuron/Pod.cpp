//===- Pod.cpp - Servers joined without NICs ------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Pod.h"
#include <algorithm>
#include <iterator>
#include <utility>

namespace ringc::neuron {

static constexpr std::string_view Names[] = {"none", "x4",   "x2h",  "x2v",
                                             "x1",   "rack", "racks"};

std::string_view toString(PodMode M) { return Names[unsigned(M)]; }

PodMode podMode(std::string_view Name) {
  const auto Found = std::find(std::begin(Names) + 1, std::end(Names), Name);
  return Found == std::end(Names) ? PodMode::None
                                  : PodMode(Found - std::begin(Names));
}

PodMode podModeOf(const XmlDocument &Doc) {
  if (Doc.empty())
    return PodMode::None;
  const XmlAttribute *Pod = Doc[0].find("pod");
  return Pod ? podMode(Pod->Value) : PodMode::None;
}

/// The servers of a pod along its links, and the group of each: the driver's
/// maps {0,1,0,1} and {0,0,1,1} (topology section 4.4, confirmed) tell the two
/// halves of an UltraServer, the pairs stand beside them.
namespace {
struct Place {
  unsigned Along; ///< position in the ring of servers
  unsigned Group; ///< servers of one work together
};
} // namespace

static Place placeOf(PodMode M, unsigned Node) {
  const unsigned P = Node % NodesOfPod;
  switch (M) {
  case PodMode::None:
  case PodMode::X1:
    break;
  case PodMode::X4:
    return {P, 0};
  case PodMode::X2V:
  case PodMode::Rack:
    return {P, P / 2};
  case PodMode::X2H:
    return {P, (P + 1) % NodesOfPod / 2};
  case PodMode::Racks: {
    // 0 and 1, then over to 3, whose rack ends with 2.
    constexpr unsigned Along[] = {0, 1, 3, 2};
    return {Along[P], 0};
  }
  }
  return {P, P};
}

bool canAccess(PodMode M, unsigned A, unsigned B) {
  if (M == PodMode::None || A / NodesOfPod != B / NodesOfPod)
    return false;
  const Place One = placeOf(M, A), Two = placeOf(M, B);
  return (One.Along + Two.Along) % 2 == 1 && One.Group == Two.Group;
}

std::vector<unsigned> podOrder(PodMode M, unsigned NumNodes) {
  std::vector<unsigned> Order;
  for (unsigned First = 0; First < NumNodes; First += NodesOfPod) {
    const unsigned End = std::min(First + NodesOfPod, NumNodes);
    // Groups by their first node, each along the ring.
    std::vector<unsigned> FirstOf(NodesOfPod, NumNodes), Pod;
    for (unsigned Node = First; Node < End; ++Node) {
      unsigned &Least = FirstOf[placeOf(M, Node).Group];
      Least = std::min(Least, Node);
      Pod.push_back(Node);
    }
    std::sort(Pod.begin(), Pod.end(), [&](unsigned A, unsigned B) {
      const Place One = placeOf(M, A), Two = placeOf(M, B);
      return std::pair(FirstOf[One.Group], One.Along) <
             std::pair(FirstOf[Two.Group], Two.Along);
    });
    Order.insert(Order.end(), Pod.begin(), Pod.end());
  }
  return Order;
}

PodPlace podPlace(PodMode M, unsigned Node, unsigned NumNodes) {
  PodPlace Result = {};
  std::pair<unsigned, unsigned> Last;
  unsigned Size = 0;
  for (const unsigned N : podOrder(M, NumNodes)) {
    const std::pair Group(N / NodesOfPod, placeOf(M, N).Group);
    if (Result.NumPods == 0 || Group != Last) {
      ++Result.NumPods;
      Size = 0;
    }
    Last = Group;
    if (N == Node) {
      Result.Pod = Result.NumPods - 1;
      Result.Node = Size;
    }
    ++Size;
    if (Result.Pod == Result.NumPods - 1)
      Result.NumNodes = Size;
  }
  return Result;
}

} // namespace ringc::neuron
