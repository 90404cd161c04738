//===- ComputeGraph.cpp - Search the channels of one server ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ladder, rung by rung as in nccl-search section 6 (confirmed): the same
// channels repeated, then any channels; worse paths between GPUs; worse paths
// to NETs; another NET on the way out; a lower speed. A rung that is climbed
// starts the ones before it anew.
//
//===----------------------------------------------------------------------===//

#include "ComputeGraph.h"
#include "Walk.h"
#include <algorithm>
#include <cstring>

using namespace ringc;
using namespace ringc::search;

namespace {

/// NCCL's number of the ring pattern; crossNic 2 means "without first, then
/// with" [section 6].
constexpr int RingPattern = 4;
constexpr int CrossNicEither = 2;
/// A next speed below this share of the best one can't gain anything.
constexpr double SpeedGainShare = 0.49;
/// Channels of this speed and up are split in two, GB/s.
constexpr float SplitSpeed = 25;
/// Speed of the fallback, GB/s.
constexpr float SimpleOrderSpeed = 0.1f;

class Ladder {
public:
  Ladder(const System &S, const Profile &P, abi::ncclTopoGraph &Best,
         SearchTrace &Trace);
  void climb();

private:
  bool attempt();
  bool nextRung();
  bool end(SearchEnd Why) {
    Trace.End = Why;
    return false;
  }
  int bestType() const { return S.numGpus() == 1 ? LocType : NvlType; }

  static constexpr int LocType = int(PathType::Loc);
  static constexpr int NvlType = int(PathType::Nvl);
  static constexpr int PixType = int(PathType::Pix);
  static constexpr int PxbType = int(PathType::Pxb);
  static constexpr int SysType = int(PathType::Sys);

  const System &S;
  const Profile &Rules;
  std::span<const float> Speeds;
  size_t Speed = 0; ///< index into Speeds
  bool HasNets, CanCross;
  int TotalLeft; ///< steps left for all attempts
  int Left = 0;  ///< steps left by the last attempt
  abi::ncclTopoGraph &Best;
  abi::ncclTopoGraph Wanted;
  SearchSpace Space;
  Walker Walk;
  SearchTrace &Trace;
};

} // namespace

Ladder::Ladder(const System &S, const Profile &P, abi::ncclTopoGraph &Best,
               SearchTrace &Trace)
    : S(S), Rules(P), HasNets(S.numNets() != 0),
      CanCross(S.numNets() > 1 && Best.crossNic != 0), TotalLeft(P.StepsTotal),
      Best(Best), Space(S, P), Walk(Space, P, Best), Trace(Trace) {
  if (Best.crossNic == CrossNicEither)
    Best.crossNic = 0;
  Best.speedIntra = Best.speedInter = 0;
  Best.nChannels = 0;
  Best.sameChannels = 1;
  Best.typeIntra = bestType();
  Best.typeInter = PixType;
  Best.nHops = 0;
  Wanted = Best;

  Speeds = HasNets ? P.SpeedsInter : P.SpeedsIntra;
  while (Speed + 1 < Speeds.size() && Speeds[Speed] > S.MaxWidth)
    ++Speed;
  Wanted.speedIntra = Wanted.speedInter = Speeds[Speed];
}

void Ladder::climb() {
  while (attempt() && nextRung())
    ;
}

/// One attempt at what is wanted. False if the search ends with it.
bool Ladder::attempt() {
  int Budget = Wanted.sameChannels ? Rules.StepsSameChannels : Rules.StepsOther;
  TotalLeft -= Budget;
  int64_t Before = Walk.steps();
  float BandwidthBefore = float(Best.nChannels) * Best.speedIntra;
  int HopsBefore = Best.nHops;
  Left = Walk.attempt(Wanted, Budget);

  SearchAttempt A;
  A.Speed = Wanted.speedInter;
  A.SameChannels = Wanted.sameChannels != 0;
  A.TypeIntra = PathType(Wanted.typeIntra);
  A.TypeInter = PathType(Wanted.typeInter);
  A.CrossNic = Wanted.crossNic != 0;
  A.Budget = Budget;
  A.Left = Left;
  A.Steps = Walk.steps() - Before;
  A.NumChannels = Best.nChannels;
  A.Improved = float(Best.nChannels) * Best.speedIntra != BandwidthBefore ||
               Best.nHops != HopsBefore;
  if (A.Improved)
    Trace.Winner = int(Trace.Attempts.size());
  Trace.Attempts.push_back(A);

  if (Left == -1)
    return end(SearchEnd::Perfect);
  if (float(Best.nChannels) * Best.speedInter >= S.TotalWidth)
    return end(SearchEnd::Saturated);
  return true;
}

/// Changes what is wanted to the next attempt's. False if there is none.
bool Ladder::nextRung() {
  // Channels that differ.
  if (Wanted.sameChannels) {
    Wanted.sameChannels = 0;
    return true;
  }
  Wanted.sameChannels = 1;
  // What the repeated-channels attempt left over is not given back.
  TotalLeft += Left;
  if (TotalLeft < 0 && Best.nChannels > 0)
    return end(SearchEnd::BudgetSpent);

  // Worse paths between GPUs.
  bool None = Best.nChannels == 0;
  int WorstIntra = HasNets ? Wanted.typeInter : SysType;
  if (Wanted.typeIntra < WorstIntra &&
      (None || Wanted.typeIntra < Best.typeIntra)) {
    ++Wanted.typeIntra;
    return true;
  }
  Wanted.typeIntra = bestType();

  // Worse paths to NETs. A result over PIX is still challenged over PXB.
  if (HasNets && Wanted.typeInter < SysType &&
      (None || Wanted.typeInter < Best.typeInter ||
       Wanted.typeInter < PxbType)) {
    ++Wanted.typeInter;
    return true;
  }
  Wanted.typeInter = PixType;

  // Another card on the way out.
  if (CanCross && Wanted.crossNic == 0) {
    Wanted.crossNic = 1;
    return true;
  }
  Wanted.crossNic = 0;

  // A lower speed.
  if (Speed + 1 == Speeds.size())
    return end(SearchEnd::LastSpeed);
  if (!None && !(Speeds[Speed + 1] / Best.speedInter > SpeedGainShare))
    return end(SearchEnd::NoGain);
  ++Speed;
  Wanted.speedIntra = Wanted.speedInter = Speeds[Speed];
  return true;
}

/// One channel in index order, for a server on which nothing was found.
static void simpleOrder(const System &S, abi::ncclTopoGraph &G) {
  for (unsigned I = 0; I < S.numGpus(); ++I)
    G.intra[I] = int(I);
  G.inter[0] = G.inter[1] = 0;
  G.speedIntra = G.speedInter = SimpleOrderSpeed;
  G.typeIntra = G.typeInter = int(PathType::Sys);
  G.nChannels = 1;
}

/// Makes two channels of each fast one, as far as there is room.
static void splitFastChannels(const System &S, abi::ncclTopoGraph &G) {
  int Wanted = std::min(2 * G.nChannels, G.maxChannels);
  int Added = Wanted - G.nChannels;
  std::copy_n(G.intra, size_t(Added) * S.numGpus(),
              G.intra + size_t(G.nChannels) * S.numGpus());
  std::copy_n(G.inter, 2 * Added, G.inter + 2 * G.nChannels);
  // Rounded up: the speed is halved even where only some channels are split.
  int Parts = (Wanted + G.nChannels - 1) / G.nChannels;
  G.speedIntra /= float(Parts);
  G.speedInter /= float(Parts);
  G.nChannels = Wanted;
}

abi::ncclTopoGraph ringc::ringTemplate(const Profile &P) {
  abi::ncclTopoGraph G{};
  G.pattern = RingPattern;
  G.crossNic = CrossNicEither;
  G.minChannels = P.MinChannels;
  G.maxChannels = P.MaxSearchChannels;
  return G;
}

void ringc::searchRings(const System &S, const Profile &P,
                        abi::ncclTopoGraph &Out, SearchTrace *Trace) {
  SearchTrace Unasked;
  SearchTrace &T = Trace ? *Trace : Unasked;
  T = SearchTrace();
  Ladder(S, P, Out, T).climb();
  if (Out.nChannels == 0) {
    T.SimpleOrder = true;
    simpleOrder(S, Out);
  }
  if (Out.speedIntra >= SplitSpeed) {
    T.SplitFrom = Out.nChannels;
    splitFastChannels(S, Out);
  }
  // The walk works with GPU indices.
  for (int I = 0; I < Out.nChannels * int(S.numGpus()); ++I)
    Out.intra[I] = S.of(NodeType::Gpu)[size_t(Out.intra[I])].Gpu.Rank;
}

int64_t SearchTrace::totalSteps() const {
  int64_t Sum = 0;
  for (const SearchAttempt &A : Attempts)
    Sum += A.Steps;
  return Sum;
}
