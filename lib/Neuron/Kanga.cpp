//===- Kanga.cpp - Kanga paths over devices -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Kanga.h"
#include "ringc/Neuron/DeviceGraph.h"
#include <algorithm>

namespace ringc::neuron {

/// Room of comm->kangaRing[4][64] (structs, confirmed).
constexpr size_t MostDevices = 16;
constexpr size_t RanksOfDevice = 4;

KangaDevices kangaDevices(const System &S, bool SingleNode, bool AllFamilies) {
  const DeviceGraph G = describeDevices(S);
  KangaDevices K;
  if (!G.IsSwitched && !AllFamilies)
    K.WhyNot = "the devices don't meet on switches";
  else if (!SingleNode)
    K.WhyNot = "there are several nodes";
  else if (G.numDevices() == 1)
    K.WhyNot = "there is one device only";
  else if (findCycles(G).empty())
    K.WhyNot = "the devices form no ring";
  else if (G.numDevices() > MostDevices)
    K.WhyNot = "there are more than 16 devices";
  for (const Device &D : G.Devices) {
    std::vector<int> &Ranks = K.Ranks.emplace_back();
    for (unsigned Core : D.Cores)
      Ranks.push_back(S.of(NodeType::Gpu)[Core].Gpu.Rank);
    if (!K.WhyNot && Ranks.size() != RanksOfDevice)
      K.WhyNot = "a device hasn't four ranks";
  }
  return K;
}

std::vector<KangaRank> kangaRanks(const System &S, std::span<const int> Path) {
  const DeviceGraph G = describeDevices(S);
  struct Place {
    unsigned Device, Core;
  };
  std::vector<Place> Places(S.numGpus());
  for (unsigned D = 0; D < G.numDevices(); ++D)
    for (unsigned C = 0; C < G.Devices[D].Cores.size(); ++C)
      Places[S.of(NodeType::Gpu)[G.Devices[D].Cores[C]].Gpu.Rank] = {D, C};
  // Paths of a stranger's fragments may group what is no device.
  const auto Peer = [&](int Rank, unsigned Distance) {
    const Place P = Places[size_t(Rank)];
    const std::vector<unsigned> &Cores = G.Devices[P.Device].Cores;
    const unsigned Core = P.Core ^ Distance;
    return Core < Cores.size() ? S.of(NodeType::Gpu)[Cores[Core]].Gpu.Rank : -1;
  };
  std::vector<KangaRank> Ranks;
  const size_t N = Path.size();
  for (size_t I = 0; I < N; ++I) {
    const size_t Primary = I - I % RanksOfDevice;
    const int Next = Path[(Primary + RanksOfDevice) % N];
    const Place Here = Places[size_t(Path[I])], There = Places[size_t(Next)];
    const Port *P = G.port(Here.Device, There.Device);
    const std::vector<unsigned> &Cores = G.Devices[Here.Device].Cores;
    KangaRank &R = Ranks.emplace_back();
    R.Rank = Path[I];
    R.IsPrimary = I == Primary;
    R.Prev = Path[(Primary + N - RanksOfDevice) % N];
    R.Next = Next;
    R.Port = P && R.IsPrimary
                 ? int(std::find(Cores.begin(), Cores.end(), P->Core) -
                       Cores.begin())
                 : -1;
    // Two SEngines a die; RMTV joins those of one, D2D the dies (topology
    // section 2: D2D is confirmed, RMTV inferred).
    R.PeerRmtv = Peer(R.Rank, 1);
    R.PeerRmtv2 = Peer(R.Rank, 2);
    R.PeerLocal = Peer(R.Rank, 3);
    R.NextPeerRmtv = Peer(Next, 1);
    R.NextIsSwitched = G.IsSwitched && P && P->Distance != Locality::D2d;
  }
  return Ranks;
}

} // namespace ringc::neuron
