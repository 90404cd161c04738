//===- Kanga.h - Kanga paths over devices -----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_KANGA_H
#define RINGC_NEURON_KANGA_H

#include "ringc/Topology/System.h"
#include <span>

namespace ringc::neuron {

/// The devices of kanga paths, or why there are none.
struct KangaDevices {
  std::vector<std::vector<int>> Ranks; ///< by device: local ranks by core
  const char *WhyNot = nullptr;        ///< null: there are paths
};

/// \p AllFamilies: also off the SwitchV1 family, whose gate is confirmed (ring
/// seed section 4). The table has room for 16 devices of 4 ranks, and KangaRing
/// is for one node (kangaring sections 1 and 5); what has more has none (ours).
KangaDevices kangaDevices(const System &S, bool SingleNode, bool AllFamilies);

/// One rank's place in a kanga path, as libnrt's enc_kangaring has it
/// (kangaring section 2: the fields are confirmed; which core is which peer,
/// the port's number and what a secondary has for neighbours are ours). Its
/// vnc, duplicate and pattern2 aren't here: what they mean isn't known.
struct KangaRank {
  int Rank;
  bool IsPrimary;
  int Prev, Next; ///< primaries; of a secondary its own primary's
  /// The place in its device of the core that owns the link to the next device;
  /// -1 for a secondary.
  int Port;
  /// The other cores of the device: on this die, opposite on the other, the
  /// last.
  int PeerRmtv, PeerRmtv2, PeerLocal;
  int NextPeerRmtv;    ///< the next primary's PeerRmtv
  bool NextIsSwitched; ///< is_next_pcie: the next device is behind a switch
};

/// The record of each rank of \p Path, local ranks, by place in the path: a
/// whole path over the devices of \p S, of four ranks each.
std::vector<KangaRank> kangaRanks(const System &S, std::span<const int> Path);

} // namespace ringc::neuron

#endif // RINGC_NEURON_KANGA_H
