//===- NeuronSearch.cpp - Channels of a Neuron machine --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/NeuronSearch.h"
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace ringc::neuron {

/// The cores of a device, \p In first and \p Out last; either may be none.
static void addCores(const Device &D, const unsigned *In, const unsigned *Out,
                     std::vector<unsigned> &Order) {
  const bool Both = In && Out && *In != *Out;
  // Where one core owns both links, it is the way in: the wire goes on from the
  // last core, over the chip.
  const unsigned *Last = In && !Both ? nullptr : Out;
  if (In)
    Order.push_back(*In);
  for (unsigned Core : D.Cores)
    if (!(In && Core == *In) && !(Last && Core == *Last))
      Order.push_back(Core);
  if (Last)
    Order.push_back(*Last);
}

/// A lane that returns: the head's cores but one, the other devices, that core,
/// which owns the way back in.
static std::vector<unsigned> expandReturning(const DeviceGraph &G,
                                             const Lane &L) {
  Lane Closed = L;
  Closed.RecvNet = -1;
  std::vector<unsigned> Order = expand(G, Closed);
  // As a ring it begins with the core that is entered from the last device.
  std::rotate(Order.begin(), Order.begin() + 1, Order.end());
  return Order;
}

std::vector<unsigned> expand(const DeviceGraph &G, const Lane &L) {
  if (L.Returns && L.RecvNet >= 0)
    return expandReturning(G, L);
  std::vector<unsigned> Order;
  const size_t N = L.Order.size();
  // A ring inside one server closes over a link; else it ends at NICs.
  const bool Closes = L.RecvNet < 0 && N > 1;
  for (size_t I = 0; I < N; ++I) {
    const unsigned At = L.Order[I];
    const Port *In =
        I || Closes ? G.port(L.Order[(I + N - 1) % N], At) : nullptr;
    const Port *Out =
        I + 1 < N || Closes ? G.port(At, L.Order[(I + 1) % N]) : nullptr;
    addCores(G.Devices[At], In ? &In->FarCore : nullptr,
             Out ? &Out->Core : nullptr, Order);
  }
  return Order;
}

std::vector<unsigned> foldPath(const DeviceGraph &G, const DeviceRing &Path) {
  std::vector<unsigned> Order;
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    if (G.Devices[Path[I]].Cores.size() < 2)
      return {};
    Order.push_back(G.Devices[Path[I]].Cores.front());
  }
  for (unsigned Core : G.Devices[Path.back()].Cores)
    Order.push_back(Core);
  for (size_t I = Path.size() - 1; I-- > 0;) {
    const std::vector<unsigned> &Cores = G.Devices[Path[I]].Cores;
    Order.insert(Order.end(), Cores.begin() + 1, Cores.end());
  }
  return Order;
}

namespace {

/// What is said of all channels together: the worst.
struct Figures {
  PathType Intra = PathType::Loc, Inter = PathType::Loc;
  float SpeedIntra = std::numeric_limits<float>::infinity();
  float SpeedInter = std::numeric_limits<float>::infinity();
  int Hops = 0;

  void intra(const Path &P, unsigned Load) {
    Intra = std::max(Intra, P.Type);
    SpeedIntra = std::min(SpeedIntra, P.Width / float(Load));
    Hops += P.Count;
  }
  void inter(const Path &P, unsigned Load) {
    Inter = std::max(Inter, P.Type);
    SpeedInter = std::min(SpeedInter, P.Width / float(Load));
    Hops += P.Count;
  }
};

struct NeuronChannel {
  std::vector<unsigned> Gpus;
  int RecvNet = -1, SendNet = -1;
};

} // namespace

static NodeRef gpu(unsigned I) { return {NodeType::Gpu, uint16_t(I)}; }
static NodeRef net(int I) { return {NodeType::Net, uint16_t(I)}; }

/// The NET of the device of core \p Gpu, or -1.
static int netOf(const DeviceGraph &G, unsigned Gpu) {
  for (const Device &D : G.Devices)
    if (std::find(D.Cores.begin(), D.Cores.end(), Gpu) != D.Cores.end())
      return D.Net;
  return -1;
}

/// A folded path, turned so that it begins and ends at devices of one NET, or
/// at any device with a NET.
static NeuronChannel enterByNet(const DeviceGraph &G,
                                std::vector<unsigned> Folded) {
  const size_t N = Folded.size();
  size_t Best = N;
  for (size_t I = 0; I < N; ++I) {
    const int Head = netOf(G, Folded[I]),
              Tail = netOf(G, Folded[(I + N - 1) % N]);
    if (Head < 0)
      continue;
    if (Best == N)
      Best = I;
    if (Tail != Head && Tail >= 0)
      continue;
    Best = I;
    break;
  }
  if (Best == N)
    return {std::move(Folded), -1, -1};
  std::rotate(Folded.begin(), Folded.begin() + std::ptrdiff_t(Best),
              Folded.end());
  const int Recv = netOf(G, Folded.front()), Tail = netOf(G, Folded.back());
  return {std::move(Folded), Recv, Tail < 0 ? Recv : Tail};
}

/// Speeds are what is left if all channels run: a link's or a NIC's width over
/// those that use it the same way (ours: no number of libnccom's is known).
static Figures measure(const System &S, const std::vector<NeuronChannel> &All) {
  std::map<std::pair<unsigned, unsigned>, unsigned> Loads;
  std::map<int, unsigned> Recvs, Sends;
  const auto EachHop = [&](const NeuronChannel &C, auto Do) {
    const size_t N = C.Gpus.size(), Hops = N == 1          ? 0
                                           : C.RecvNet < 0 ? N
                                                           : N - 1;
    for (size_t I = 0; I < Hops; ++I)
      Do(C.Gpus[I], C.Gpus[(I + 1) % N]);
  };
  for (const NeuronChannel &C : All) {
    EachHop(C, [&](unsigned A, unsigned B) { ++Loads[{A, B}]; });
    ++Recvs[C.RecvNet];
    ++Sends[C.SendNet];
  }
  Figures F;
  for (const NeuronChannel &C : All) {
    EachHop(C, [&](unsigned A, unsigned B) {
      F.intra(S.Paths.get(gpu(A), gpu(B)), Loads[{A, B}]);
    });
    if (C.RecvNet < 0)
      continue;
    F.inter(S.Paths.get(net(C.RecvNet), gpu(C.Gpus.front())), Recvs[C.RecvNet]);
    F.inter(S.Paths.get(gpu(C.Gpus.back()), net(C.SendNet)), Sends[C.SendNet]);
  }
  return F;
}

/// Writes the channels into \p Out. False, and nothing written, if one of them
/// goes where there is no width at all.
static bool write(const System &S, const std::vector<NeuronChannel> &All,
                  abi::ncclTopoGraph &Out) {
  const Figures F = measure(S, All);
  const bool HasNets = All[0].RecvNet >= 0;
  if (!(F.SpeedIntra > 0) || !(F.SpeedInter > 0))
    return false;
  const unsigned Ranks = S.numGpus();
  Out.nChannels = int(All.size());
  Out.crossNic = 0;
  Out.sameChannels = 1;
  for (size_t C = 0; C < All.size(); ++C) {
    for (size_t I = 0; I < Ranks; ++I)
      Out.intra[C * Ranks + I] = S.of(NodeType::Gpu)[All[C].Gpus[I]].Gpu.Rank;
    Out.sameChannels &= All[C].Gpus == All[0].Gpus;
    if (All[C].RecvNet < 0)
      continue;
    Out.inter[2 * C] = int(S[net(All[C].RecvNet)].Id);
    Out.inter[2 * C + 1] = int(S[net(All[C].SendNet)].Id);
    Out.crossNic |= All[C].RecvNet != All[C].SendNet;
  }
  Out.typeIntra = int(F.Intra);
  Out.typeInter = int(HasNets ? F.Inter : F.Intra);
  const float Local = S.of(NodeType::Gpu)[0].Links.front().Width;
  Out.speedIntra = Ranks == 1 ? Local : F.SpeedIntra;
  Out.speedInter = HasNets ? F.SpeedInter : Out.speedIntra;
  Out.nHops = F.Hops;
  return true;
}

bool searchNeuronRings(const System &S, bool InPod, abi::ncclTopoGraph &Out,
                       NeuronTrace &Trace) {
  const DeviceGraph G = describeDevices(S);
  const std::vector<DeviceRing> Cycles = findCycles(G);
  Trace = {G.numDevices(), unsigned(Cycles.size()), false};
  std::vector<NeuronChannel> All;
  const bool Returns =
      InPod && G.numDevices() > 1 &&
      std::all_of(G.Devices.begin(), G.Devices.end(),
                  [](const Device &D) { return D.Cores.size() > 1; });
  // NICs by their number, wherever they stand in the file.
  std::vector<unsigned> Nets(S.numNets());
  std::iota(Nets.begin(), Nets.end(), 0u);
  std::stable_sort(Nets.begin(), Nets.end(), [&](unsigned A, unsigned B) {
    return S.of(NodeType::Net)[A].Id < S.of(NodeType::Net)[B].Id;
  });
  for (const Lane &L :
       assignLanes(G, Cycles, Nets, unsigned(Out.maxChannels), Returns))
    All.push_back({expand(G, L), L.RecvNet, L.SendNet});
  if (All.empty())
    if (const std::optional<DeviceRing> Path = findPath(G)) {
      Trace.Folded = true;
      if (std::vector<unsigned> Folded = foldPath(G, *Path); !Folded.empty())
        All.push_back(enterByNet(G, std::move(Folded)));
    }
  if (All.empty() || (S.numNets() != 0 && All[0].RecvNet < 0))
    return false;
  return write(S, All, Out);
}

} // namespace ringc::neuron
