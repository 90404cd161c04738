//===- ConnectPeers.h - Who connects to whom --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of point-to-point channels is nccl-search section 12 (confirmed).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_CONNECTPEERS_CONNECTPEERS_H
#define RINGC_PASSES_CONNECTPEERS_CONNECTPEERS_H

#include "Connections.h"
#include "ringc/Topology/System.h"

namespace ringc {

/// Channels one pair of peers may use, the least over all pairs that \p S takes
/// part in and at most \p Channels. A pair on different nodes uses 1; one that
/// NVLink joins twice as many as links lie side by side; any other 2.
unsigned channelsPerPeer(const System &S, const Profile &P, bool OtherNodes,
                         unsigned Channels);

/// The smallest power of two that is at least \p N; N is above 0.
unsigned nextPowerOfTwo(unsigned N);

/// 0, 1, ... \p PerPeer - 1, each with its log2(\p Total) bits mirrored. Both
/// are powers of two.
std::vector<unsigned> mirroredOrder(unsigned Total, unsigned PerPeer);

} // namespace ringc

#endif // RINGC_PASSES_CONNECTPEERS_CONNECTPEERS_H
