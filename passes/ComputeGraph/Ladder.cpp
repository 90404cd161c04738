//===- Ladder.cpp - The attempts of a search, one after another -----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// attempt() makes one attempt, or proves that it needn't be made; nextRung()
// changes what is wanted as NCCL does, with the account as far as it is known;
// settle() makes the account exact enough before an attempt that counts.
//
//===----------------------------------------------------------------------===//

#include "Ladder.h"
#include <algorithm>

using namespace ringc;
using namespace ringc::search;

/// crossNic 2 means "without first, then with" [section 6].
constexpr int CrossNicEither = 2;
/// A next speed below this share of the best one can't gain anything.
constexpr double SpeedGainShare = 0.49;

Ladder::Ladder(const System &S, const Profile &P, SearchMode Mode,
               abi::ncclTopoGraph &Best, SearchTrace &Trace)
    : S(S), Rules(P), HasNets(S.numNets() != 0),
      CanCross(S.numNets() > 1 && Best.crossNic != 0),
      CanProve(Mode == SearchMode::Proved && S.numGpus() <= MaxMaskedGpus &&
               S.numNets() <= MaxMaskedNets),
      Best(Best), Wanted(Best), Space(S, P), Plain(Space, P, Best),
      Trace(Trace), StepsLeft(P.StepsTotal) {
  if (CanProve)
    Fast.emplace(Space, P, Best);
  if (Best.crossNic == CrossNicEither)
    Best.crossNic = 0;
  Drift.assign(Space.Widths.size(), SpeedSpace::NoDrift);
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

bool Ladder::climb() {
  while (attempt() && nextRung())
    ;
  return !IsLost;
}

//===----------------------------------------------------------------------===//
// One attempt
//===----------------------------------------------------------------------===//

/// What is known at this speed; null where nothing can be proved.
Ladder::Stage *Ladder::stage() {
  if (!CanProve)
    return nullptr;
  if (StageIsOld)
    Stages.emplace_back(Space, Rules, Wanted.speedInter, Plain.widths(), Drift);
  StageIsOld = false;
  if (Stages.back().At.isExact())
    return &Stages.back();
  IsLost = std::any_of(Drift.begin(), Drift.end(), [](float Least) {
    return Least != SpeedSpace::NoDrift;
  });
  return nullptr;
}

/// One attempt at what is wanted. False if the search ends with it.
bool Ladder::attempt() {
  SearchAttempt A;
  A.Speed = Wanted.speedInter;
  A.SameChannels = Wanted.sameChannels != 0;
  A.TypeIntra = PathType(Wanted.typeIntra);
  A.TypeInter = PathType(Wanted.typeInter);
  A.CrossNic = Wanted.crossNic != 0;
  A.Budget = Wanted.sameChannels ? Rules.StepsSameChannels : Rules.StepsOther;

  const int64_t Before = stepsWalked();
  const int64_t CountedBefore = Trace.Counted;
  const float BandwidthBefore = float(Best.nChannels) * Best.speedIntra;
  const int HopsBefore = Best.nHops;
  if (!make(A))
    return end(SearchEnd::BudgetSpent);
  A.Steps = stepsWalked() - Before - (Trace.Counted - CountedBefore);
  A.NumChannels = Best.nChannels;
  A.Improved = float(Best.nChannels) * Best.speedIntra != BandwidthBefore ||
               Best.nHops != HopsBefore;
  if (A.Improved)
    Trace.Winner = int(Trace.Attempts.size());
  Trace.Attempts.push_back(A);

  if (A.End == AttemptEnd::Perfect)
    return end(SearchEnd::Perfect);
  if (float(Best.nChannels) * Best.speedInter >= S.TotalWidth)
    return end(SearchEnd::Saturated);
  return true;
}

/// Walks \p A, or finds that it needn't be walked. False if the steps of all
/// attempts are found to be gone before it.
bool Ladder::make(SearchAttempt &A) {
  Stage *On = stage();
  if (IsLost)
    return false;
  Rung R;
  if (On) {
    R = {On->At.intraLevel(A.TypeIntra), On->At.interLevel(A.TypeInter),
         A.CrossNic};
    if (isKnown(*On, R))
      A.End = AttemptEnd::Alike;
    else if (!On->Limits.canBeat(R, Wanted, Best))
      A.End = AttemptEnd::Hopeless;
  }
  const bool Walks = A.End == AttemptEnd::Searched;
  if (Walks && Undecided && !settle())
    return false;
  StepsLeft -= A.Budget;
  SinceDecision += A.Budget;

  WalkResult W{A.Budget, true};
  if (Walks && On) {
    W = Fast->attempt(On->At, On->Limits, R, Wanted, A.Budget);
  } else if (Walks) {
    W = {Plain.attempt(Wanted, A.Budget), false};
    StageIsOld = true; // widths may have drifted
  }
  if (Walks)
    A.End = W.Left == -1  ? AttemptEnd::Perfect
            : W.Dropped   ? AttemptEnd::Bound
            : W.Left == 0 ? AttemptEnd::OutOfSteps
                          : AttemptEnd::Searched;
  LastLeft =
      On && A.End != AttemptEnd::Perfect ? enter(*On, R, W, A.Budget) : W.Left;
  return true;
}

/// Whether an attempt on \p R like the one wanted was made or proved useless.
bool Ladder::isKnown(const Stage &On, const Rung &R) const {
  return Wanted.sameChannels ? On.Same[R.index()] : On.Any[R.index()].Done;
}

/// Notes what an attempt on \p R left, \p W unless it is known already, and
/// returns it. What isn't sure is open.
int Ladder::enter(Stage &On, const Rung &R, WalkResult W, int Budget) {
  if (Wanted.sameChannels) {
    On.Same[R.index()] = true;
    return W.Left; // nobody asks
  }
  Tried &T = On.Any[R.index()];
  if (!T.Done) {
    T = {true, !W.Dropped, W.Left, 0};
    if (W.Dropped)
      Unsures.push_back({&On, R, Wanted, Budget});
  }
  if (!T.Sure) {
    ++T.Times;
    Open += T.Left;
  }
  return T.Left;
}

//===----------------------------------------------------------------------===//
// The account of steps
//===----------------------------------------------------------------------===//

/// Whether any steps were left at the last decision. Counts what isn't known
/// until that is.
bool Ladder::settle() {
  Undecided = false;
  while (true) {
    const int64_t Most = StepsLeft + SinceDecision;
    if (Most < 0)
      return false;
    if (Most - Open >= 0)
      return true;
    const auto Largest = std::max_element(
        Unsures.begin(), Unsures.end(), [](const Unsure &A, const Unsure &B) {
          return A.what().share() < B.what().share();
        });
    const Unsure U = *Largest;
    Unsures.erase(Largest);
    Tried &T = U.what();
    const int64_t Before = Fast->steps();
    const int Left =
        Fast->count(U.On->At, U.On->Limits, U.At, U.Wanted, U.Budget);
    Trace.Counted += Fast->steps() - Before;
    Open -= T.share();
    StepsLeft -= int64_t(T.Times) * (T.Left - Left);
    T = {true, true, Left, 0};
  }
}

/// Where NCCL looks at the account, after a pair of attempts. False if it is
/// found empty.
bool Ladder::decide() {
  // What the repeated-channels attempt left over is not given back.
  StepsLeft += LastLeft;
  SinceDecision = 0;
  if (Best.nChannels == 0)
    return true;
  Undecided = StepsLeft - Open < 0;
  return StepsLeft >= 0;
}

//===----------------------------------------------------------------------===//
// The next attempt
//===----------------------------------------------------------------------===//

/// Changes what is wanted to the next attempt's. False if there is none.
bool Ladder::nextRung() {
  // Channels that differ.
  if (Wanted.sameChannels) {
    Wanted.sameChannels = 0;
    return true;
  }
  Wanted.sameChannels = 1;
  if (!decide())
    return end(SearchEnd::BudgetSpent);

  // Worse paths between GPUs.
  const bool None = Best.nChannels == 0;
  const int WorstIntra = HasNets ? Wanted.typeInter : SysType;
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
    return end(Undecided ? SearchEnd::Proved : SearchEnd::LastSpeed);
  if (!None && !(Speeds[Speed + 1] / Best.speedInter > SpeedGainShare))
    return end(Undecided ? SearchEnd::Proved : SearchEnd::NoGain);
  ++Speed;
  Wanted.speedIntra = Wanted.speedInter = Speeds[Speed];
  StageIsOld = true;
  return true;
}
