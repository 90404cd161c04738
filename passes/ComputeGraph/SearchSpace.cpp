//===- SearchSpace.cpp - A system laid out for walking --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sections are of nccl-search, confirmed by runs of the real code.
//
//===----------------------------------------------------------------------===//

#include "SearchSpace.h"
#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

using namespace ringc;
using namespace ringc::search;

SearchSpace::SearchSpace(const System &S, const Profile &P)
    : Sys(S), NumGpus(S.numGpus()), NumNets(S.numNets()) {
  assert(NumGpus >= 1 && NumGpus <= MaxLocalRanks &&
         "the front end checks this");
  numberLinks();
  layOutWays();
  orderFollowers();
  findPciPorts();
  describeNets();
  selectNets(P.Nets);
}

static NodeRef gpu(unsigned I) { return {NodeType::Gpu, uint16_t(I)}; }
static NodeRef net(unsigned I) { return {NodeType::Net, uint16_t(I)}; }

void SearchSpace::numberLinks() {
  for (unsigned T = 0; T < NumNodeTypes; ++T)
    for (const Node &N : Sys.Nodes[T]) {
      FirstLink[T].push_back(uint32_t(Widths.size()));
      for (const Link &L : N.Links)
        Widths.push_back(L.Width);
    }
}

/// The first link of \p From whose far end is \p To, whatever its type.
uint32_t SearchSpace::linkBack(NodeRef From, NodeRef To) const {
  const std::vector<Link> &Links = Sys[From].Links;
  auto It = std::find_if(Links.begin(), Links.end(),
                         [&](const Link &L) { return L.Far == To; });
  if (It == Links.end())
    return NoLink;
  return linkNumber({From, uint16_t(It - Links.begin())});
}

/// Writes the path between two nodes down as hops, with what each costs besides
/// its own link [section 7, follow].
Way SearchSpace::layOut(NodeRef From, NodeRef To) {
  const Path &P = Sys.Paths.get(From, To);
  Way W{uint32_t(Hops.size()), P.Count, P.Type, false};
  bool FromGpu = From.Type == NodeType::Gpu;
  for (const PathLink &Step : Sys.Paths.links(P)) {
    const Link &L = Sys[Step.From].Links[Step.Link];
    const Node &Far = Sys[L.Far];
    Hop H{linkNumber(Step), NoLink, L.Type == LinkType::Pci, BackShare::None};
    if (Far.Type == NodeType::Gpu && Far.Gpu.Sm < 80 && !FromGpu)
      H.Share = BackShare::Eighth;
    if (Far.Type == NodeType::Cpu && L.Type == LinkType::Nvl)
      H.Share = BackShare::Full;
    if (H.Share != BackShare::None) {
      H.Back = linkBack(L.Far, Step.From);
      if (H.Back == NoLink) // only in a system made by hand
        H.Share = BackShare::None;
    }
    if (P.Type == PathType::Phb && FromGpu && Far.Type == NodeType::Cpu &&
        Far.Cpu.Arch == CpuArch::X86 && Far.Cpu.Vendor == CpuVendor::Intel)
      W.IntelP2p = true;
    Hops.push_back(H);
  }
  return W;
}

void SearchSpace::layOutWays() {
  for (unsigned A = 0; A < NumGpus; ++A) {
    for (unsigned B = 0; B < NumGpus; ++B)
      GpuGpu.push_back(layOut(gpu(A), gpu(B)));
    for (unsigned N = 0; N < NumNets; ++N)
      GpuNet.push_back(layOut(gpu(A), net(N)));
  }
  for (unsigned N = 0; N < NumNets; ++N)
    for (unsigned G = 0; G < NumGpus; ++G)
      NetGpu.push_back(layOut(net(N), gpu(G)));
}

void SearchSpace::orderFollowers() {
  FirstFollower.push_back(0);
  for (unsigned G = 0; G < NumGpus; ++G) {
    for (unsigned I = 1; I < NumGpus; ++I) {
      unsigned F = (G + I) % NumGpus;
      const Path &P = Sys.Paths.get(gpu(G), gpu(F));
      // No path is wider than a local link, so its width takes 13 bits.
      if (P.Count != 0)
        Followers.push_back(
            {uint16_t(F), P.Type,
             uint32_t(int(P.Width)) << 16 | (0xffffu - P.Count)});
    }
    auto Distance = [&](unsigned F) { return (F + NumGpus - G) % NumGpus; };
    std::sort(Followers.begin() + FirstFollower.back(), Followers.end(),
              [&](const Follower &A, const Follower &B) {
                if (A.Intra != B.Intra)
                  return A.Intra > B.Intra;
                return Distance(A.Gpu) < Distance(B.Gpu);
              });
    FirstFollower.push_back(Followers.size());
  }
}

void SearchSpace::findPciPorts() {
  IsPort.assign(Widths.size(), false);
  for (unsigned G = 0; G < NumGpus; ++G) {
    PciPort Port{NoLink, NoLink};
    const std::vector<Link> &Links = Sys[gpu(G)].Links;
    for (size_t I = 0; I < Links.size(); ++I)
      if (Links[I].Type == LinkType::Pci) {
        Port.Up = linkNumber({gpu(G), uint16_t(I)});
        Port.Down = linkBack(Links[I].Far, gpu(G));
        break;
      }
    if (Port.Down == NoLink)
      Port.Down = Port.Up;
    PciPorts.push_back(Port);
    if (Port.Up != NoLink)
      IsPort[Port.Up] = IsPort[Port.Down] = true;
  }
}

void SearchSpace::describeNets() {
  const std::vector<Node> &All = Sys.of(NodeType::Net);
  auto FirstLike = [&](unsigned N, auto Same) {
    return uint16_t(
        std::find_if(All.begin(), All.begin() + N,
                     [&](const Node &O) { return Same(O, All[N]); }) -
        All.begin());
  };
  for (unsigned N = 0; N < NumNets; ++N) {
    NetStart &Start = Nets.emplace_back();
    Start.First =
        FirstLike(N, [](const Node &A, const Node &B) { return A.Id == B.Id; });
    Start.Card = FirstLike(N, [](const Node &A, const Node &B) {
      return A.Net.Asic == B.Net.Asic && A.Net.Port == B.Net.Port;
    });
    scoreNet(N);
  }
  for (NetStart &Start : Nets)
    for (unsigned N = 0; N < NumNets; ++N)
      if (Nets[N].Card == Start.Card)
        Start.Twins.push_back(uint16_t(N));
}

/// The place of each value of \p Values among the different ones.
template <typename T, typename Before>
static std::vector<uint64_t> denseRanks(const std::vector<T> &Values,
                                        Before Less) {
  std::vector<T> Sorted = Values;
  std::sort(Sorted.begin(), Sorted.end(), Less);
  Sorted.erase(std::unique(Sorted.begin(), Sorted.end()), Sorted.end());
  std::vector<uint64_t> Ranks;
  for (const T &V : Values)
    Ranks.push_back(
        uint64_t(std::lower_bound(Sorted.begin(), Sorted.end(), V, Less) -
                 Sorted.begin()));
  return Ranks;
}

void SearchSpace::scoreNet(unsigned N) {
  NetStart &Start = Nets[N];
  std::vector<int> Widths, Hops;
  Start.WidthToGpu = 0;
  for (unsigned G = 0; G < NumGpus; ++G) {
    const Path &P = Sys.Paths.get(net(N), gpu(G));
    Start.WidthToGpu = std::max(Start.WidthToGpu, P.Width);
    Widths.push_back(int(P.Width));
    Hops.push_back(P.Count);
  }
  unsigned Fewest = ~0u;
  for (unsigned G = 0; G < NumGpus; ++G) {
    const Path &P = Sys.Paths.get(net(N), gpu(G));
    if (P.Width != Start.WidthToGpu || P.Count > Fewest)
      continue;
    if (P.Count < Fewest)
      Start.Near.clear();
    Fewest = P.Count;
    Start.Near.push_back(uint16_t(G));
  }
  std::vector<uint64_t> ByWidth = denseRanks(Widths, std::greater<int>());
  std::vector<uint64_t> ByHops = denseRanks(Hops, std::less<int>());
  for (unsigned G = 0; G < NumGpus; ++G)
    Start.Score.push_back(ByWidth[G] << ScoreWidthShift |
                          ByHops[G] << ScoreHopsShift);
}

/// The order in which NETs start channels: by index, or the widest only,
/// nearest first, each run of equals turned by the device number of GPU 0 so
/// that processes with different GPUs begin with different NETs.
void SearchSpace::selectNets(::ringc::NetOrder Order) {
  NetOrder.resize(NumNets);
  std::iota(NetOrder.begin(), NetOrder.end(), 0);
  if (Order == ::ringc::NetOrder::BestFirst)
    orderBestFirst();
  for (uint16_t N : NetOrder)
    Nets[N].Tried = true;
}

void SearchSpace::orderBestFirst() {
  float Best = 0;
  for (const NetStart &Start : Nets)
    Best = std::max(Best, Start.WidthToGpu);
  auto Hops = [&](uint16_t N) {
    return Sys.Paths.get(net(N), gpu(Nets[N].Near.front())).Count;
  };
  std::erase_if(NetOrder,
                [&](uint16_t N) { return Nets[N].WidthToGpu < Best; });
  std::sort(NetOrder.begin(), NetOrder.end(), [&](uint16_t A, uint16_t B) {
    return Hops(A) != Hops(B) ? Hops(A) < Hops(B) : A < B;
  });
  for (auto Run = NetOrder.begin(); Run != NetOrder.end();) {
    auto End = std::find_if(Run, NetOrder.end(),
                            [&](uint16_t N) { return Hops(N) != Hops(*Run); });
    // A negative device number (junk in the file) turns by none.
    int Dev = std::max(0, Sys[gpu(0)].Gpu.Dev);
    std::rotate(Run, Run + Dev % (End - Run), End);
    Run = End;
  }
}
