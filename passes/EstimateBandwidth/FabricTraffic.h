//===- FabricTraffic.h - What a fabric's channels do where ------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the IR and EstimateBandwidth.h, for whoever has a fabric: passes and
// an emitter.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_ESTIMATEBANDWIDTH_FABRICTRAFFIC_H
#define RINGC_PASSES_ESTIMATEBANDWIDTH_FABRICTRAFFIC_H

#include "EstimateBandwidth.h"
#include "ringc/IR/Fabric.h"

namespace ringc {

/// What each channel of \p F does in each distinct server in use; needs
/// connected. Points into \p F. Servers of a pod that their neighbours reach in
/// part without a NIC are split by what they use. O(hops of distinct servers +
/// nodes), in a pod O(nodes * channels). Tables that are too short or name what
/// isn't there give ways that the estimate calls unknown.
FabricTraffic describeTraffic(const Fabric &F);

/// The bandwidth of \p F by the constants of its profile. Its servers are those
/// of describeTraffic(F).
BandwidthEstimate estimateBandwidth(const Fabric &F);

/// `server 0`, and in a fabric of several nodes which it stands for:
/// `server 1 (node 4)`, `server 0 (2 nodes from 1 on)`.
std::string nameOf(const Fabric &F, const ServerTraffic &T);

} // namespace ringc

#endif // RINGC_PASSES_ESTIMATEBANDWIDTH_FABRICTRAFFIC_H
