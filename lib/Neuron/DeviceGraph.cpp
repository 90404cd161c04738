//===- DeviceGraph.cpp - Chips and their links ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/DeviceGraph.h"
#include <algorithm>
#include <map>

namespace ringc::neuron {

/// What a GPU hangs on: its chip. Itself where it hangs on nothing.
static NodeRef bridgeOf(const System &S, unsigned Gpu) {
  const NodeRef Self{NodeType::Gpu, uint16_t(Gpu)};
  for (const Link &L : S[Self].Links)
    if (L.Type == LinkType::Pci && L.Far.Type == NodeType::Pci)
      return L.Far;
  return Self;
}

bool isNeuron(const System &S) {
  // Where others say a compute capability, which is 60 or more for all that
  // NCCL supports, GPUs of a Neuron machine say a generation.
  constexpr int LeastComputeCapability = 60;
  return S.numGpus() != 0 &&
         S.of(NodeType::Gpu).front().Gpu.Sm < LeastComputeCapability;
}

bool sameDevice(const System &S, uint32_t RankA, uint32_t RankB) {
  return bridgeOf(S, unsigned(S.gpuOfRank(int(RankA)))) ==
         bridgeOf(S, unsigned(S.gpuOfRank(int(RankB))));
}

/// The NET nearest to a GPU that is not beyond a CPU, or -1.
static int ownNet(const System &S, unsigned Gpu) {
  int Best = -1;
  const auto PathTo = [&](unsigned N) -> const Path & {
    return S.Paths.get({NodeType::Gpu, uint16_t(Gpu)},
                       {NodeType::Net, uint16_t(N)});
  };
  for (unsigned N = 0; N < S.numNets(); ++N)
    if (PathTo(N).Type <= PathType::Pxb && PathTo(N).Count != 0 &&
        (Best < 0 || PathTo(N).Count < PathTo(unsigned(Best)).Count))
      Best = int(N);
  return Best;
}

/// Fills the ports between devices and \p OnSwitch: the devices that have a
/// link to a switch.
static void addPorts(const System &S, DeviceGraph &G,
                     const std::vector<unsigned> &DeviceOf,
                     std::vector<bool> &OnSwitch) {
  for (unsigned Gpu = 0; Gpu < S.numGpus(); ++Gpu) {
    const unsigned From = DeviceOf[Gpu];
    for (const Link &L : S.of(NodeType::Gpu)[Gpu].Links) {
      if (L.Type != LinkType::Nvl)
        continue;
      if (L.Far.Type == NodeType::Nvs && isNeuron(S))
        G.IsSwitched = OnSwitch[From] = true;
      if (L.Far.Type != NodeType::Gpu || DeviceOf[L.Far.Index] == From)
        continue;
      const unsigned To = DeviceOf[L.Far.Index];
      if (!G.port(From, To)) // one of several parallel links stands for all
        G.Devices[From].Ports.push_back(
            {To, Gpu, L.Far.Index, Locality::RemoteMla});
    }
  }
}

/// On a switched machine what is linked directly is one JBOG, die to die; left
/// devices meet on one switch, right ones on another. Which is which is their
/// number's lowest bit [topology section 4.5, confirmed]: the system XML knows
/// one switch only.
static void addSwitchPorts(DeviceGraph &G, const std::vector<bool> &OnSwitch) {
  for (unsigned A = 0; A < G.numDevices(); ++A) {
    for (Port &P : G.Devices[A].Ports)
      P.Distance = Locality::D2d;
    for (unsigned B = A % 2; B < G.numDevices(); B += 2)
      if (A != B && OnSwitch[A] && OnSwitch[B] && !G.port(A, B))
        G.Devices[A].Ports.push_back({B, G.Devices[A].Cores.back(),
                                      G.Devices[B].Cores.back(),
                                      Locality::RemoteMla});
  }
}

const Port *DeviceGraph::port(unsigned A, unsigned B) const {
  const std::vector<Port> &Ports = Devices[A].Ports;
  const auto Found = std::find_if(Ports.begin(), Ports.end(),
                                  [&](const Port &P) { return P.Far == B; });
  return Found == Ports.end() ? nullptr : &*Found;
}

DeviceGraph describeDevices(const System &S) {
  DeviceGraph G;
  std::vector<unsigned> DeviceOf(S.numGpus());
  std::map<std::pair<NodeType, uint16_t>, unsigned> Known;
  for (unsigned Rank = 0; Rank < S.numGpus(); ++Rank) {
    const unsigned Gpu = unsigned(S.gpuOfRank(int(Rank)));
    const NodeRef Bridge = bridgeOf(S, Gpu);
    const auto [At, New] =
        Known.try_emplace({Bridge.Type, Bridge.Index}, G.numDevices());
    if (New)
      G.Devices.emplace_back();
    DeviceOf[Gpu] = At->second;
    G.Devices[At->second].Cores.push_back(Gpu);
  }
  for (Device &D : G.Devices)
    D.Net = ownNet(S, D.Cores.front());
  std::vector<bool> OnSwitch(G.numDevices());
  addPorts(S, G, DeviceOf, OnSwitch);
  if (G.IsSwitched)
    addSwitchPorts(G, OnSwitch);
  for (Device &D : G.Devices)
    std::sort(D.Ports.begin(), D.Ports.end(),
              [](const Port &A, const Port &B) { return A.Far < B.Far; });
  return G;
}

} // namespace ringc::neuron
