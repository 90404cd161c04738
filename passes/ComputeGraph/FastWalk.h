//===- FastWalk.h - Walk one attempt in integers ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk of Walk.h, step for step, where the arithmetic is exact
// (SpeedSpace): widths are integers, the GPUs of a channel are one mask, and
// what can't be followed at a moment isn't put in order first. As all that is
// taken is given back exactly, what is left of an attempt may be dropped once
// nothing in it can beat the best result.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_FASTWALK_H
#define RINGC_PASSES_COMPUTEGRAPH_FASTWALK_H

#include "WalkPlan.h"
#include <algorithm>

namespace ringc::search {

/// What a walk left of its budget.
struct WalkResult {
  int Left = 0; ///< steps; -1: the result has as many channels as allowed
  /// The walk was dropped as nothing more can be found: it would have left
  /// Left or less.
  bool Dropped = false;
};

class FastWalker {
public:
  /// \p Best is read and improved; `intra` in it are GPU indices.
  FastWalker(const SearchSpace &Space, const Profile &P,
             abi::ncclTopoGraph &Best);

  /// One attempt on \p R at what \p Wanted asks for, over \p At, which is
  /// exact. \p Limits are those of \p At.
  WalkResult attempt(const SpeedSpace &At, Bounds &Limits, const Rung &R,
                     const Terms &Wanted, int Budget);
  /// The steps left of \p Budget after an attempt that is known to find
  /// nothing.
  int count(const SpeedSpace &At, Bounds &Limits, const Rung &R,
            const Terms &Wanted, int Budget);

  int64_t steps() const { return Steps; }

private:
  void walk(const SpeedSpace &At, Bounds &Limits, const Rung &R, int Budget);

  template <bool HasNets> void search();
  void searchFromNet(unsigned Place);
  void startsOf(unsigned Place);
  template <bool HasNets> void start(unsigned Gpu);
  template <bool HasNets> void chain(unsigned Gpu, const uint16_t *Of);
  template <bool HasNets> void visit(unsigned Gpu, unsigned Step, GpuMask Used);
  template <bool HasNets>
  bool leadsOn(unsigned Gpu, unsigned Step, GpuMask Used) const;
  template <bool HasNets>
  void goOn(unsigned Gpu, unsigned Step, unsigned Next, GpuMask Used);
  void anyNext(unsigned Gpu, unsigned Step, GpuMask Used);
  void anyNextFromNet(unsigned Gpu, unsigned Step, GpuMask Used);
  unsigned inOrder(unsigned Gpu, GpuMask Left, uint64_t *List) const;
  void closeRing(unsigned Gpu);
  void leaveByNet(unsigned Gpu);
  template <bool HasNets> void channelComplete();
  void keepBest();
  void setTarget();

  bool isStopped() const { return Steps >= End; }
  bool isOpen(unsigned Leg) const {
    return !(Closed[Leg / 64] >> Leg % 64 & 1);
  }
  /// GPUs that can follow \p Gpu, used or not.
  GpuMask open(unsigned Gpu) const {
    const unsigned Row = Gpu * Plan.Stride;
    return ~(Closed[Row / 64] >> Row % 64) & Plan.Followers[Gpu];
  }
  /// GPUs that can be entered from the NET at \p Place.
  GpuMask entries(unsigned Place) const {
    const unsigned Row = Plan.netToGpu(Place, 0);
    return ~(Closed[Row / 64] >> Row % 64) & AllGpus;
  }
  /// First and last + 1 of the ways from \p Gpu to a NET.
  const uint32_t *exitsOf(unsigned Gpu) const {
    const unsigned Card = Space.Nets[Starts[unsigned(Channel)]].Card;
    return Plan.FirstExit.data() + Card * NumGpus + Gpu;
  }
  void follow(unsigned Leg);
  void close(const Toll &T);
  void unfollow(unsigned Leg);
  int pciLeft(unsigned Gpu) const;

  const SearchSpace &Space;
  const unsigned NumGpus;
  const GpuMask AllGpus;
  const int SideBudget;
  abi::ncclTopoGraph &Best;
  WalkPlan Plan;

  // The attempt under way.
  Bounds *Limits = nullptr;
  Rung On;
  Terms Wanted;
  bool Counts = false; ///< nothing can be found: only the steps are asked for
  int Beating = 0, Tying = 0; ///< channels that beat, or tie with, the best
  // Where it is.
  int64_t Steps = 0;       ///< taken, in all attempts
  int64_t End = 0;         ///< it stops when Steps comes to this
  int64_t LeftDropped = 0; ///< of the budget, when the rest was dropped
  bool Perfect = false, Dropped = false;
  int Channel = 0, Hops = 0;
  uint16_t *Ring = nullptr;         ///< the channel's part of Intra
  std::vector<int32_t> Widths;      ///< left, by link of Plan
  uint64_t *Closed = nullptr;       ///< set of legs: the top of ClosedSets
  std::vector<uint64_t> ClosedSets; ///< a stack of them
  uint64_t OpenNets = 0;            ///< by place; channels may start there
  std::vector<int> Reserved;        ///< by card: channels started there
  std::vector<int> Begun;           ///< by place: channels started there
  std::vector<uint16_t> Starts;     ///< by channel: NET it starts from
  std::vector<uint16_t> Intra;      ///< [channel][step]: GPU
  std::vector<int> Inter;           ///< [channel][2]: NET ids
  std::vector<uint64_t> Lists;      ///< [channel][step][NumGpus]: what to try
  std::vector<uint16_t> IndexOrder;
};

//===----------------------------------------------------------------------===//
// Following ways
//===----------------------------------------------------------------------===//

inline void FastWalker::follow(unsigned Number) {
  const Leg &L = Plan.Legs[Number];
  const unsigned Words = Plan.NumWords;
  const uint64_t *Excluded = Plan.Excluded.data() + size_t(Number) * Words;
  uint64_t *Now = Closed + Words;
  for (unsigned W = 0; W < Words; ++W)
    Now[W] = Closed[W] | Excluded[W];
  Closed = Now;
  for (const Toll &T : Plan.tolls(L))
    if ((Widths[T.Link] -= T.Amount) < T.Alarm)
      close(T);
  Hops += L.Hops;
}

/// Closes the legs for which a link gets too narrow by \p T.
inline void FastWalker::close(const Toll &T) {
  const int32_t Width = Widths[T.Link];
  const uint32_t Last = Plan.FirstBarrier[T.Link + 1];
  for (uint32_t I = Plan.FirstBarrier[T.Link]; I < Last; ++I) {
    const Barrier &B = Plan.Barriers[I];
    if (Width >= B.Need || Width + T.Amount < B.Need)
      continue;
    for (unsigned W = 0; W < Plan.NumWords; ++W)
      Closed[W] |= Plan.Closing[B.Closes + W];
  }
}

/// Gives back what follow() took.
inline void FastWalker::unfollow(unsigned Number) {
  const Leg &L = Plan.Legs[Number];
  for (const Toll &T : Plan.tolls(L))
    Widths[T.Link] += T.Amount;
  Hops -= L.Hops;
  Closed -= Plan.NumWords;
}

/// PCI width left at \p Gpu, whole GB/s of the narrower direction; -1 without
/// PCI.
inline int FastWalker::pciLeft(unsigned Gpu) const {
  const SearchSpace::PciPort &Port = Plan.Ports[Gpu];
  if (Port.Up == NoLink)
    return -1;
  return std::min(Widths[Port.Up], Widths[Port.Down]) / 1000;
}

/// Whether a channel can go on from \p Gpu, taken as its \p Step, as far as is
/// known before it is there: what is closed now stays closed on the way.
template <bool HasNets>
inline bool FastWalker::leadsOn(unsigned Gpu, unsigned Step,
                                GpuMask Used) const {
  if (Step + 1 != NumGpus)
    return (open(Gpu) & ~Used & ~bit(Gpu)) != 0;
  if (!HasNets)
    return isOpen(Plan.gpuToGpu(Gpu, Ring[0]));
  const uint32_t *Range = exitsOf(Gpu);
  for (uint32_t I = Range[0]; I < Range[1]; ++I)
    if (isOpen(Plan.exit(I)))
      return true;
  return false;
}

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_FASTWALK_H
