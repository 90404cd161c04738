//===- FastWalk.cpp - Walk one attempt in integers ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same places as in Walk.cpp. A walk ends as soon as its steps are gone:
// what the plain walker does on its way out changes nothing here. Only budgets
// of their own go on (startsOf).
//
//===----------------------------------------------------------------------===//

#include "FastWalk.h"
#include <algorithm>
#include <climits>
#include <numeric>

using namespace ringc;
using namespace ringc::search;

FastWalker::FastWalker(const SearchSpace &Space, const Profile &P,
                       abi::ncclTopoGraph &Best)
    : Space(Space), NumGpus(Space.NumGpus),
      AllGpus(~GpuMask(0) >> (MaxMaskedGpus - NumGpus)),
      SideBudget(P.StepsSameChannels), Best(Best), Plan(Space), Wanted(Best),
      Reserved(Space.NumNets), Begun(Space.NetOrder.size()),
      Starts(size_t(Best.maxChannels)),
      Intra(size_t(Best.maxChannels) * NumGpus),
      Inter(2 * size_t(Best.maxChannels)),
      Lists(size_t(Best.maxChannels) * NumGpus * NumGpus), IndexOrder(NumGpus) {
  std::iota(IndexOrder.begin(), IndexOrder.end(), uint16_t(0));
}

/// Walks what Wanted asks for.
void FastWalker::walk(const SpeedSpace &At, Bounds &B, const Rung &R,
                      int Budget) {
  Limits = &B;
  On = R;
  // One more than can be completed may be begun.
  Plan.prepare(At, R, std::min(B.quick(R).Channels + 1, Wanted.maxChannels));
  Widths = Plan.Widths;
  // One below another for each leg under way.
  const size_t Deepest = size_t(Wanted.maxChannels) * (NumGpus + 2) + 1;
  ClosedSets.resize(std::max(ClosedSets.size(), Deepest * Plan.NumWords));
  Closed = ClosedSets.data();
  std::copy(Plan.Closed.begin(), Plan.Closed.end(), Closed);
  OpenNets = 0;
  for (size_t Place = 0; Place < Plan.Nets.size(); ++Place)
    if (Plan.Nets[Place].Slots > 0 && Plan.Nets[Place].MaxChannels > 0)
      OpenNets |= uint64_t(1) << Place;
  End = Steps + Budget;
  Perfect = Dropped = false;
  Channel = Hops = 0;
  Ring = Intra.data();
  if (Space.NumNets)
    search<true>();
  else
    search<false>();
}

WalkResult FastWalker::attempt(const SpeedSpace &At, Bounds &B, const Rung &R,
                               const Terms &W, int Budget) {
  Counts = false;
  Wanted = W;
  setTarget();
  walk(At, B, R, Budget);
  return {Perfect ? -1 : int(Dropped ? LeftDropped : End - Steps), Dropped};
}

int FastWalker::count(const SpeedSpace &At, Bounds &B, const Rung &R,
                      const Terms &W, int Budget) {
  Counts = true;
  Wanted = W;
  Beating = Tying = INT_MAX;
  walk(At, B, R, Budget);
  return int(End - Steps);
}

//===----------------------------------------------------------------------===//
// The best result
//===----------------------------------------------------------------------===//

/// How many channels make a better result [section 7, better].
void FastWalker::setTarget() {
  Beating = Tying = INT_MAX;
  const float Theirs = float(Best.nChannels) * Best.speedIntra;
  for (int C = Wanted.maxChannels; C >= std::max(Wanted.minChannels, 1); --C) {
    const float Mine = float(C) * Wanted.speedIntra;
    if (Mine > Theirs)
      Beating = C;
    else if (Mine == Theirs && Wanted.pattern == Best.pattern &&
             Wanted.crossNic == Best.crossNic)
      Tying = C;
  }
}

void FastWalker::keepBest() {
  Wanted.writeTo(Best);
  Best.nChannels = Channel;
  Best.nHops = Hops;
  std::copy_n(Intra.begin(), size_t(Channel) * NumGpus, Best.intra);
  std::copy_n(Inter.begin(), 2 * Channel, Best.inter);
  setTarget();
}

template <bool HasNets> void FastWalker::channelComplete() {
  ++Channel;
  Ring += NumGpus;
  if (Channel >= Beating || (Channel == Tying && Hops < Best.nHops)) {
    keepBest();
    if (Channel == Wanted.maxChannels) {
      Perfect = true;
      End = Steps;
    } else if (!Limits->canBeat(On, Wanted, Best)) {
      Dropped = true;
      LeftDropped = End - Steps;
      End = Steps;
    }
  }
  if (!isStopped() && Channel < Wanted.maxChannels)
    search<HasNets>();
  --Channel;
  Ring -= NumGpus;
}

//===----------------------------------------------------------------------===//
// From GPU to GPU
//===----------------------------------------------------------------------===//

/// The GPUs of \p Left, best first, in \p List.
inline unsigned FastWalker::inOrder(unsigned Gpu, GpuMask Left,
                                    uint64_t *List) const {
  unsigned Count = 0;
  if (Counts) { // the number of steps is the same in any order
    for (; Left; Left &= Left - 1)
      List[Count++] = first(Left);
    return Count;
  }
  const uint64_t *NetScore = Space.Nets[Starts[unsigned(Channel)]].Score.data();
  const uint64_t *Place = Plan.PlaceOf.data() + Gpu * NumGpus;
  for (; Left; Left &= Left - 1) {
    const unsigned G = first(Left);
    const uint64_t PciScore = uint64_t(int64_t(INT_MAX) - pciLeft(G));
    const uint64_t Score = NetScore[G] | PciScore << ScorePciShift | Place[G];
    unsigned I = Count++;
    for (; I != 0 && List[I - 1] > Score; --I)
      List[I] = List[I - 1];
    List[I] = Score;
  }
  return Count;
}

/// From \p Gpu to \p Next, which is open.
template <bool HasNets>
inline void FastWalker::goOn(unsigned Gpu, unsigned Step, unsigned Next,
                             GpuMask Used) {
  if (!leadsOn<HasNets>(Next, Step + 1, Used)) {
    ++Steps;
    return;
  }
  const unsigned Leg = Plan.gpuToGpu(Gpu, Next);
  follow(Leg);
  visit<HasNets>(Next, Step + 1, Used | bit(Next));
  unfollow(Leg);
}

/// Every GPU that may follow while the way to a NET is still to come.
inline void FastWalker::anyNextFromNet(unsigned Gpu, unsigned Step,
                                       GpuMask Used) {
  const GpuMask Left = open(Gpu) & ~Used;
  if ((Left & (Left - 1)) == 0) {
    if (Left != 0)
      goOn<true>(Gpu, Step, first(Left), Used);
    return;
  }
  uint64_t *List = Lists.data() + (size_t(Channel) * NumGpus + Step) * NumGpus;
  const unsigned Count = inOrder(Gpu, Left, List);
  const GpuMask Unused = Plan.Followers[Gpu] & ~Used;
  const bool Reverse = Step + 2 != NumGpus &&
                       !(Unused & ~Plan.Alike[Gpu * NumGpus + first(Unused)]);
  if (Reverse)
    std::reverse(List, List + Count);
  for (unsigned I = 0; I < Count; ++I) {
    goOn<true>(Gpu, Step, unsigned(List[I] & 0xff), Used);
    if (isStopped())
      return;
  }
}

/// Every GPU that may follow in a closed ring, by its path.
inline void FastWalker::anyNext(unsigned Gpu, unsigned Step, GpuMask Used) {
  const GpuMask Left = open(Gpu) & ~Used;
  if (Left == 0)
    return;
  const uint16_t *Turn = Plan.InTurn.data() + Plan.FirstInTurn[Gpu];
  const uint16_t *Last = Plan.InTurn.data() + Plan.FirstInTurn[Gpu + 1];
  for (; Turn != Last; ++Turn)
    if (Left & bit(*Turn)) {
      goOn<false>(Gpu, Step, *Turn, Used);
      if (isStopped())
        return;
    }
}

/// One step, with more to come or not. There is one left.
template <bool HasNets>
void FastWalker::visit(unsigned Gpu, unsigned Step, GpuMask Used) {
  ++Steps;
  Ring[Step] = uint16_t(Gpu);
  if (isStopped())
    return;
  if (Step + 1 == NumGpus)
    HasNets ? leaveByNet(Gpu) : closeRing(Gpu);
  else if (HasNets)
    anyNextFromNet(Gpu, Step, Used);
  else
    anyNext(Gpu, Step, Used);
}

/// Back to the first GPU, which is a step of its own.
void FastWalker::closeRing(unsigned Gpu) {
  const unsigned Leg = Plan.gpuToGpu(Gpu, Ring[0]);
  if (!isOpen(Leg))
    return;
  follow(Leg);
  ++Steps;
  channelComplete<false>();
  unfollow(Leg);
}

/// Leaves by any NET that the channel may end in: two steps.
void FastWalker::leaveByNet(unsigned Gpu) {
  const uint32_t *Range = exitsOf(Gpu);
  for (uint32_t I = Range[0]; I < Range[1] && !isStopped(); ++I) {
    const unsigned Leg = Plan.exit(I);
    if (!isOpen(Leg))
      continue;
    if (++Steps == End) // the step at the NET is the last
      return;
    ++Steps;
    Inter[2 * size_t(Channel) + 1] = Plan.ExitNets[I];
    follow(Leg);
    channelComplete<true>();
    unfollow(Leg);
  }
}

//===----------------------------------------------------------------------===//
// Starting a channel
//===----------------------------------------------------------------------===//

/// A channel from \p Gpu in free order.
template <bool HasNets> inline void FastWalker::start(unsigned Gpu) {
  if (NumGpus != 1 && !leadsOn<HasNets>(Gpu, 0, 0))
    ++Steps;
  else
    visit<HasNets>(Gpu, 0, bit(Gpu));
}

/// A channel from \p Gpu the way of \p Of, a ring from there.
template <bool HasNets>
void FastWalker::chain(unsigned Gpu, const uint16_t *Of) {
  unsigned Step = 0;
  while (true) {
    ++Steps;
    Ring[Step] = uint16_t(Gpu);
    if (isStopped())
      break;
    if (Step + 1 == NumGpus) {
      HasNets ? leaveByNet(Gpu) : closeRing(Gpu);
      break;
    }
    const unsigned Leg = Plan.gpuToGpu(Gpu, Of[Step + 1]);
    if (!isOpen(Leg))
      break;
    follow(Leg);
    Gpu = Of[++Step];
  }
  for (; Step; --Step)
    unfollow(Plan.gpuToGpu(Ring[Step - 1], Ring[Step]));
}

/// The ways into a channel from the NET at \p Place, which is reserved.
void FastWalker::startsOf(unsigned Place) {
  const auto Enter = [&](unsigned Gpu, auto GoOn) {
    const unsigned Leg = Plan.netToGpu(Place, Gpu);
    if (isStopped() || !isOpen(Leg))
      return;
    follow(Leg);
    GoOn();
    unfollow(Leg);
  };
  if (Channel > 0) {
    const uint16_t *Last = Ring - NumGpus;
    Enter(Last[0], [&] { chain<true>(Last[0], Last); });
    if (Wanted.sameChannels != 0)
      return;
  } else if (!Counts) {
    // The first channel in index order, with all that follows on it, has a
    // budget of its own.
    const int64_t Left = End - Steps;
    End = Steps + SideBudget;
    Enter(0, [&] { chain<true>(0, IndexOrder.data()); });
    if (Dropped)
      LeftDropped = Left;
    End = Steps + (Perfect || Dropped ? 0 : Left);
  }
  // GPUs with some width left at their port come first.
  GpuMask Full = 0;
  for (GpuMask Near = entries(Place) & Plan.Nets[Place].Near; Near;
       Near &= Near - 1)
    if (const unsigned Gpu = first(Near); pciLeft(Gpu) > 0)
      Enter(Gpu, [&] { start<true>(Gpu); });
    else
      Full |= bit(Gpu);
  for (; Full; Full &= Full - 1)
    Enter(first(Full), [&] { start<true>(first(Full)); });
}

/// Starts one more channel at the NET at \p Place, with its share reserved.
void FastWalker::searchFromNet(unsigned Place) {
  const NetPlan &Net = Plan.Nets[Place];
  Inter[2 * size_t(Channel)] = Net.Id;
  Starts[unsigned(Channel)] = Net.First;
  const uint64_t Before = OpenNets;
  const int Taken = ++Reserved[Net.Card];
  for (uint64_t Of = Net.Sharers; Of; Of &= Of - 1)
    if (Plan.Nets[first(Of)].Slots <= Taken)
      OpenNets &= ~(Of & -Of);
  if (++Begun[Place] == Net.MaxChannels)
    OpenNets &= ~(uint64_t(1) << Place);
  startsOf(Place);
  --Reserved[Net.Card];
  --Begun[Place];
  OpenNets = Before;
}

/// Starts one more channel.
template <bool HasNets> void FastWalker::search() {
  if (!HasNets) {
    if (Channel == 0)
      chain<false>(0, IndexOrder.data());
    else
      chain<false>(Ring[-int(NumGpus)], Ring - NumGpus);
    if (Wanted.sameChannels == 0 || Channel == 0)
      for (unsigned G = 0; G < NumGpus && !isStopped(); ++G)
        start<false>(G);
    return;
  }
  if (Channel == 0) {
    // The first channels go on when the time is up, on budgets of their own.
    for (uint64_t Open = OpenNets; Open; Open &= Open - 1)
      if (!isStopped() || (!Counts && !Dropped))
        searchFromNet(first(Open));
    return;
  }
  const GpuMask Replayed = bit(Ring[-int(NumGpus)]);
  for (uint64_t Open = OpenNets; Open && !isStopped(); Open &= Open - 1) {
    const unsigned Place = first(Open);
    GpuMask Wished = Replayed;
    if (Wanted.sameChannels == 0)
      Wished |= Plan.Nets[Place].Near;
    if (entries(Place) & Wished)
      searchFromNet(Place);
  }
}
