//===- Lanes.cpp - A ring and a head for each NIC -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That libnccom duplicates and rotates one path for each NIC lane is confirmed
// (topology section 2); which path a lane gets and by how much it is rotated is
// not known. Ours: a lane's ring begins at a device of its NIC; lanes are dealt
// in NIC order, the ring used least first, and so that no NIC sends twice.
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/NeuronSearch.h"
#include <algorithm>

namespace ringc::neuron {

namespace {

/// One more than the highest NET of a device.
size_t numNets(const DeviceGraph &G) {
  int Most = -1;
  for (const Device &D : G.Devices)
    Most = std::max(Most, D.Net);
  return size_t(Most + 1);
}

class LaneSearch {
public:
  LaneSearch(const DeviceGraph &G, std::vector<DeviceRing> Rings,
             const std::vector<unsigned> &Nets, unsigned Most, bool Returns)
      : G(G), Rings(std::move(Rings)), Nets(Nets), Most(Most), Returns(Returns),
        Owned(numNets(G)), Sends(numNets(G)), Uses(this->Rings.size()) {
    for (unsigned D = 0; D < G.numDevices(); ++D)
      if (G.Devices[D].Net >= 0)
        Owned[unsigned(G.Devices[D].Net)].push_back(D);
  }
  /// Deals with at most so many lanes a NET sends for, and a ring has.
  bool run(unsigned MostSends, unsigned MostUses) {
    this->MostSends = MostSends;
    this->MostUses = MostUses;
    Steps = 0;
    return deal();
  }
  /// Lanes a ring has if all have as many, or nearly.
  unsigned fairShare() const {
    const size_t Dealt =
        size_t(std::count_if(Owned.begin(), Owned.end(),
                             [](const auto &Of) { return !Of.empty(); }));
    return unsigned((std::min<size_t>(Dealt, Most) + Rings.size() - 1) /
                    Rings.size());
  }
  std::vector<Lane> Lanes;

private:
  bool deal(size_t Next = 0);
  struct Choice {
    unsigned Ring;
    size_t Head; ///< place in the ring
  };
  std::vector<Choice> choices(unsigned Net) const;
  int sender(const Choice &C, unsigned Net) const;

  /// Enough for every machine there is; a file may be of any shape.
  static constexpr unsigned MostSteps = 1u << 16;

  const DeviceGraph &G;
  const std::vector<DeviceRing> Rings;
  const std::vector<unsigned> &Nets;
  const unsigned Most; ///< lanes
  const bool Returns;
  unsigned MostSends = 0, MostUses = 0;
  std::vector<std::vector<unsigned>> Owned; ///< by NET: devices
  std::vector<unsigned> Sends;              ///< by NET: lanes it sends for
  std::vector<unsigned> Uses;               ///< by ring: lanes
  unsigned Steps = 0;
};

std::vector<LaneSearch::Choice> LaneSearch::choices(unsigned Net) const {
  std::vector<Choice> All;
  for (unsigned R = 0; R < Rings.size(); ++R)
    for (unsigned Device : Owned[Net])
      All.push_back(
          {R, size_t(std::find(Rings[R].begin(), Rings[R].end(), Device) -
                     Rings[R].begin())});
  std::stable_sort(All.begin(), All.end(),
                   [&](const Choice &A, const Choice &B) {
                     return Uses[A.Ring] < Uses[B.Ring];
                   });
  return All;
}

/// The NET of the device before the head; a device without one uses the lane's.
int LaneSearch::sender(const Choice &C, unsigned Net) const {
  if (Returns)
    return int(Net);
  const DeviceRing &Ring = Rings[C.Ring];
  const unsigned Tail = Ring[(C.Head + Ring.size() - 1) % Ring.size()];
  return G.Devices[Tail].Net < 0 ? int(Net) : G.Devices[Tail].Net;
}

/// Deals lanes to the NETs from the one at \p Next on.
bool LaneSearch::deal(size_t Next) {
  while (Next < Nets.size() &&
         (Nets[Next] >= Owned.size() || Owned[Nets[Next]].empty()))
    ++Next;
  if (Next == Nets.size() || Lanes.size() == Most)
    return true;
  const unsigned Net = Nets[Next];
  for (const Choice &C : choices(Net)) {
    if (++Steps > MostSteps)
      return false;
    const int Send = sender(C, Net);
    if (Sends[unsigned(Send)] == MostSends || Uses[C.Ring] == MostUses)
      continue;
    Lane &L = Lanes.emplace_back();
    L.Order = Rings[C.Ring];
    std::rotate(L.Order.begin(), L.Order.begin() + std::ptrdiff_t(C.Head),
                L.Order.end());
    L.RecvNet = int(Net);
    L.SendNet = Send;
    L.Returns = Returns;
    ++Sends[unsigned(Send)];
    ++Uses[C.Ring];
    if (deal(Next + 1))
      return true;
    --Uses[C.Ring];
    --Sends[unsigned(Send)];
    Lanes.pop_back();
  }
  return false;
}

} // namespace

std::vector<Lane> assignLanes(const DeviceGraph &G,
                              const std::vector<DeviceRing> &Cycles,
                              const std::vector<unsigned> &Nets, unsigned Most,
                              bool Returns) {
  std::vector<DeviceRing> Rings;
  for (const DeviceRing &Cycle : Cycles) {
    Rings.push_back(Cycle);
    if (Cycle.size() > 2)
      Rings.push_back({Cycle.rbegin(), Cycle.rend()});
  }
  if (!Rings.empty()) {
    constexpr unsigned Any = ~0u;
    LaneSearch Search(G, Rings, Nets, Most, Returns);
    if ((Search.run(1, Search.fairShare()) || Search.run(1, Any) ||
         Search.run(Any, Any)) &&
        !Search.Lanes.empty())
      return Search.Lanes;
  }
  std::vector<Lane> Lanes;
  for (const DeviceRing &Cycle : Cycles)
    if (Lanes.size() < Most)
      Lanes.push_back({Cycle, -1, -1, false});
  return Lanes;
}

} // namespace ringc::neuron
