//===- CycleSearch.cpp - The priority search for device rings -------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth first from device 0, paths from the first device that has one. What is
// known of libnccom's search and kept: edges are sorted by locality and current
// priority; committing to one raises its priority number, going back lowers it;
// a ring isn't closed early [topology section 2, confirmed]. Ours: the priority
// number is how many rings have the edge, ties go by device number, an edge
// that has one is not taken again, and if what is left has no further ring the
// search goes back into the one before.
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/DeviceGraph.h"
#include <algorithm>

namespace ringc::neuron {

namespace {

/// Ends a search that would take too long: machines of 16 devices take a few
/// thousand steps.
constexpr unsigned MostSteps = 1u << 20;
/// The runtime takes no more rings than this (MAX_KANGA_PATHS, confirmed); two
/// cycles make four, both ways round.
constexpr size_t MostCycles = 2;

class CycleSearch {
public:
  CycleSearch(const DeviceGraph &G, size_t Wanted, bool Closes,
              unsigned Start = 0)
      : G(G), Wanted(Wanted), Closes(Closes), Start(Start),
        Used(G.numDevices()),
        Priority(size_t(G.numDevices()) * G.numDevices()) {}
  /// Whether as many were found together as wanted.
  bool run() { return next(); }
  std::vector<DeviceRing> Found;

private:
  bool next();
  bool goOn();
  bool complete();
  unsigned &priority(unsigned A, unsigned B) {
    return Priority[std::min(A, B) * G.numDevices() + std::max(A, B)];
  }

  const DeviceGraph &G;
  const size_t Wanted;
  const bool Closes;
  const unsigned Start;
  unsigned Steps = 0;
  DeviceRing Ring;
  std::vector<bool> Used;
  std::vector<unsigned> Priority; ///< by edge: rings that have it
};

/// Starts another ring.
bool CycleSearch::next() {
  if (Found.size() == Wanted)
    return true;
  Ring = {Start};
  Used.assign(G.numDevices(), false);
  Used[Start] = true;
  return goOn();
}

bool CycleSearch::complete() {
  const unsigned First = Ring.front(), Last = Ring.back();
  // Two devices go there and back over one link, one way each.
  const bool Commits = Closes && Ring.size() > 2;
  if (Commits && (!G.port(Last, First) || priority(Last, First) != 0))
    return false;
  if (Commits)
    ++priority(Last, First);
  Found.push_back(Ring);
  const DeviceRing Saved = Ring;
  const std::vector<bool> SavedUsed = Used;
  if (next())
    return true;
  Ring = Saved;
  Used = SavedUsed;
  Found.pop_back();
  if (Commits)
    --priority(Last, First);
  return false;
}

bool CycleSearch::goOn() {
  if (++Steps > MostSteps)
    return false;
  if (Ring.size() == G.numDevices())
    return complete();
  const unsigned At = Ring.back();
  std::vector<const Port *> Next;
  for (const Port &P : G.Devices[At].Ports)
    if (!Used[P.Far] && priority(At, P.Far) == 0)
      Next.push_back(&P);
  // D2d links of a JBOG come first: it can't be entered twice. Ports stand by
  // device number already.
  std::stable_sort(Next.begin(), Next.end(), [&](const Port *A, const Port *B) {
    return (A->Distance == Locality::D2d) > (B->Distance == Locality::D2d);
  });
  for (const Port *P : Next) {
    Ring.push_back(P->Far);
    Used[P->Far] = true;
    ++priority(At, P->Far);
    if (goOn())
      return true;
    --priority(At, P->Far);
    Used[P->Far] = false;
    Ring.pop_back();
  }
  return false;
}

} // namespace

std::vector<DeviceRing> findCycles(const DeviceGraph &G) {
  size_t Most = G.IsSwitched ? 1 : MostCycles;
  for (const Device &D : G.Devices)
    Most = std::min(Most, std::max<size_t>(D.Ports.size() / 2, 1));
  for (size_t Wanted = Most; Wanted != 0; --Wanted) {
    CycleSearch Search(G, Wanted, true);
    if (Search.run())
      return Search.Found;
  }
  return {};
}

std::optional<DeviceRing> findPath(const DeviceGraph &G) {
  for (unsigned Start = 0; Start < G.numDevices(); ++Start) {
    CycleSearch Search(G, 1, false, Start);
    if (Search.run())
      return Search.Found.front();
  }
  return std::nullopt;
}

std::vector<DeviceRing> mlaCycles(const System &S) {
  if (!isNeuron(S))
    return {};
  const DeviceGraph G = describeDevices(S);
  return G.numDevices() > 2 ? findCycles(G) : std::vector<DeviceRing>();
}

} // namespace ringc::neuron
