//===- DeviceMaps.h - Devices as libnccom numbers them ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_DEVICEMAPS_H
#define RINGC_LIB_RUNTIME_NRT_DEVICEMAPS_H

namespace ringc::runtime {

/// Answers for what has no place in a map [structs.tsv device_id_maps,
/// confirmed for the maps; that callers see the same numbers is inferred].
constexpr int NoMlaOfRid = -3, NoRidOfMla = -4;

/// Forgets what nec_build_port_and_rid_map was told.
void resetDeviceMaps();

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NRT_DEVICEMAPS_H
