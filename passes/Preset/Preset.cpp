//===- Preset.cpp - A rank's part of every channel ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every channel: walk its order once and write each rank's neighbours.
//
//===----------------------------------------------------------------------===//

#include "Preset.h"
#include <cassert>
#include <vector>

using namespace ringc;

/// The first entry of \p Order that makes it no permutation, if any: an order
/// of L entries without one holds every local rank.
static PresetError checkOrder(std::span<const int> Order, int Channel) {
  std::vector<bool> Seen(Order.size());
  for (int Rank : Order) {
    if (Rank < 0 || size_t(Rank) >= Order.size() || Seen[size_t(Rank)])
      return {Channel, Rank};
    Seen[size_t(Rank)] = true;
  }
  return {};
}

PresetError ringc::presetRanks(std::span<const int> Intra, unsigned NumChannels,
                               std::span<abi::ncclTopoRanks> Ranks) {
  const size_t L = Ranks.size();
  assert(L > 0 && Intra.size() >= NumChannels * L && "tables don't fit");
  for (abi::ncclTopoRanks &R : Ranks)
    R = {};
  for (unsigned C = 0; C < NumChannels; ++C) {
    const std::span<const int> Order = Intra.subspan(C * L, L);
    if (PresetError E = checkOrder(Order, int(C)))
      return E;
    for (size_t I = 0; I < L; ++I) {
      abi::ncclTopoRanks &R = Ranks[size_t(Order[I])];
      R.ringRecv[C] = Order.front();
      R.ringSend[C] = Order.back();
      R.ringPrev[C] = I == 0 ? -1 : Order[I - 1];
      R.ringNext[C] = I + 1 == L ? -1 : Order[I + 1];
    }
  }
  return {};
}
