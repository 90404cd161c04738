//===- Bounds.h - What no attempt of the search can exceed ------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL searches on until its steps are gone, mostly long after it has found
// what it will answer. Here is what proves that an attempt, or what is left of
// one, changes nothing: an upper bound on the channels it can make, and a lower
// one on the hops each takes. docs/Search.md has the argument for each.
//
// All bounds start from the widths as they are before anything is taken: flows
// only take, so they hold for every moment of an attempt.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_BOUNDS_H
#define RINGC_PASSES_COMPUTEGRAPH_BOUNDS_H

#include "SpeedSpace.h"
#include "ringc/ABI/Structs.h"

namespace ringc::search {

/// What two attempts at one speed differ in, but for sameChannels. Types that
/// allow the same ways are written as one (SpeedSpace::intraLevel).
struct Rung {
  PathType Intra = PathType::Loc, Inter = PathType::Loc;
  bool CrossNic = false;

  unsigned index() const {
    return (unsigned(Intra) * NumPathTypes + unsigned(Inter)) * 2 + CrossNic;
  }
  static constexpr unsigned Count = NumPathTypes * NumPathTypes * 2;
};

/// The most an attempt can come to.
struct Bound {
  int Channels = 0; ///< at most so many, however many it may try
  int Hops = 0;     ///< each takes at least so many
};

/// The bounds of all attempts at one speed, found when they are asked for.
class Bounds {
public:
  Bounds(const SpeedSpace &Space, int MaxChannels);

  /// Cheap: single links, single GPUs, single channels.
  const Bound &quick(const Rung &R);
  /// Also every way of cutting a small server in two.
  const Bound &thorough(const Rung &R);
  /// Whether an attempt on \p R that may make up to \p Wanted.maxChannels
  /// channels of \p Wanted.speedIntra can beat \p Best (section 7, better).
  bool canBeat(const Rung &R, const Terms &Wanted,
               const abi::ncclTopoGraph &Best);

private:
  struct Known {
    bool Quick = false, Thorough = false;
    Bound Is;
  };
  using Ways = std::vector<const Way *>;

  Bound find(const Rung &R);
  int channelsAtGpu(const Rung &R, unsigned G);
  int channelsAtNets(const Rung &R);
  int startsAt(const Rung &R, unsigned Card);
  bool isStar(const Rung &R) const;
  int channelsAcross(const Rung &R);
  int throughCuts(const Ways &W);
  int fewestHops(const Rung &R) const;

  bool hasChannel(const Rung &R);
  bool hasChannelFrom(const Rung &R, unsigned Net, unsigned Gpu, GpuMask Ends);
  GpuMask chainEnds(const Rung &R, unsigned First);
  bool isInOrder(const Rung &R) const;
  bool together(const Takes &Enter, const Takes &Leave) const;

  const SpeedSpace &At;
  const SearchSpace &Space;
  const unsigned NumGpus, NumNets;
  const int MaxChannels;
  bool SharesIds = false; ///< NETs of different cards have one id
  std::array<Known, Rung::Count> All;
  std::vector<uint32_t> Seen; ///< by link: the last cut it was counted in
  uint32_t Cut = 0;
  std::array<std::vector<GpuMask>, NumPathTypes> Chains; ///< [intra][first GPU]
  std::vector<GpuMask> EndsOf; ///< scratch of chainEnds(), by set of GPUs
};

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_BOUNDS_H
