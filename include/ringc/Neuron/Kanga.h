//===- Kanga.h - Which devices kanga paths go over --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_KANGA_H
#define RINGC_NEURON_KANGA_H

#include "ringc/Topology/System.h"

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

} // namespace ringc::neuron

#endif // RINGC_NEURON_KANGA_H
