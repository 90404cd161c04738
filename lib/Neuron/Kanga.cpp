//===- Kanga.cpp - Which devices kanga paths go over ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Kanga.h"
#include "ringc/Neuron/DeviceGraph.h"

namespace ringc::neuron {

/// Room of comm->kangaRing[4][64] (structs, confirmed).
constexpr size_t MostDevices = 16;
constexpr size_t RanksOfDevice = 4;

KangaDevices kangaDevices(const System &S, bool SingleNode, bool AllFamilies) {
  const DeviceGraph G = describeDevices(S);
  KangaDevices K;
  if (!G.IsSwitched && !AllFamilies)
    K.WhyNot = "the devices don't meet on switches";
  else if (!SingleNode)
    K.WhyNot = "there are several nodes";
  else if (G.numDevices() == 1)
    K.WhyNot = "there is one device only";
  else if (findCycles(G).empty())
    K.WhyNot = "the devices form no ring";
  else if (G.numDevices() > MostDevices)
    K.WhyNot = "there are more than 16 devices";
  for (const Device &D : G.Devices) {
    std::vector<int> &Ranks = K.Ranks.emplace_back();
    for (unsigned Core : D.Cores)
      Ranks.push_back(S.of(NodeType::Gpu)[Core].Gpu.Rank);
    if (!K.WhyNot && Ranks.size() != RanksOfDevice)
      K.WhyNot = "a device hasn't four ranks";
  }
  return K;
}

} // namespace ringc::neuron
