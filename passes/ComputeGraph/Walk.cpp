//===- Walk.cpp - Walk one attempt of the search --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// search starts a channel, tryGpu takes the way to a GPU, rec does what comes
// at it: the next GPU, the way back, or the next channel. The recursion is at
// most channels * (GPUs + 2) deep, and a level is two small frames; lists live
// in one buffer made up front. All of section 7, confirmed by runs of the real
// code.
//
//===----------------------------------------------------------------------===//

#include "Walk.h"
#include <algorithm>
#include <climits>
#include <cstring>

using namespace ringc;
using namespace ringc::search;

Walker::Walker(const SearchSpace &Space, const Profile &P,
               abi::ncclTopoGraph &Best)
    : Space(Space), NumGpus(Space.NumGpus), NumNets(Space.NumNets),
      SameChannelsBudget(P.StepsSameChannels), P2pMul(P.IntelP2pMul),
      P2pDiv(P.IntelP2pDiv), Best(Best), Tmp(Best), Widths(Space.Widths),
      Used(NumGpus), Starts(size_t(Best.maxChannels)),
      Candidates(size_t(Best.maxChannels) * NumGpus * NumGpus) {
  for (const Node &Net : Space.Sys.of(NodeType::Net)) {
    NetWidths.push_back(Net.Net.Width);
    NetChannels.push_back(Net.Net.MaxChannels);
  }
}

int Walker::attempt(const Terms &Wanted, int Budget) {
  auto MakeLane = [&](float Speed, int Worst) {
    return Lane{Speed, Speed * float(P2pMul) / float(P2pDiv), PathType(Worst)};
  };
  Wanted.writeTo(Tmp);
  Tmp.nChannels = Tmp.nHops = 0;
  Intra = MakeLane(Wanted.speedIntra, Wanted.typeIntra);
  Inter = MakeLane(Wanted.speedInter, Wanted.typeInter);
  int Time = Budget;
  search(Time);
  return Time;
}

//===----------------------------------------------------------------------===//
// Taking width from paths
//===----------------------------------------------------------------------===//

/// Takes the flow from up to \p Count hops; returns how many could bear it.
template <bool CanRefuse>
unsigned Walker::walkHops(const Way &W, float Speed, float Pci,
                          unsigned Count) {
  const Hop *Hops = Space.Hops.data() + W.First;
  for (unsigned I = 0; I < Count; ++I) {
    const Hop &H = Hops[I];
    float Flow = H.Pci ? Pci : Speed;
    float &Width = Widths[H.Link];
    if (CanRefuse && Width < Flow)
      return I;
    if (H.Share != BackShare::None) {
      float &Back = Widths[H.Back];
      float Return = H.Share == BackShare::Eighth ? Flow / 8 : Flow;
      if (CanRefuse && Back < Return)
        return I;
      Width = roundMilli(Width - Flow);
      Back = roundMilli(Back - Return);
      continue;
    }
    Width = roundMilli(Width - Flow);
  }
  return Count;
}

/// Takes \p L's flow from \p W. False, and nothing taken, where the path is of
/// too bad a type or a link has too little left.
bool Walker::follow(const Way &W, const Lane &L) {
  if (W.Count == 0)
    return true;
  if (W.Type > L.Worst)
    return false;
  float Pci = W.IntelP2p ? L.PciTaxed : L.Speed;
  unsigned Done = walkHops<true>(W, L.Speed, Pci, W.Count);
  if (Done != W.Count) {
    walkHops<false>(W, -L.Speed, -Pci, Done);
    return false;
  }
  Tmp.nHops += W.Count;
  return true;
}

/// Gives back what follow() took.
void Walker::unfollow(const Way &W, const Lane &L) {
  float Pci = W.IntelP2p ? L.PciTaxed : L.Speed;
  walkHops<false>(W, -L.Speed, -Pci, W.Count);
  Tmp.nHops -= W.Count;
}

//===----------------------------------------------------------------------===//
// Which GPU next
//===----------------------------------------------------------------------===//

/// PCI width left at a GPU, whole GB/s of the narrower direction; -1 without
/// PCI.
inline int Walker::pciLeft(unsigned Gpu) const {
  const SearchSpace::PciPort &Port = Space.PciPorts[Gpu];
  if (Port.Up == NoLink)
    return -1;
  // A file may claim any width; an int has room for less.
  constexpr float Low = float(INT_MIN), High = 2147483520;
  return int(
      std::clamp(std::min(Widths[Port.Up], Widths[Port.Down]), Low, High));
}

/// Lists the GPUs that may follow \p Gpu, best first. While the way to a NET is
/// still to come, nearness to the channel's NET comes first - and the other way
/// round where all are equally near \p Gpu, so that the near ones are left for
/// the end. Those over too bad a path would be refused at once and are left
/// out, but count among "all".
unsigned Walker::nextGpus(unsigned Gpu, unsigned Step, Turns T, uint16_t *Out) {
  const uint32_t Bit = 1u << Tmp.nChannels;
  unsigned Count = 0;
  std::span<const Follower> All = Space.followers(Gpu);
  if (T.ToNet == -1) {
    for (const Follower &F : All)
      if (!(Used[F.Gpu] & Bit) && F.Type <= Intra.Worst)
        Out[Count++] = F.Gpu;
    return Count;
  }

  const uint64_t *NetScore =
      Space.Nets[Starts[unsigned(Tmp.nChannels)]].Score.data();
  uint32_t BestIntra = 0, WorstIntra = ~0u;
  for (unsigned Place = 0; Place < All.size(); ++Place) {
    const Follower &F = All[Place];
    if (Used[F.Gpu] & Bit)
      continue;
    BestIntra = std::max(BestIntra, F.Intra);
    WorstIntra = std::min(WorstIntra, F.Intra);
    if (F.Type > Intra.Worst)
      continue;
    uint64_t PciScore = uint64_t(int64_t(INT_MAX) - pciLeft(F.Gpu));
    uint64_t Score = NetScore[F.Gpu] | PciScore << ScorePciShift |
                     uint64_t(Place) << ScorePlaceShift | F.Gpu;
    unsigned At = Count++;
    for (; At != 0 && Scores[At - 1] > Score; --At)
      Scores[At] = Scores[At - 1];
    Scores[At] = Score;
  }
  bool Reverse = BestIntra == WorstIntra && T.ToNet != int(Step) + 1;
  for (unsigned I = 0; I < Count; ++I)
    Out[Reverse ? Count - 1 - I : I] = uint16_t(Scores[I] & 0xff);
  return Count;
}

//===----------------------------------------------------------------------===//
// The recursion
//===----------------------------------------------------------------------===//

/// Goes to \p Gpu if the way there can bear it, and on from it.
void Walker::tryGpu(unsigned Step, const Way *From, const Lane &L, unsigned Gpu,
                    Turns T, Order O, int &Time) {
  if (From && !follow(*From, L))
    return;
  // The bit is that of the channel under way. In Pci and Replay order nobody
  // asks whether the GPU is used.
  const uint32_t Bit = 1u << Tmp.nChannels;
  Used[Gpu] ^= Bit;
  rec(Gpu, Step, T, O, Time);
  Used[Gpu] ^= Bit;
  if (From)
    unfollow(*From, L);
}

/// One step: the only place where steps are counted.
void Walker::rec(unsigned Gpu, unsigned Step, Turns T, Order O, int &Time) {
  if (Time <= 0)
    return;
  --Time;
  ++Steps;

  if (Step == NumGpus) {
    channelComplete(Time);
    return;
  }
  Tmp.intra[unsigned(Tmp.nChannels) * NumGpus + Step] = int(Gpu);
  if (int(Step) == T.ToNet) {
    backToNet(Gpu, Step, T, O, Time);
  } else if (Step + 1 < NumGpus) {
    nextGpu(Gpu, Step, T, O, Time);
  } else if (int(Step) == T.ToFirst) {
    unsigned First = firstOf(Tmp.nChannels);
    const Way &W = Space.gpuToGpu(Gpu, First);
    if (follow(W, Intra)) {
      rec(First, Step + 1, {T.ToNet, -1}, O, Time);
      unfollow(W, Intra);
    }
  } else {
    rec(Gpu, NumGpus, {-1, -1}, O, Time);
  }
}

void Walker::channelComplete(int &Time) {
  ++Tmp.nChannels;
  if (better()) {
    keepBest();
    if (Tmp.nChannels == Tmp.maxChannels)
      Time = -1;
  }
  if (Tmp.nChannels < Tmp.maxChannels)
    search(Time);
  --Tmp.nChannels;
}

void Walker::nextGpu(unsigned Gpu, unsigned Step, Turns T, Order O, int &Time) {
  auto Try = [&](unsigned Next) {
    tryGpu(Step + 1, &Space.gpuToGpu(Gpu, Next), Intra, Next, T, O, Time);
  };
  size_t Place = size_t(Tmp.nChannels) * NumGpus + Step;
  switch (O) {
  case Order::Pci:
    Try(Step + 1);
    return;
  case Order::Replay:
    Try(unsigned(Tmp.intra[Place - NumGpus + 1]));
    return;
  case Order::Free:
    uint16_t *List = Candidates.data() + Place * NumGpus;
    unsigned Count = nextGpus(Gpu, Step, T, List);
    for (unsigned I = 0; I < Count; ++I)
      Try(List[I]);
    return;
  }
}

/// Leaves \p Gpu by any NET the channel may end in: of the card it began with,
/// unless cards may be crossed.
void Walker::backToNet(unsigned Gpu, unsigned Step, Turns T, Order O,
                       int &Time) {
  const SearchSpace::NetStart &Start =
      Space.Nets[Starts[unsigned(Tmp.nChannels)]];
  for (unsigned N = 0; N < NumNets; ++N) {
    if (Tmp.crossNic != 1 && Space.Nets[N].Card != Start.Card)
      continue;
    const Way &W = Space.gpuToNet(Gpu, N);
    if (!follow(W, Inter))
      continue;
    Tmp.inter[Tmp.nChannels * 2 + 1] = int(Space.Sys.of(NodeType::Net)[N].Id);
    rec(Gpu, Step, {-1, T.ToFirst}, O, Time);
    unfollow(W, Inter);
  }
}

/// Starts one more channel.
void Walker::search(int &Time) {
  if (NumNets != 0) {
    for (uint16_t N : Space.NetOrder)
      searchFromNet(N, Time);
    return;
  }
  const Turns T{-1, int(NumGpus) - 1};
  if (Tmp.nChannels == 0)
    tryGpu(0, nullptr, Intra, 0, T, Order::Pci, Time);
  else
    tryGpu(0, nullptr, Intra, firstOf(Tmp.nChannels - 1), T, Order::Replay,
           Time);
  if (Tmp.sameChannels == 0 || Tmp.nChannels == 0)
    for (unsigned G = 0; G < NumGpus; ++G)
      tryGpu(0, nullptr, Intra, G, T, Order::Free, Time);
}

/// Starts one more channel at NET \p N, with its share of the NET reserved.
void Walker::searchFromNet(unsigned N, int &Time) {
  const SearchSpace::NetStart &Net = Space.Nets[N];
  const int Speed = int(Tmp.speedInter); // speeds below 1 reserve nothing
  const int Channel = Tmp.nChannels;
  const Turns T{int(NumGpus) - 1, -1};
  if (NetWidths[N] < float(Speed) || NetChannels[N] == 0)
    return;
  Tmp.inter[Channel * 2] = int(Space.Sys.of(NodeType::Net)[N].Id);
  Starts[unsigned(Channel)] = Net.First;
  for (uint16_t Twin : Net.Twins)
    NetWidths[Twin] -= float(Speed);
  --NetChannels[N];

  auto Try = [&](unsigned Gpu, Order O, int &Time) {
    tryGpu(0, &Space.netToGpu(N, Gpu), Inter, Gpu, T, O, Time);
  };
  if (Channel > 0)
    Try(firstOf(Channel - 1), Order::Replay, Time);
  if (Channel == 0 || Tmp.sameChannels == 0) {
    if (Channel == 0) {
      // Index order has a budget of its own, and so has all that follows on it.
      int SideTime = SameChannelsBudget;
      Try(0, Order::Pci, SideTime);
      if (SideTime == -1)
        Time = -1;
    }
    if (Net.WidthToGpu >= float(Speed))
      for (bool Full : {false, true})
        for (uint16_t Gpu : Net.Near)
          // Asked for each GPU when its turn comes, as widths change meanwhile.
          if ((pciLeft(Gpu) <= 0) == Full)
            Try(Gpu, Order::Free, Time);
  }

  for (uint16_t Twin : Net.Twins)
    NetWidths[Twin] += float(Speed);
  ++NetChannels[N];
}

//===----------------------------------------------------------------------===//
// The best result
//===----------------------------------------------------------------------===//

/// Whether the channels so far beat the best: by bandwidth between GPUs, then
/// by hops.
bool Walker::better() const {
  if (Tmp.nChannels < Tmp.minChannels)
    return false;
  float Mine = float(Tmp.nChannels) * Tmp.speedIntra;
  float Theirs = float(Best.nChannels) * Best.speedIntra;
  if (Mine != Theirs)
    return Mine > Theirs;
  return Tmp.pattern == Best.pattern && Tmp.crossNic == Best.crossNic &&
         Tmp.nHops < Best.nHops;
}

void Walker::keepBest() {
  size_t Ranks = size_t(Tmp.nChannels) * NumGpus;
  std::memcpy(&Best, &Tmp, offsetof(abi::ncclTopoGraph, intra));
  std::copy_n(Tmp.intra, Ranks, Best.intra);
  std::copy_n(Tmp.inter, 2 * Tmp.nChannels, Best.inter);
}
