//===- Preset.h - A rank's part of every channel ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the runtime's ncclTopoPreset packs (ring seed section 2, confirmed), for
// all ranks of one server: one pass over each channel's order instead of a
// search for every rank.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_PRESET_PRESET_H
#define RINGC_PASSES_PRESET_PRESET_H

#include "ringc/ABI/Structs.h"
#include <span>

namespace ringc {

/// A channel order that is no permutation of the local ranks.
struct PresetError {
  int Channel = -1; ///< -1: no error
  int Rank = 0;     ///< the entry that is no local rank, or stands there twice
  explicit operator bool() const { return Channel >= 0; }
};

/// Fills `Ranks[r]` for each local rank r.
/// \p Intra has shape [NumChannels][L], local ranks in channel order; \p Ranks
/// has L entries, L > 0. Head is the first of an order, tail the last; prev and
/// next are -1 at the ends, where the network takes over. All other fields
/// become zero, also those of channels from NumChannels on. Stops at the first
/// order that doesn't hold every rank once.
PresetError presetRanks(std::span<const int> Intra, unsigned NumChannels,
                        std::span<abi::ncclTopoRanks> Ranks);

} // namespace ringc

#endif // RINGC_PASSES_PRESET_PRESET_H
