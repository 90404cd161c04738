//===- AllGather.cpp - What all servers can do ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minima, figure by figure.
//
//===----------------------------------------------------------------------===//

#include "AllGather.h"
#include <algorithm>
#include <cassert>

using namespace ringc;

GraphFigures ringc::figuresOf(const abi::ncclTopoGraph &Graph) {
  return {Graph.nChannels,  Graph.sameChannels, Graph.speedIntra,
          Graph.speedInter, Graph.typeIntra,    Graph.typeInter};
}

GraphFigures ringc::leastFigures(std::span<const GraphFigures> All) {
  assert(!All.empty() && "nothing to gather");
  GraphFigures Least = All.front();
  for (const GraphFigures &G : All) {
    Least.NumChannels = std::min(Least.NumChannels, G.NumChannels);
    Least.SameChannels = std::min(Least.SameChannels, G.SameChannels);
    Least.SpeedIntra = std::min(Least.SpeedIntra, G.SpeedIntra);
    Least.SpeedInter = std::min(Least.SpeedInter, G.SpeedInter);
    Least.TypeIntra = std::min(Least.TypeIntra, G.TypeIntra);
    Least.TypeInter = std::min(Least.TypeInter, G.TypeInter);
  }
  return Least;
}

bool ringc::isOneNode(std::span<const abi::ncclTopoRanks> Ranks) {
  if (Ranks.empty())
    return false;
  const int Head = Ranks.front().ringRecv[0];
  return Head >= 0 && size_t(Head) < Ranks.size() &&
         std::all_of(
             Ranks.begin(), Ranks.end(),
             [&](const auto &R) { return R.ringRecv[0] == Head; });
}
