//===- KangaRing.h - Kanga paths from fragments -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// comm->kangaRing[4][64], which the fork copies together from the fragments
// JbogKangaringPath[4][4] of all ranks (ring seed section 4, confirmed; the
// copy's arithmetic is our reading: kangaring section 5). A fragment is the
// same for all ranks of a device. Nothing is searched: the order of the devices
// is that of channel k modulo the channels found (ours), turned by a quarter of
// the devices for each path ("one ring per NIC lane", confirmed; the offset is
// ours).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_KANGARING_KANGARING_H
#define RINGC_PASSES_KANGARING_KANGARING_H

#include "ringc/ABI/Structs.h"
#include <array>
#include <span>
#include <vector>

namespace ringc {

constexpr unsigned MaxKangaPaths = 4; ///< MAX_KANGA_PATHS, confirmed
constexpr unsigned KangaGroup = 4;    ///< ranks of a device
constexpr unsigned KangaSlots = 64;   ///< entries of a path

/// Ranks of one device, the primary first.
using KangaRow = std::array<int, KangaGroup>;

/// What is wrong with fragments: `Rank`'s part of path `Path` isn't a group
/// that holds it and that all its ranks have.
struct KangaError {
  int Path = -1;
  int Rank = -1;
  explicit operator bool() const { return Path >= 0; }
};

/// The paths that \p Ranks, the fragments of one node in local ranks, add up
/// to, in local ranks. \p Intra: the channel orders of the node, \p NumChannels
/// rows of as many entries as there are ranks. Fragments of zeros are no path;
/// after an error there is none.
KangaError kangaPaths(std::span<const int> Intra, unsigned NumChannels,
                      std::span<const abi::ncclTopoRanks> Ranks,
                      std::vector<std::vector<int>> &Paths);

/// Fills the fragments of all \p Ranks of one node. \p Devices: by device, its
/// ranks by core, KangaGroup each.
void fillKanga(std::span<const int> Intra, unsigned NumChannels,
               std::span<const std::vector<int>> Devices,
               std::span<abi::ncclTopoRanks> Ranks);

/// The part of path \p Path of a device whose ranks \p Order has in the order
/// in which channel Path modulo the channels found passes them: the rank that
/// it leaves by is primary, since it owns the link; in every other path its
/// neighbour on the die is, so that both are somewhere (ours after kangaring
/// section 1). \p Cores: the device's ranks by core.
KangaRow kangaRow(unsigned Path, std::span<const int> Order,
                  std::span<const int> Cores);

} // namespace ringc

#endif // RINGC_PASSES_KANGARING_KANGARING_H
