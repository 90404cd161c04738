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

namespace ringc::neuron {

static constexpr std::string_view Names[] = {"none", "x4", "x2h", "x2v", "x1"};

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

/// The group of the server at \p Position of a pod: the driver's maps
/// {0,1,0,1} and {0,0,1,1} (topology section 4.4, confirmed) tell the two
/// halves, the pairs stand beside them.
static unsigned groupOf(PodMode M, unsigned Position) {
  switch (M) {
  case PodMode::None:
  case PodMode::X1:
    return Position;
  case PodMode::X4:
    return 0;
  case PodMode::X2V:
    return Position / 2;
  case PodMode::X2H:
    return (Position + 1) % NodesOfPod / 2;
  }
  return Position;
}

bool canAccess(PodMode M, unsigned A, unsigned B) {
  if (M == PodMode::None || A / NodesOfPod != B / NodesOfPod)
    return false;
  const unsigned Apart = (A + NodesOfPod - B % NodesOfPod) % NodesOfPod;
  return Apart % 2 == 1 &&
         groupOf(M, A % NodesOfPod) == groupOf(M, B % NodesOfPod);
}

std::vector<unsigned> podOrder(PodMode M, unsigned NumNodes) {
  std::vector<unsigned> Order;
  for (unsigned First = 0; First < NumNodes; First += NodesOfPod) {
    const unsigned End = std::min(First + NodesOfPod, NumNodes);
    std::vector<bool> Done(NodesOfPod);
    for (unsigned Node = First; Node < End; ++Node)
      for (unsigned Other = Node; Other < End; ++Other)
        if (!Done[Other - First] &&
            groupOf(M, Other % NodesOfPod) == groupOf(M, Node % NodesOfPod)) {
          Done[Other - First] = true;
          Order.push_back(Other);
        }
  }
  return Order;
}

} // namespace ringc::neuron
