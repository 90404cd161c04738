//===- SpeedSpace.cpp - A search space at one speed -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every way is written down as what it takes from each link, a link that it
// passes twice once; then each link's width is looked at with the flows that
// may come over it.
//
//===----------------------------------------------------------------------===//

#include "SpeedSpace.h"
#include "Walk.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace ringc;
using namespace ringc::search;

/// Up to this width a rounding error of floats is less than half a thousandth,
/// GB/s: four errors of 2^-24 of the width (lemma 1).
constexpr float WidestExact = 2000;
/// The same where flows aren't whole thousandths, and how far they may be from
/// it.
constexpr float WidestUneven = 500;
constexpr double MostUneven = 0.35;
/// The least flow where there is none.
constexpr float NoFlow = std::numeric_limits<float>::infinity();
/// Widths are cut to this, to fit an integer; a wider link is never exact.
constexpr float WidestInt = 1e6f;

SpeedSpace::SpeedSpace(const SearchSpace &Space, const Profile &P, float Speed,
                       std::span<const float> Floats, std::span<float> Drift)
    : Space(Space), Speed(Speed), Reserve(int(Speed)),
      Taxed(Speed * float(P.IntelP2pMul) / float(P.IntelP2pDiv)),
      Uses(Floats.size(), Use{NoFlow, {}, 0, INT32_MAX, INT32_MAX, false}) {
  for (float W : Floats)
    Widths.push_back(
        int32_t(std::lround(double(std::clamp(W, 0.0f, WidestInt)) * 1000)));
  for (unsigned A = 0; A < Space.NumGpus; ++A) {
    for (unsigned B = 0; B < Space.NumGpus; ++B)
      GpuGpu.push_back(layOut(Space.gpuToGpu(A, B)));
    for (unsigned N = 0; N < Space.NumNets; ++N)
      GpuNet.push_back(layOut(Space.gpuToNet(A, N)));
  }
  for (unsigned N = 0; N < Space.NumNets; ++N)
    for (unsigned G = 0; G < Space.NumGpus; ++G)
      NetGpu.push_back(layOut(Space.netToGpu(N, G)));
  Exact = Exact && checkWidths(Floats, Drift, P.MaxSearchChannels) &&
          checkReserve(P.MaxSearchChannels);
  findUsable();
  findCapacities();
}

//===----------------------------------------------------------------------===//
// What ways take
//===----------------------------------------------------------------------===//

/// \p F GB/s as the float arithmetic treats it: a link must have as many
/// thousandths as aren't less than it, and loses the nearest number.
SpeedSpace::Flow SpeedSpace::makeFlow(float F) {
  const int32_t Amount = int32_t(std::lround(double(F) * 1000));
  return {F, float(Amount) / 1000 >= F ? Amount : Amount + 1, Amount};
}

/// Adds \p F to what \p T, the way under construction, takes from \p Link.
/// \p Passes: it goes over the link, and doesn't only share it.
void SpeedSpace::takeFrom(Takes &T, uint32_t Link, float F, bool Passes) {
  const Flow Wanted = makeFlow(F);
  const double Uneven = std::fabs(double(F) * 1000 - double(Wanted.Amount));
  Exact &= Wanted.Amount > 0 && Uneven <= MostUneven;
  Use &U = Uses[Link];
  U.LeastFlow = std::min(U.LeastFlow, F);
  U.Uneven |= roundMilli(F) != F;
  if (std::find(U.Flows.begin(), U.Flows.end(), F) == U.Flows.end()) {
    if (U.NumFlows < U.Flows.size())
      U.Flows[U.NumFlows] = F;
    ++U.NumFlows;
  }
  if (Passes) {
    U.LeastNeed = std::min(U.LeastNeed, Wanted.Need);
    U.LeastAmount = std::min(U.LeastAmount, Wanted.Amount);
  }
  int Passed = 1;
  for (size_t I = T.First; I < All.size(); ++I)
    if (All[I].Link == Link) {
      // The first part is gone when the second is asked for.
      All[I].Need = std::max(All[I].Need, All[I].Amount + Wanted.Need);
      All[I].Amount += Wanted.Amount;
      Passed = All[I].Amount / std::max(Wanted.Amount, 1) + 1;
      MostPasses = std::max(MostPasses, Passed);
      return;
    }
  All.push_back({Link, Wanted.Need, Wanted.Amount});
}

Takes SpeedSpace::layOut(const Way &W) {
  Takes T{uint32_t(All.size()), 0, W.Count};
  for (unsigned I = 0; I < W.Count; ++I) {
    const Hop &H = Space.Hops[W.First + I];
    const float F = H.Pci && W.IntelP2p ? Taxed : Speed;
    takeFrom(T, H.Link, F, true);
    if (H.Share != BackShare::None)
      takeFrom(T, H.Back, H.Share == BackShare::Eighth ? F / 8 : F, false);
  }
  T.Count = uint16_t(All.size() - T.First);
  return T;
}

//===----------------------------------------------------------------------===//
// Whether floats are integers in disguise (docs/Search.md, lemma 1)
//===----------------------------------------------------------------------===//

/// Whether taking \p Flow again and again from \p Width, \p Times at most, goes
/// down by the same number of thousandths and is undone exactly.
bool SpeedSpace::isUndone(float Width, float Flow, int Times) {
  const int32_t Amount = makeFlow(Flow).Amount;
  int32_t Milli = int32_t(std::lround(double(Width) * 1000));
  for (int I = 0; I < Times && Width >= Flow; ++I) {
    const float Less = roundMilli(Width - Flow);
    Milli -= Amount;
    if (Less != float(Milli) / 1000 || roundMilli(Less + Flow) != Width)
      return false;
    Width = Less;
  }
  return true;
}

/// Whether a link of \p Width is of one of the kinds of lemma 1.
bool SpeedSpace::isExact(float Width, const Use &U, int Times) {
  if (!(Width >= 0 && Width <= WidestInt) || roundMilli(Width) != Width)
    return false;
  return Width <= (U.Uneven ? WidestUneven : WidestExact) ||
         (U.NumFlows == 1 && isUndone(Width, U.Flows[0], Times));
}

/// Whether a link that has \p Least or more at the start has room for any
/// \p Times flows of \p U at once, however often they are taken and given back
/// and whatever is lost by that. Least becomes the least it can have when all
/// are given back (docs/Search.md, lemma 2).
bool SpeedSpace::isNeverShort(float &Least, const Use &U, int Times) {
  constexpr int MostRounds = 100;
  const size_t Row = size_t(Times) + 1;
  // By how many there are of the two flows: the least the link can have.
  std::vector<float> Low(Row * Row, NoFlow);
  Low[0] = Least;
  const float MostFlow = std::max(U.Flows[0], U.Flows[1]);
  float Lowest = Least;
  const auto Relax = [&](float &From, float &To, float Flow) {
    To = std::min(To, roundMilli(From - Flow));
    Lowest = std::min(Lowest, To);
    const float Back = roundMilli(To + Flow);
    const bool IsLess = Back < From;
    From = std::min(From, Back);
    return IsLess;
  };
  bool Changed = true;
  for (int Round = 0; Changed && Round < MostRounds; ++Round) {
    Changed = false;
    for (size_t B = 0; B < (U.NumFlows > 1 ? Row : 1); ++B)
      for (size_t A = 0; A + B < Row; ++A) {
        float &From = Low[B * Row + A];
        if (A + B + 1 == Row)
          continue;
        Changed |= Relax(From, Low[B * Row + A + 1], U.Flows[0]);
        if (U.NumFlows > 1)
          Changed |= Relax(From, Low[(B + 1) * Row + A], U.Flows[1]);
      }
  }
  Least = Low[0];
  return !Changed && Lowest >= MostFlow;
}

bool SpeedSpace::checkWidths(std::span<const float> Floats,
                             std::span<float> Drift, int MaxChannels) {
  // Each channel takes at most one way out of each GPU and one out of a NET.
  const int Times = MaxChannels * int(Space.NumGpus + 1) * MostPasses;
  for (size_t Link = 0; Link < Floats.size(); ++Link) {
    const Use &U = Uses[Link];
    const bool Drifts = Drift[Link] != NoDrift;
    float Least = Drifts ? Drift[Link] : Floats[Link];
    const bool IsAsked = Space.IsPort[Link];
    if (Least < U.LeastFlow && !Drifts) {
      // Never taken from. Rounded up it might bear a flow; a port's whole GB/s
      // order candidates.
      if (IsAsked && !(Least >= 0 && Least <= WidestInt))
        return false;
      const int32_t Whole =
          IsAsked ? int32_t(std::floor(double(Least) * 1000)) : 0;
      Widths[Link] = U.LeastFlow == NoFlow
                         ? Whole
                         : std::min(Whole, makeFlow(U.LeastFlow).Need - 1);
      continue;
    }
    if (!Drifts && isExact(Least, U, Times))
      continue;
    if (IsAsked || !(Least > 0) || U.NumFlows > U.Flows.size() ||
        !isNeverShort(Least, U, Times))
      return false;
    Drift[Link] = Least;
    Widths[Link] = std::numeric_limits<int32_t>::max() / 2;
  }
  return true;
}

/// Whether what channels reserve of NETs is given back exactly.
bool SpeedSpace::checkReserve(int MaxChannels) const {
  for (const Node &N : Space.Sys.of(NodeType::Net)) {
    float W = N.Net.Width;
    // Less than that is never reserved.
    for (int C = 0; C < MaxChannels && W >= float(Reserve); ++C) {
      const float Less = W - float(Reserve);
      if (Less + float(Reserve) != W)
        return false;
      W = Less;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What can be used at all
//===----------------------------------------------------------------------===//

bool SpeedSpace::usable(const Takes &T) const {
  const std::span<const Take> Of = takes(T);
  return std::all_of(Of.begin(), Of.end(), [&](const Take &One) {
    return Widths[One.Link] >= One.Need;
  });
}

void SpeedSpace::findUsable() {
  const unsigned Gpus = Space.NumGpus, Nets = Space.NumNets;
  After.assign(NumPathTypes * Gpus, 0);
  Entered.assign(NumPathTypes * Nets, 0);
  Left.assign(NumPathTypes * Nets, 0);
  const auto Mark = [&](std::vector<GpuMask> &Masks, size_t Stride, size_t At,
                        unsigned Gpu, const Way &W, const Takes &T) {
    if (!usable(T))
      return;
    // A way without hops is none that is counted, whatever its type.
    for (unsigned Type = W.Count ? unsigned(W.Type) : 0; Type < NumPathTypes;
         ++Type)
      Masks[Type * Stride + At] |= bit(Gpu);
  };
  for (unsigned A = 0; A < Gpus; ++A) {
    for (unsigned B = 0; B < Gpus; ++B)
      if (A != B)
        Mark(After, Gpus, A, B, Space.gpuToGpu(A, B), gpuToGpu(A, B));
    for (unsigned N = 0; N < Nets; ++N) {
      Mark(Left, Nets, N, A, Space.gpuToNet(A, N), gpuToNet(A, N));
      Mark(Entered, Nets, N, A, Space.netToGpu(N, A), netToGpu(N, A));
    }
  }
}

/// Links as many ways pass as fit, if each takes the least that any takes.
void SpeedSpace::findCapacities() {
  for (size_t Link = 0; Link < Widths.size(); ++Link) {
    const Use &U = Uses[Link];
    const int64_t Rest = int64_t(Widths[Link]) - U.LeastNeed;
    Capacities.push_back(
        Rest < 0 ? 0
                 : int(std::min<int64_t>(Rest / std::max(U.LeastAmount, 1) + 1,
                                         MaxCapacity)));
  }
}

/// The least type from which on \p Masks, [type][Stride], stay as at \p Worst.
static PathType levelOf(const std::vector<GpuMask> &Masks, size_t Stride,
                        PathType Worst) {
  unsigned Level = unsigned(Worst);
  while (Level != 0 &&
         std::equal(Masks.begin() + ptrdiff_t(Level * Stride),
                    Masks.begin() + ptrdiff_t((Level + 1) * Stride),
                    Masks.begin() + ptrdiff_t((Level - 1) * Stride)))
    --Level;
  return PathType(Level);
}

PathType SpeedSpace::intraLevel(PathType Worst) const {
  return levelOf(After, Space.NumGpus, Worst);
}

PathType SpeedSpace::interLevel(PathType Worst) const {
  return std::max(levelOf(Entered, Space.NumNets, Worst),
                  levelOf(Left, Space.NumNets, Worst));
}
