//===- BindNetDev.cpp - Which NIC a channel uses --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table look-up.
//
//===----------------------------------------------------------------------===//

#include "BindNetDev.h"
#include <cassert>

using namespace ringc;

int ringc::getNetDev(std::span<const int> Intra, std::span<const int> Inter,
                     unsigned NumChannels, unsigned LocalRanks, int Rank,
                     unsigned Channel) {
  assert(NumChannels > 0 && "no channel to take a NIC from");
  const unsigned C = Channel % NumChannels;
  const bool IsHead = Intra[size_t(C) * LocalRanks] == Rank;
  return Inter[2 * C + (IsHead ? 0 : 1)];
}
