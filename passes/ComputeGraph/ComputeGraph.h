//===- ComputeGraph.h - Search the channels of one server -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outer search of nccl-search section 6: a ladder of attempts, each with
// its own speed, path types and step budget, that share one best result. Plain
// C++, no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_COMPUTEGRAPH_COMPUTEGRAPH_H
#define RINGC_PASSES_COMPUTEGRAPH_COMPUTEGRAPH_H

#include "ringc/ABI/Structs.h"
#include "ringc/Topology/System.h"
#include <vector>

namespace ringc {

/// What was done about an attempt.
enum class AttemptEnd : uint8_t {
  Searched,   ///< walked to its end
  OutOfSteps, ///< walked until its budget was gone
  Perfect,    ///< walked until there were as many channels as allowed
  Bound,      ///< walked until it was proved that it can't find better
  Hopeless,   ///< not walked: proved that it can't find better
  Alike,      ///< not walked: an attempt before it was the same
};

/// One attempt: what was asked for, what it took, what it left.
struct SearchAttempt {
  float Speed = 0; ///< GB/s a channel
  bool SameChannels = true;
  PathType TypeIntra = PathType::Nvl; ///< worst path allowed between GPUs
  PathType TypeInter = PathType::Pix; ///< and between a GPU and a NET
  bool CrossNic = false;
  int Budget = 0;    ///< steps allowed
  int64_t Steps = 0; ///< steps taken, with those on side budgets
  AttemptEnd End = AttemptEnd::Searched;
  int NumChannels = 0;   ///< of the best result so far, from any attempt
  bool Improved = false; ///< whether the best result is of this attempt
};

/// Why no further attempt was made.
enum class SearchEnd : uint8_t {
  Perfect,     ///< as many channels as the template allows
  Saturated,   ///< the channels use all that any GPU can send (TotalWidth)
  BudgetSpent, ///< the steps of all attempts are used up
  NoGain,      ///< the next speed is less than half the best one
  LastSpeed,   ///< there is no lower speed
  Proved,      ///< no later attempt could find better
};

/// How a result came about.
struct SearchTrace {
  std::vector<SearchAttempt> Attempts;
  SearchEnd End = SearchEnd::LastSpeed;
  int Winner = -1;          ///< attempt that made the result; -1: none did
  bool SimpleOrder = false; ///< nothing found: GPUs in index order at 0.1 GB/s
  int SplitFrom = 0;   ///< channels before fast ones were split; 0: not split
  int64_t Counted = 0; ///< steps walked only to know how many there are

  /// Steps walked by all attempts, without Counted.
  int64_t totalSteps() const;
};

/// The ring graph as the search is asked for it: id 0, ring pattern, crossNic 2
/// (try without first), at least one channel.
abi::ncclTopoGraph ringTemplate(const Profile &P);

/// How the attempts are made. The result is the same.
enum class SearchMode : uint8_t {
  Proved, ///< what provably changes nothing is left out (docs/Search.md)
  Plain,  ///< every step is walked, as NCCL does
};

/// Searches \p S, whose paths and search limits are computed, for the channels
/// of \p Out, which comes as a ringTemplate(). `intra` becomes local ranks with
/// stride S.numGpus(), `inter` NET ids (zeros where no NET is in use). \p S has
/// between 1 and 256 GPUs. Fills \p Trace if there is one.
void searchRings(const System &S, const Profile &P, abi::ncclTopoGraph &Out,
                 SearchMode Mode, SearchTrace *Trace = nullptr);

} // namespace ringc

#endif // RINGC_PASSES_COMPUTEGRAPH_COMPUTEGRAPH_H
