//===- Bounds.cpp - What no attempt of the search can exceed --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds of bound. Cuts: every channel passes a set of links, so there are
// no more channels than flows that fit through it. Existence: some channel is
// the first, and it needs an entry, a chain through all GPUs and an exit that
// can be had together. Hops: a channel leaves every GPU once, by its shortest
// usable way at best.
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include <algorithm>
#include <climits>

using namespace ringc;
using namespace ringc::search;

/// Chains are followed through every set of GPUs up to this many.
constexpr unsigned MostChained = 10;
/// And cut in every way up to this many.
constexpr unsigned MostCut = 8;

static bool has(GpuMask Mask, unsigned Gpu) { return Mask >> Gpu & 1; }

Bounds::Bounds(const SpeedSpace &Space, int MaxChannels)
    : At(Space), Space(Space.Space), NumGpus(Space.Space.NumGpus),
      NumNets(Space.Space.NumNets), MaxChannels(MaxChannels),
      Seen(Space.widths().size()) {
  for (unsigned N = 0; N < NumNets; ++N)
    SharesIds |= this->Space.endCard(N) != this->Space.Nets[N].Card;
}

//===----------------------------------------------------------------------===//
// Cuts (docs/Search.md, lemma 4)
//===----------------------------------------------------------------------===//

/// How many flows fit, each taking one of \p W. All these ways have a first
/// link, a second and so on, as far as the shortest goes, and so counted from
/// the end: what fits through all first links together bounds the flows.
int Bounds::throughCuts(const Ways &W) {
  if (W.empty())
    return 0;
  unsigned Shortest = UINT_MAX;
  for (const Way *One : W)
    Shortest = std::min<unsigned>(Shortest, One->Count);
  int Least = MaxChannels;
  const auto Count = [&](auto HopOf) {
    int Sum = 0;
    ++Cut;
    for (const Way *One : W) {
      const uint32_t Link = Space.Hops[One->First + HopOf(*One)].Link;
      if (Seen[Link] == Cut)
        continue;
      Seen[Link] = Cut;
      Sum += At.capacity(Link);
      if (Sum >= Least)
        return;
    }
    Least = Sum;
  };
  for (unsigned I = 0; I < Shortest; ++I) {
    Count([&](const Way &) { return I; });
    Count([&](const Way &One) { return One.Count - 1 - I; });
  }
  return Least;
}

/// Every channel comes to each GPU once and leaves it once.
int Bounds::channelsAtGpu(const Rung &R, unsigned G) {
  Ways In, Out;
  for (unsigned Other = 0; Other < NumGpus; ++Other) {
    if (has(At.after(R.Intra, G), Other))
      Out.push_back(&Space.gpuToGpu(G, Other));
    if (has(At.after(R.Intra, Other), G))
      In.push_back(&Space.gpuToGpu(Other, G));
  }
  for (unsigned N = 0; N < NumNets; ++N) {
    if (has(At.left(R.Inter, N), G))
      Out.push_back(&Space.gpuToNet(G, N));
    if (has(At.entered(R.Inter, N), G))
      In.push_back(&Space.netToGpu(N, G));
  }
  return std::min(throughCuts(In), throughCuts(Out));
}

/// Channels that may start at the NETs of \p Card: by what they reserve, by
/// the number each NET allows, and by the ways in.
int Bounds::startsAt(const Rung &R, unsigned Card) {
  int Reserved = 0, Allowed = 0;
  Ways In;
  for (uint16_t N : Space.Nets[Card].Twins) {
    if (!Space.Nets[N].Tried)
      continue;
    const Node &Net = Space.Sys.of(NodeType::Net)[N];
    // Every start takes from all NETs of the card.
    const float Fit =
        At.Reserve ? Net.Net.Width / float(At.Reserve) : float(MaxChannels);
    Reserved = std::max(Reserved, int(std::min(Fit, float(MaxChannels))));
    // A number that starts below zero never comes to zero.
    Allowed += Net.Net.MaxChannels < 0
                   ? MaxChannels
                   : std::min(Net.Net.MaxChannels, MaxChannels);
    for (unsigned G = 0; G < NumGpus; ++G)
      if (has(At.entered(R.Inter, N), G))
        In.push_back(&Space.netToGpu(N, G));
  }
  return std::min({Reserved, Allowed, throughCuts(In)});
}

/// Every channel starts at the NETs of one card and ends at those of one card,
/// the same unless cards may be crossed, or NETs of two cards have one id.
int Bounds::channelsAtNets(const Rung &R) {
  int Total = 0, TotalEnds = 0;
  for (unsigned Card = 0; Card < NumNets; ++Card) {
    if (Space.Nets[Card].Card != Card)
      continue;
    Ways Out;
    for (uint16_t N : Space.Nets[Card].Twins)
      for (unsigned G = 0; G < NumGpus; ++G)
        if (has(At.left(R.Inter, N), G))
          Out.push_back(&Space.gpuToNet(G, N));
    const int Ends = throughCuts(Out), Starts = startsAt(R, Card);
    TotalEnds += Ends;
    Total += R.CrossNic || SharesIds ? Starts : std::min(Starts, Ends);
  }
  return std::min(Total, TotalEnds);
}

/// Whether all ways from a GPU begin with one link, all ways to it end with
/// one, and there is nothing between: then cuts between many say no more than
/// the links of single GPUs do, or hardly.
bool Bounds::isStar(const Rung &R) const {
  std::vector<uint32_t> Last(NumGpus, NoLink);
  for (unsigned A = 0; A < NumGpus; ++A) {
    uint32_t First = NoLink;
    for (GpuMask To = At.after(R.Intra, A); To; To &= To - 1) {
      const unsigned B = first(To);
      const Way &W = Space.gpuToGpu(A, B);
      if (W.Count != 2)
        return false;
      const uint32_t Up = Space.Hops[W.First].Link;
      const uint32_t Down = Space.Hops[W.First + 1].Link;
      if ((First != NoLink && First != Up) ||
          (Last[B] != NoLink && Last[B] != Down))
        return false;
      First = Up;
      Last[B] = Down;
    }
  }
  return true;
}

/// However the GPUs are parted, every channel goes from one part to the other:
/// in either direction if it ends at a NET, in both if it is a closed ring.
int Bounds::channelsAcross(const Rung &R) {
  if (isStar(R))
    return MaxChannels;
  int Least = MaxChannels;
  Ways Across;
  // Where both directions count, a part and the rest are one case.
  for (GpuMask Part = 1; Part + 1 < bit(NumGpus); Part += NumNets ? 2 : 1) {
    Across.clear();
    for (unsigned A = 0; A < NumGpus; ++A) {
      if (!has(Part, A) && NumNets == 0)
        continue;
      GpuMask To = At.after(R.Intra, A) & (has(Part, A) ? ~Part : Part);
      for (; To; To &= To - 1)
        Across.push_back(&Space.gpuToGpu(A, first(To)));
    }
    Least = std::min(Least, throughCuts(Across));
  }
  return Least;
}

//===----------------------------------------------------------------------===//
// Existence (lemma 5)
//===----------------------------------------------------------------------===//

/// Where chains of all GPUs from \p First can end, by usable ways. All but
/// \p First itself where the server is too large to tell.
GpuMask Bounds::chainEnds(const Rung &R, unsigned First) {
  std::vector<GpuMask> &Known = Chains[unsigned(R.Intra)];
  if (Known.empty())
    Known.assign(NumGpus, ~GpuMask(0));
  if (Known[First] != ~GpuMask(0))
    return Known[First];
  const GpuMask Everything =
      NumGpus == MaxMaskedGpus ? ~GpuMask(0) : bit(NumGpus) - 1;
  const GpuMask Others = NumGpus == 1 ? Everything : Everything & ~bit(First);
  bool Complete = true;
  for (unsigned G = 0; G < NumGpus; ++G)
    Complete &= (At.after(R.Intra, G) | bit(G)) == Everything;
  if (Complete || NumGpus > MostChained)
    return Known[First] = Others;
  EndsOf.assign(size_t(Everything) + 1, 0);
  EndsOf[bit(First)] = bit(First);
  for (GpuMask Set = bit(First); Set <= Everything; ++Set)
    for (GpuMask Ends = EndsOf[Set]; Ends; Ends &= Ends - 1) {
      const unsigned End = first(Ends);
      for (GpuMask To = At.after(R.Intra, End) & ~Set; To; To &= To - 1)
        EndsOf[Set | (To & -To)] |= To & -To;
    }
  return Known[First] = EndsOf[Everything];
}

/// Whether the GPUs can be passed in index order.
bool Bounds::isInOrder(const Rung &R) const {
  for (unsigned G = 0; G + 1 < NumGpus; ++G)
    if (!has(At.after(R.Intra, G), G + 1))
      return false;
  return true;
}

/// Whether both ways can be had at once.
bool Bounds::together(const Takes &Enter, const Takes &Leave) const {
  for (const Take &A : At.takes(Enter))
    for (const Take &B : At.takes(Leave))
      if (A.Link == B.Link && At.widths()[A.Link] - A.Amount < B.Need)
        return false;
  return true;
}

/// Whether a channel can enter \p Gpu from \p Net and leave from one of
/// \p Ends.
bool Bounds::hasChannelFrom(const Rung &R, unsigned Net, unsigned Gpu,
                            GpuMask Ends) {
  for (unsigned M = 0; M < NumNets; ++M) {
    if (!R.CrossNic && Space.Nets[M].Card != Space.endCard(Net))
      continue;
    GpuMask Leaving = Ends & At.left(R.Inter, M);
    for (; Leaving; Leaving &= Leaving - 1)
      if (together(At.netToGpu(Net, Gpu), At.gpuToNet(first(Leaving), M)))
        return true;
  }
  return false;
}

/// Whether some channel can be the first. It enters next to its NET, or goes
/// through the GPUs in index order.
bool Bounds::hasChannel(const Rung &R) {
  if (NumNets == 0) {
    // A closed ring passes GPU 0.
    GpuMask Ends = chainEnds(R, 0);
    for (; Ends; Ends &= Ends - 1) {
      const unsigned End = first(Ends);
      if (End == 0 || has(At.after(R.Intra, End), 0))
        return true;
    }
    return false;
  }
  const GpuMask InOrder = isInOrder(R) ? bit(NumGpus - 1) : 0;
  for (uint16_t N : Space.NetOrder) {
    const SearchSpace::NetStart &Net = Space.Nets[N];
    const GpuMask Entered = At.entered(R.Inter, N);
    if (has(Entered, 0) && hasChannelFrom(R, N, 0, InOrder))
      return true;
    if (Net.WidthToGpu < float(At.Reserve))
      continue;
    for (uint16_t Gpu : Net.Near)
      if (has(Entered, Gpu) && hasChannelFrom(R, N, Gpu, chainEnds(R, Gpu)))
        return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Hops (lemma 6)
//===----------------------------------------------------------------------===//

/// A channel leaves every GPU, the last one for a NET if there are any; the
/// hops saved there are at most those of the GPU with the longest shortest way.
int Bounds::fewestHops(const Rung &R) const {
  int Sum = 0, Longest = 0;
  for (unsigned A = 0; A < NumGpus; ++A) {
    int Least = INT_MAX;
    for (GpuMask To = At.after(R.Intra, A); To; To &= To - 1)
      Least = std::min(Least, int(Space.gpuToGpu(A, first(To)).Count));
    if (Least == INT_MAX)
      continue;
    Sum += Least;
    Longest = std::max(Longest, Least);
  }
  if (NumNets == 0)
    return Sum;
  int Enter = INT_MAX, Leave = INT_MAX;
  for (unsigned N = 0; N < NumNets; ++N)
    for (unsigned G = 0; G < NumGpus; ++G) {
      if (has(At.entered(R.Inter, N), G))
        Enter = std::min(Enter, int(Space.netToGpu(N, G).Count));
      if (has(At.left(R.Inter, N), G))
        Leave = std::min(Leave, int(Space.gpuToNet(G, N).Count));
    }
  if (Enter == INT_MAX || Leave == INT_MAX)
    return 0; // no channel at all
  return Sum - Longest + Enter + Leave;
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

Bound Bounds::find(const Rung &R) {
  Bound B;
  B.Channels = NumNets ? std::min(channelsAtNets(R), MaxChannels) : MaxChannels;
  for (unsigned G = 0; G < NumGpus && B.Channels && NumGpus > 1; ++G)
    B.Channels = std::min(B.Channels, channelsAtGpu(R, G));
  if (B.Channels && !hasChannel(R))
    B.Channels = 0;
  if (B.Channels)
    B.Hops = fewestHops(R);
  return B;
}

const Bound &Bounds::quick(const Rung &R) {
  Known &K = All[R.index()];
  if (!K.Quick)
    K.Is = find(R);
  K.Quick = true;
  return K.Is;
}

const Bound &Bounds::thorough(const Rung &R) {
  quick(R);
  Known &K = All[R.index()];
  if (!K.Thorough && K.Is.Channels > 1 && NumGpus <= MostCut)
    K.Is.Channels = std::min(K.Is.Channels, channelsAcross(R));
  K.Thorough = true;
  return K.Is;
}

/// Whether what \p B allows beats \p Best.
static bool beats(const Bound &B, const Terms &Wanted,
                  const abi::ncclTopoGraph &Best) {
  if (B.Channels < std::max(Wanted.minChannels, 1))
    return false;
  const float Most = float(B.Channels) * Wanted.speedIntra;
  const float Theirs = float(Best.nChannels) * Best.speedIntra;
  if (Most != Theirs)
    return Most > Theirs;
  return Wanted.crossNic == Best.crossNic && B.Channels * B.Hops < Best.nHops;
}

bool Bounds::canBeat(const Rung &R, const Terms &Wanted,
                     const abi::ncclTopoGraph &Best) {
  if (!beats(quick(R), Wanted, Best))
    return false;
  // Where anything is better than what there is, a count helps no more.
  return Best.nChannels == 0 || beats(thorough(R), Wanted, Best);
}
