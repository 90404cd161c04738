//===- WalkPlan.h - What one attempt may use, laid out to walk --*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attempt's ways without what can't matter to it: ways that aren't usable,
// links that can't run out. Every way is a bit of the set of closed ways, which
// is brought up to date where a link gets narrower than a way needs it. So the
// GPUs that can come next are a few bits of one word.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_WALKPLAN_H
#define RINGC_PASSES_COMPUTEGRAPH_WALKPLAN_H

#include "Bounds.h"

namespace ringc::search {

/// What a way takes from one link, thousandths of a GB/s.
struct Toll {
  uint32_t Link; ///< index into WalkPlan::Widths
  int32_t Amount;
  int32_t Need;
  int32_t Alarm; ///< below it, a barrier of the link is down
};

/// A way of an attempt: between GPUs, or a start or an end of a channel.
struct Leg {
  uint32_t First = 0; ///< of Count tolls
  uint16_t Count = 0;
  uint16_t Hops = 0;
};

/// A width of a link that legs need. While the link has less, the barrier is
/// down and closes them.
struct Barrier {
  int32_t Need;
  uint32_t Closes; ///< index into WalkPlan::Closing
};

/// A NET as the start of channels.
struct NetPlan {
  int Id;
  uint16_t First; ///< see SearchSpace::NetStart
  uint16_t Card;
  int Slots;        ///< channels its width allows
  int MaxChannels;  ///< and its own number
  uint64_t Sharers; ///< NETs of the card, by place
  GpuMask Near;     ///< GPUs to start at in free order, lowest first
};

/// Most NETs that a plan can have.
constexpr unsigned MaxMaskedNets = 64;

struct WalkPlan {
  /// What depends on the system alone is made once, here.
  explicit WalkPlan(const SearchSpace &Space);
  /// What an attempt on \p R over \p At may use. At most \p Channels are
  /// begun.
  void prepare(const SpeedSpace &At, const Rung &R, int Channels);

  // Legs by number: from GPU to GPU, from NET to GPU, from GPU to NET.
  unsigned gpuToGpu(unsigned A, unsigned B) const { return A * Stride + B; }
  unsigned netToGpu(unsigned Place, unsigned G) const {
    return FirstEntry + Place * Stride + G;
  }
  unsigned exit(unsigned I) const { return FirstExitLeg + I; }
  std::span<const Toll> tolls(const Leg &L) const {
    return {Tolls.data() + L.First, L.Count};
  }

  const SearchSpace &Space;
  const unsigned NumGpus;
  /// Legs from one GPU or NET; a power of two, so that their bits are in one
  /// word.
  const unsigned Stride;

  // By GPU.
  std::vector<GpuMask> Followers; ///< all that have a path, usable or not
  std::vector<GpuMask>
      Alike; ///< [GPU][next]: those with paths as wide and long
  std::vector<uint64_t> PlaceOf; ///< [GPU][next]: part of the score
  std::vector<uint16_t> InTurn;  ///< usable ones, best path first
  std::vector<uint32_t> FirstInTurn;
  std::vector<SearchSpace::PciPort> Ports; ///< indices into Widths
  // Ways and what they take.
  std::vector<Leg> Legs;
  std::vector<Toll> Tolls;
  unsigned NumWords = 0;          ///< of a set of closed legs
  std::vector<uint64_t> Closed;   ///< at the start: what isn't usable, too
  std::vector<uint64_t> Excluded; ///< by leg: set of legs not to go with it
  std::vector<int32_t> Widths;    ///< at the start, of links that may run out
  std::vector<Barrier> Barriers;  ///< by link, of links for several legs
  std::vector<uint32_t> FirstBarrier;
  std::vector<uint64_t> Closing; ///< sets of legs
  // NETs, in the order they are tried.
  std::vector<NetPlan> Nets;
  std::vector<int> ExitNets;       ///< id of the NET, by card, then by GPU
  std::vector<uint32_t> FirstExit; ///< [card][GPU]

private:
  void orderFollowers();
  void listWays();
  void findSlack(int Channels);
  void dropDominated();
  void numberLinks(int Channels);
  void layOutLegs();
  void layOut(unsigned Number, const Takes &T);
  NetPlan planNet(size_t Place) const;
  void exclude();
  /// Whether the order of candidates depends on what is left of \p Link.
  bool isAsked(uint32_t Link) const {
    return Space.NumNets != 0 && Space.IsPort[Link];
  }
  void raiseBarriers();

  const SpeedSpace *At = nullptr;
  Rung On;
  int Begun = 0;
  unsigned FirstEntry = 0, FirstExitLeg = 0;
  std::vector<uint32_t> Number; ///< by link of the system: its index here
  std::vector<uint32_t> Kept;   ///< the reverse
  /// Usable ways; a channel takes at most one of each Choice of them.
  std::vector<Takes> Ways;
  std::vector<size_t> Choices; ///< where each begins, and the end
  // Scratch, by link of the system.
  std::vector<int64_t> Taken;
  std::vector<int32_t> Heaviest;
  std::vector<uint32_t> Touched;
  /// Links that every way over a link passes as well, and that run out no
  /// later.
  std::vector<std::vector<uint32_t>> Dominators;
};

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_WALKPLAN_H
