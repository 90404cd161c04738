//===- WalkPlan.cpp - What one attempt may use, laid out to walk ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkPlan.h"
#include <algorithm>
#include <bit>
#include <limits>

using namespace ringc;
using namespace ringc::search;

WalkPlan::WalkPlan(const SearchSpace &Space)
    : Space(Space), NumGpus(Space.NumGpus), Stride(std::bit_ceil(NumGpus)),
      Heaviest(Space.Widths.size()), Dominators(Space.Widths.size()) {
  orderFollowers();
}

/// The orders among the GPUs after each GPU: all but the widths left.
void WalkPlan::orderFollowers() {
  Followers.assign(NumGpus, 0);
  Alike.assign(NumGpus * NumGpus, 0);
  PlaceOf.assign(NumGpus * NumGpus, 0);
  for (unsigned G = 0; G < NumGpus; ++G) {
    const std::span<const Follower> All = Space.followers(G);
    for (size_t Place = 0; Place < All.size(); ++Place) {
      const Follower &F = All[Place];
      const size_t Pair = G * NumGpus + F.Gpu;
      Followers[G] |= bit(F.Gpu);
      PlaceOf[Pair] = uint64_t(Place) << ScorePlaceShift | F.Gpu;
      for (const Follower &Other : All)
        if (Other.Intra == F.Intra)
          Alike[Pair] |= bit(Other.Gpu);
    }
  }
}

void WalkPlan::prepare(const SpeedSpace &Speed, const Rung &R, int Channels) {
  if (At == &Speed && On.index() == R.index() && Begun == Channels)
    return;
  At = &Speed;
  On = R;
  Begun = Channels;
  InTurn.clear();
  FirstInTurn.assign(1, 0);
  for (unsigned G = 0; G < NumGpus; ++G) {
    const GpuMask After = At->after(R.Intra, G) & Followers[G];
    for (const Follower &F : Space.followers(G))
      if (After & bit(F.Gpu))
        InTurn.push_back(F.Gpu);
    FirstInTurn.push_back(uint32_t(InTurn.size()));
  }
  listWays();
  numberLinks(Channels);
  layOutLegs();
  exclude();
  raiseBarriers();
}

//===----------------------------------------------------------------------===//
// Links that can run out (docs/Search.md, lemmas 7 to 9)
//===----------------------------------------------------------------------===//

/// Lists the usable ways.
void WalkPlan::listWays() {
  Ways.clear();
  Choices.assign(1, 0);
  for (unsigned A = 0; A < NumGpus; ++A) {
    for (GpuMask To = At->after(On.Intra, A); To; To &= To - 1)
      Ways.push_back(At->gpuToGpu(A, first(To)));
    Choices.push_back(Ways.size());
  }
  for (unsigned N = 0; N < Space.NumNets; ++N)
    for (GpuMask To = At->entered(On.Inter, N); To; To &= To - 1)
      Ways.push_back(At->netToGpu(N, first(To)));
  Choices.push_back(Ways.size());
  for (unsigned N = 0; N < Space.NumNets; ++N)
    for (GpuMask From = At->left(On.Inter, N); From; From &= From - 1)
      Ways.push_back(At->gpuToNet(first(From), N));
  Choices.push_back(Ways.size());
}

/// Numbers the links that may run out if each of \p Channels channels takes as
/// much of them as a channel can.
void WalkPlan::findSlack(int Channels) {
  Taken.assign(Heaviest.size(), 0);
  for (size_t C = 0; C + 1 < Choices.size(); ++C) {
    // A channel takes one of these ways: count the heaviest.
    Touched.clear();
    for (size_t W = Choices[C]; W < Choices[C + 1]; ++W)
      for (const Take &T : At->takes(Ways[W])) {
        int32_t &H = Heaviest[T.Link];
        if (H == 0)
          Touched.push_back(T.Link);
        H = std::max(H, T.Amount);
      }
    for (uint32_t Link : Touched) {
      Taken[Link] += Heaviest[Link];
      Heaviest[Link] = 0;
    }
  }
  Number.assign(Taken.size(), NoLink);
  Touched.clear();
  for (uint32_t Link = 0; Link < Taken.size(); ++Link)
    if (Taken[Link] && Taken[Link] * Channels >= At->widths()[Link]) {
      Number[Link] = 0; // for now: it counts
      Touched.push_back(Link);
    }
}

/// Leaves out links that never run out before another one that is passed with
/// them (lemma 8).
void WalkPlan::dropDominated() {
  constexpr uint32_t Unseen = NoLink;
  for (uint32_t Link : Touched)
    Dominators[Link].assign(1, Unseen);
  const auto RunsOutFirst = [&](const Take &Other, const Take &T) {
    return Other.Link != T.Link && Number[Other.Link] != NoLink &&
           Other.Amount >= T.Amount && Other.Need >= T.Need &&
           At->widths()[Other.Link] <= At->widths()[T.Link];
  };
  for (const Takes &W : Ways) {
    const std::span<const Take> All = At->takes(W);
    for (const Take &T : All) {
      if (Number[T.Link] == NoLink)
        continue;
      std::vector<uint32_t> &Of = Dominators[T.Link];
      if (!Of.empty() && Of.front() == Unseen) {
        Of.clear();
        for (const Take &Other : All)
          if (RunsOutFirst(Other, T))
            Of.push_back(Other.Link);
        continue;
      }
      std::erase_if(Of, [&](uint32_t Link) {
        return std::none_of(All.begin(), All.end(), [&](const Take &Other) {
          return Other.Link == Link && RunsOutFirst(Other, T);
        });
      });
    }
  }
  // Of links that dominate each other the last stays; what a dropped link
  // dominates is dominated by that one, too.
  for (uint32_t Link : Touched)
    if (!isAsked(Link))
      for (uint32_t Other : Dominators[Link])
        if (Number[Other] != NoLink)
          Number[Link] = NoLink;
}

/// Finds the links to keep account of, and numbers them.
void WalkPlan::numberLinks(int Channels) {
  findSlack(Channels);
  dropDominated();
  Widths.clear();
  Kept.clear();
  for (uint32_t Link = 0; Link < Number.size(); ++Link)
    if (Number[Link] != NoLink || isAsked(Link)) {
      Number[Link] = uint32_t(Widths.size());
      Widths.push_back(At->widths()[Link]);
      Kept.push_back(Link);
    }
  Ports.clear();
  if (Space.NumNets)
    for (const SearchSpace::PciPort &P : Space.PciPorts)
      Ports.push_back(P.Up == NoLink
                          ? P
                          : SearchSpace::PciPort{Number[P.Up], Number[P.Down]});
}

//===----------------------------------------------------------------------===//
// Legs
//===----------------------------------------------------------------------===//

/// Opens the leg \p Number: a way over the links that may run out.
void WalkPlan::layOut(unsigned Number, const Takes &T) {
  Leg &L = Legs[Number];
  L.First = uint32_t(Tolls.size());
  L.Hops = T.Hops;
  for (const Take &One : At->takes(T))
    if (const uint32_t Link = this->Number[One.Link]; Link != NoLink)
      Tolls.push_back({Link, One.Amount, One.Need, 0});
  L.Count = uint16_t(Tolls.size() - L.First);
  Closed[Number / 64] &= ~(uint64_t(1) << Number % 64);
}

NetPlan WalkPlan::planNet(size_t Place) const {
  const std::vector<uint16_t> &Order = Space.NetOrder;
  const Node &Net = Space.Sys.of(NodeType::Net)[Order[Place]];
  const SearchSpace::NetStart &Start = Space.Nets[Order[Place]];
  NetPlan P{int(Net.Id), Start.First, Start.Card, 0, Net.Net.MaxChannels, 0, 0};
  if (Start.WidthToGpu >= float(At->Reserve))
    for (uint16_t Gpu : Start.Near)
      P.Near |= bit(Gpu);
  // Reserving is undone exactly, so it can be counted (SpeedSpace).
  float Width = Net.Net.Width;
  for (; Width >= float(At->Reserve) && P.Slots <= Begun; ++P.Slots)
    Width -= float(At->Reserve);
  // A number that starts below zero never comes to zero.
  if (P.MaxChannels < 0)
    P.MaxChannels = std::numeric_limits<int>::max();
  for (size_t Other = 0; Other < Order.size(); ++Other)
    if (Space.Nets[Order[Other]].Card == Start.Card)
      P.Sharers |= uint64_t(1) << Other;
  return P;
}

void WalkPlan::layOutLegs() {
  const std::vector<Node> &All = Space.Sys.of(NodeType::Net);
  const unsigned NumNets = Space.NumNets;
  // Number the ways out first: only they aren't as many as there could be.
  std::vector<std::pair<uint16_t, uint16_t>> Exits; // GPU, NET
  ExitNets.clear();
  FirstExit.assign(1, 0);
  for (unsigned Card = 0; Card < NumNets; ++Card)
    for (unsigned G = 0; G < NumGpus; ++G) {
      for (unsigned N = 0; N < NumNets; ++N)
        if (Space.Nets[Card].Card == Card &&
            (On.CrossNic || Space.Nets[N].Card == Card) &&
            (At->left(On.Inter, N) & bit(G))) {
          Exits.push_back({uint16_t(G), uint16_t(N)});
          ExitNets.push_back(int(All[N].Id));
        }
      FirstExit.push_back(uint32_t(Exits.size()));
    }

  FirstEntry = NumGpus * Stride;
  FirstExitLeg = FirstEntry + unsigned(Space.NetOrder.size()) * Stride;
  const size_t NumLegs = FirstExitLeg + Exits.size();
  NumWords = unsigned((NumLegs + 63) / 64);
  Legs.assign(NumLegs, Leg());
  Closed.assign(NumWords, ~uint64_t(0));
  Tolls.clear();
  for (unsigned A = 0; A < NumGpus; ++A)
    for (GpuMask To = At->after(On.Intra, A); To; To &= To - 1)
      layOut(gpuToGpu(A, first(To)), At->gpuToGpu(A, first(To)));
  // A ring of one GPU closes over nothing.
  if (NumGpus == 1)
    layOut(gpuToGpu(0, 0), Takes());
  Nets.clear();
  for (unsigned Place = 0; Place < Space.NetOrder.size(); ++Place) {
    const uint16_t N = Space.NetOrder[Place];
    Nets.push_back(planNet(Place));
    for (GpuMask To = At->entered(On.Inter, N); To; To &= To - 1)
      layOut(netToGpu(Place, first(To)), At->netToGpu(N, first(To)));
  }
  for (unsigned I = 0; I < Exits.size(); ++I)
    layOut(exit(I), At->gpuToNet(Exits[I].first, Exits[I].second));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// A link that bears one leg only, whichever, makes all its legs exclude each
/// other, once and for all: no toll is needed on it (lemma 9).
void WalkPlan::exclude() {
  struct Use {
    int32_t LeastNeed = INT32_MAX, LeastAmount = INT32_MAX;
    std::vector<unsigned> Legs;
  };
  std::vector<Use> Uses(Widths.size());
  for (unsigned Number = 0; Number < Legs.size(); ++Number)
    for (const Toll &T : tolls(Legs[Number])) {
      Use &U = Uses[T.Link];
      U.LeastNeed = std::min(U.LeastNeed, T.Need);
      U.LeastAmount = std::min(U.LeastAmount, T.Amount);
      U.Legs.push_back(Number);
    }
  Excluded.assign(Legs.size() * NumWords, 0);
  std::vector<bool> IsSingle(Widths.size());
  std::vector<uint64_t> Set(NumWords);
  for (size_t Link = 0; Link < Uses.size(); ++Link) {
    const Use &U = Uses[Link];
    IsSingle[Link] =
        !U.Legs.empty() && Widths[Link] - U.LeastAmount < U.LeastNeed;
    if (!IsSingle[Link])
      continue;
    std::fill(Set.begin(), Set.end(), 0);
    for (unsigned Number : U.Legs)
      Set[Number / 64] |= uint64_t(1) << Number % 64;
    for (unsigned Number : U.Legs)
      for (unsigned W = 0; W < NumWords; ++W)
        Excluded[Number * NumWords + W] |= Set[W];
  }
  // Ports are still looked at, but close nothing.
  uint32_t NumTolls = 0;
  for (Leg &L : Legs) {
    const uint32_t First = NumTolls;
    for (Toll T : tolls(L)) {
      if (IsSingle[T.Link])
        T.Need = 0;
      if (!IsSingle[T.Link] || isAsked(Kept[T.Link]))
        Tolls[NumTolls++] = T;
    }
    L.First = First;
    L.Count = uint16_t(NumTolls - First);
  }
  Tolls.resize(NumTolls);
}

/// Makes a barrier of each link and need, and finds what it closes.
void WalkPlan::raiseBarriers() {
  std::vector<std::vector<Barrier>> ByLink(Widths.size());
  Closing.clear();
  for (size_t Number = 0; Number < Legs.size(); ++Number) {
    for (const Toll &T : tolls(Legs[Number])) {
      if (T.Need == 0)
        continue;
      std::vector<Barrier> &Of = ByLink[T.Link];
      auto Found = std::find_if(Of.begin(), Of.end(), [&](const Barrier &B) {
        return B.Need == T.Need;
      });
      if (Found == Of.end()) {
        Of.push_back({T.Need, uint32_t(Closing.size())});
        Found = std::prev(Of.end());
        Closing.resize(Closing.size() + NumWords);
      }
      Closing[Found->Closes + Number / 64] |= uint64_t(1) << Number % 64;
    }
  }
  Barriers.clear();
  FirstBarrier.assign(1, 0);
  std::vector<int32_t> Alarms(Widths.size(), INT32_MIN);
  for (size_t Link = 0; Link < Widths.size(); ++Link) {
    for (const Barrier &B : ByLink[Link]) {
      Barriers.push_back(B);
      Alarms[Link] = std::max(Alarms[Link], B.Need);
    }
    FirstBarrier.push_back(uint32_t(Barriers.size()));
  }
  for (Toll &T : Tolls)
    T.Alarm = Alarms[T.Link];
}
