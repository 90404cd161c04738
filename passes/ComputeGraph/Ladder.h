//===- Ladder.h - The attempts of a search, one after another ---*- C++ -*-===//
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
// An attempt that provably changes nothing isn't walked (docs/Search.md). All
// that the ladder would have learnt from it is how many steps it left, and that
// only matters where the steps of all attempts may be used up before another
// attempt that can change something. So the account of steps is kept as a
// range, and made exact, by counting, when it comes to that.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_LADDER_H
#define RINGC_PASSES_COMPUTEGRAPH_LADDER_H

#include "ComputeGraph.h"
#include "FastWalk.h"
#include "Walk.h"
#include <deque>
#include <optional>

namespace ringc::search {

class Ladder {
public:
  /// \p Best comes as a template and becomes the result, in GPU indices.
  Ladder(const System &S, const Profile &P, SearchMode Mode,
         abi::ncclTopoGraph &Best, SearchTrace &Trace);
  /// False if what was left out turns out to matter: widths have drifted away
  /// that aren't known, and the search is to be made again, plainly.
  bool climb();

private:
  /// What is known of the attempts on one rung, any channels.
  struct Tried {
    bool Done = false;
    bool Sure = true; ///< Left is exact, not the most it can be
    int Left = 0;
    int Times = 0; ///< attempts that may have taken it
    /// What they may have taken of the account.
    int64_t share() const { return int64_t(Times) * Left; }
  };
  /// All about one speed, while the widths are the same.
  struct Stage {
    Stage(const SearchSpace &Space, const Profile &P, float Speed,
          std::span<const float> Widths, std::span<float> Drift)
        : At(Space, P, Speed, Widths, Drift), Limits(At, P.MaxSearchChannels) {}
    SpeedSpace At;
    Bounds Limits;
    std::array<Tried, Rung::Count> Any;      ///< any channels
    std::array<bool, Rung::Count> Same = {}; ///< all channels alike: done
  };
  /// A rung whose steps aren't known.
  struct Unsure {
    Stage *On;
    Rung At;
    Terms Wanted;
    int Budget;
    Tried &what() const { return On->Any[At.index()]; }
  };

  bool attempt();
  bool make(SearchAttempt &A);
  bool isKnown(const Stage &On, const Rung &R) const;
  int enter(Stage &On, const Rung &R, WalkResult W, int Budget);
  bool nextRung();
  bool decide();
  bool settle();
  bool end(SearchEnd Why) {
    Trace.End = Why;
    return false;
  }
  Stage *stage();
  int64_t stepsWalked() const {
    return Plain.steps() + (Fast ? Fast->steps() : 0);
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
  bool HasNets, CanCross, CanProve;
  abi::ncclTopoGraph &Best;
  Terms Wanted;
  SearchSpace Space;
  Walker Plain;
  std::optional<FastWalker> Fast; ///< where something can be proved
  SearchTrace &Trace;

  // The account. What is left is StepsLeft at most, and less by Open at most.
  int64_t StepsLeft;
  int64_t Open = 0;
  int64_t SinceDecision = 0; ///< budgets given since it was last looked at
  bool Undecided = false;    ///< it may have been found empty then
  std::vector<Unsure> Unsures;
  int LastLeft = 0; ///< what the last attempt left, at most
  std::deque<Stage> Stages;
  bool StageIsOld = true;
  std::vector<float> Drift; ///< by link: see SpeedSpace
  bool IsLost = false;      ///< see climb()
};

} // namespace ringc::search

#endif // RINGC_PASSES_COMPUTEGRAPH_LADDER_H
