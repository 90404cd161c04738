//===- BindNetDev.h - Which NIC a channel uses ------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's ncclTopoGetNetDev, whose arithmetic is known to the byte (ring
// seed section 5, confirmed).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_BINDNETDEV_BINDNETDEV_H
#define RINGC_PASSES_BINDNETDEV_BINDNETDEV_H

#include <span>

namespace ringc {

/// The device by which \p Rank reaches another node in channel \p Channel:
/// inter[2c + (intra[c][0] != Rank)] with c = Channel mod NumChannels, so that
/// a doubled channel uses its original's NICs. \p Intra has shape
/// [>= NumChannels][LocalRanks], \p Inter [>= NumChannels][2]. NumChannels is
/// the least of all servers before doubling, and above 0. \p Rank is local, as
/// in \p Intra. A server's only rank is head and tail: it uses the first device
/// both ways.
int getNetDev(std::span<const int> Intra, std::span<const int> Inter,
              unsigned NumChannels, unsigned LocalRanks, int Rank,
              unsigned Channel);

} // namespace ringc

#endif // RINGC_PASSES_BINDNETDEV_BINDNETDEV_H
