//===- BuildRings.h - Walking a ring ----------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's ncclBuildRings (ring seed section 3, confirmed), with a range
// check before each step that the runtime doesn't make.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_BUILDRINGS_BUILDRINGS_H
#define RINGC_PASSES_BUILDRINGS_BUILDRINGS_H

#include <cstdint>
#include <span>

namespace ringc {

/// How a walk ended.
struct RingWalk {
  enum class End : uint8_t {
    Closed,      ///< back at the start, every rank passed once
    Open,        ///< not back at the start: `At` is where it came to
    MissingRank, ///< back at the start without rank `At`
    WrongPrev,   ///< prev of the rank after `At` isn't `At`
  };
  End What = End::Closed;
  int32_t At = 0;
};

/// Follows \p Next from \p Start for as many steps as there are ranks, R, and
/// records the ranks passed in \p Order, \p Start first. \p Next, \p Prev and
/// \p Order have R entries, R > 0; \p Start is below R. Entries outside 0 ..
/// R-1 end the walk as Open. \p Order is complete only if the walk closed.
RingWalk walkRing(std::span<const int32_t> Next, std::span<const int32_t> Prev,
                  uint32_t Start, std::span<uint32_t> Order);

} // namespace ringc

#endif // RINGC_PASSES_BUILDRINGS_BUILDRINGS_H
