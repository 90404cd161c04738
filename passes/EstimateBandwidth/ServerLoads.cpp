//===- ServerLoads.cpp - What channels put on one server ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every hop's path is written down as passages, one a link, and added to the
// link's cost, once for each device of a port. Links are numbered through the
// server; those that are used move into the estimate at the end.
//
//===----------------------------------------------------------------------===//

#include "ServerLoads.h"
#include <algorithm>

using namespace ringc;
using namespace ringc::bandwidth;

static constexpr NodeRef Nowhere{NodeType::Gpu, 0xffff};

/// Number of the link of \p From to \p To, or -1.
static int linkTo(const System &S, NodeRef From, NodeRef To) {
  const std::vector<Link> &Links = S[From].Links;
  for (size_t I = 0; I < Links.size(); ++I)
    if (Links[I].Far == To)
      return int(I);
  return -1;
}

void ServerLoads::numberLinks() {
  for (unsigned Type = 0; Type < NumNodeTypes; ++Type)
    for (size_t I = 0; I < Sys.Nodes[Type].size(); ++I) {
      FirstLink[Type].push_back(uint32_t(All.size()));
      for (const Link &L : Sys.Nodes[Type][I].Links) {
        LinkLoad &Load = All.emplace_back();
        Load.Server = Number;
        Load.From = {NodeType(Type), uint16_t(I)};
        Load.To = L.Far;
        Load.Type = L.Type;
        Load.Width = double(L.Width);
      }
    }
  IsUsed.resize(All.size());
  Twins.resize(All.size());
}

/// Looks up GPUs by rank, and which NETs are one port: those of one card and
/// port number, as the search counts them (nccl-search section 7, confirmed).
void ServerLoads::findEnds() {
  GpuOfRank.assign(Sys.numGpus(), -1);
  const std::vector<Node> &Gpus = Sys.of(NodeType::Gpu);
  for (size_t I = 0; I < Gpus.size(); ++I)
    if (const int Rank = Gpus[I].Gpu.Rank;
        Rank >= 0 && size_t(Rank) < GpuOfRank.size())
      GpuOfRank[size_t(Rank)] = int(I);

  const std::vector<Node> &Nets = Sys.of(NodeType::Net);
  for (uint16_t N = 0; N < Nets.size(); ++N)
    for (uint16_t O = 0; O < N; ++O)
      if (Nets[O].Net.Asic == Nets[N].Net.Asic &&
          Nets[O].Net.Port == Nets[N].Net.Port)
        joinPorts({NodeType::Net, O}, {NodeType::Net, N});
}

/// Makes what goes over one of two NETs load the other, too.
void ServerLoads::joinPorts(NodeRef A, NodeRef B) {
  if (Sys[A].Links.empty() || Sys[B].Links.empty())
    return;
  const NodeRef CardA = Sys[A].Links.front().Far;
  const NodeRef CardB = Sys[B].Links.front().Far;
  if (!exists(CardA) || !exists(CardB))
    return;
  const auto Join = [&](PathLink One, PathLink Two) {
    Twins[numberOf(One)].push_back(numberOf(Two));
    Twins[numberOf(Two)].push_back(numberOf(One));
  };
  const int ToA = linkTo(Sys, CardA, A), ToB = linkTo(Sys, CardB, B);
  Join({A, 0}, {B, 0});
  if (ToA >= 0 && ToB >= 0)
    Join({CardA, uint16_t(ToA)}, {CardB, uint16_t(ToB)});
}

NodeRef ServerLoads::gpu(int Rank) const {
  if (Rank < 0 || size_t(Rank) >= GpuOfRank.size() ||
      GpuOfRank[size_t(Rank)] < 0)
    return Nowhere;
  return {NodeType::Gpu, uint16_t(GpuOfRank[size_t(Rank)])};
}

/// The first of that number, where the runtime's look-ups end, too.
NodeRef ServerLoads::net(int Dev) const {
  const std::vector<Node> &Nets = Sys.of(NodeType::Net);
  for (size_t N = 0; N < Nets.size(); ++N)
    if (Nets[N].Id == Dev)
      return {NodeType::Net, uint16_t(N)};
  return Nowhere;
}

/// The CPU with the fewest hops; the first of equals.
NodeRef ServerLoads::nearestCpu(NodeRef Gpu) const {
  NodeRef Best = Nowhere;
  unsigned Fewest = ~0u;
  for (uint16_t I = 0; I < Sys.of(NodeType::Cpu).size(); ++I) {
    const Path &P = Sys.Paths.get(Gpu, {NodeType::Cpu, I});
    if (P.Count == 0 || P.Count >= Fewest)
      continue;
    Fewest = P.Count;
    Best = {NodeType::Cpu, I};
  }
  return Best;
}

/// Adds the path between two nodes to the way. False if there is none.
bool ServerLoads::append(NodeRef From, NodeRef To) {
  const Path &P = Sys.Paths.get(From, To);
  if (P.Count == 0)
    return false;
  for (const PathLink &L : Sys.Paths.links(P)) {
    if (!exists(L.From) || L.Link >= Sys[L.From].Links.size() ||
        !exists(Sys[L.From].Links[L.Link].Far))
      return false;
    Way.push_back(L);
  }
  WayType = std::max(WayType, P.Type);
  return true;
}

/// Lays out the way between two nodes; false if it isn't known. The path that
/// the system has is taken as it is: where two GPUs may not talk directly, it
/// leads through a CPU already.
bool ServerLoads::lay(NodeRef From, NodeRef To, bool HostMemory) {
  Way.clear();
  WayType = PathType::Loc;
  if (!exists(From) || !exists(To) || Sys.Paths.empty())
    return false;
  if (!append(From, To))
    return false;
  const bool Visits = std::any_of(Way.begin(), Way.end(), [](PathLink L) {
    return L.From.Type == NodeType::Cpu;
  });
  if (!HostMemory || Visits)
    return true;
  Way.clear();
  WayType = PathType::Loc;
  const NodeRef Cpu = nearestCpu(To);
  return exists(Cpu) && append(From, Cpu) && append(Cpu, To);
}

void ServerLoads::addPassage(uint32_t C, PathLink L, bool IsFlow, double Cost) {
  const uint32_t Link = numberOf(L);
  const auto Add = [&](uint32_t To, bool Limits) {
    All[To].Flows += IsFlow;
    All[To].Cost += Cost;
    Passages.push_back({To, C, Cost, Limits});
  };
  Add(Link, true);
  IsUsed[Link] = true;
  for (const uint32_t Twin : Twins[Link])
    Add(Twin, false);
}

/// Adds what was laid out from \p From on, at the costs that the search reckons
/// with (nccl-search section 7, follow).
void ServerLoads::addLaid(uint32_t C, NodeRef From) {
  const bool FromGpu = From.Type == NodeType::Gpu;
  const auto FarOf = [&](PathLink L) { return Sys[L.From].Links[L.Link].Far; };
  const auto IsIntel = [&](PathLink L) {
    const Node &N = Sys[FarOf(L)];
    return N.Type == NodeType::Cpu && N.Cpu.Arch == CpuArch::X86 &&
           N.Cpu.Vendor == CpuVendor::Intel;
  };
  double PciCost = 1;
  if (WayType == PathType::Phb && FromGpu &&
      std::any_of(Way.begin(), Way.end(), IsIntel))
    PciCost = Constants.IntelPciCost;
  constexpr int NoReturnSm = 80; // GPUs that read over PCI without such a cost
  for (PathLink L : Way) {
    const LinkType Type = Sys[L.From].Links[L.Link].Type;
    const NodeRef Far = FarOf(L);
    const double Cost = Type == LinkType::Pci ? PciCost : 1;
    addPassage(C, L, true, Cost);
    if (!Constants.ReturnCost)
      continue;
    double Back = 0;
    if (Far.Type == NodeType::Gpu && Sys[Far].Gpu.Sm < NoReturnSm && !FromGpu)
      Back += Cost / 8;
    if (Far.Type == NodeType::Cpu && Type == LinkType::Nvl)
      Back += Cost;
    const int Reverse = Back > 0 ? linkTo(Sys, Far, L.From) : -1;
    if (Reverse >= 0)
      addPassage(C, {Far, uint16_t(Reverse)}, false, Back);
  }
}

void ServerLoads::unknown(uint32_t C, const UnknownWay &Way) {
  ChannelBandwidth &B = E.Channels[C];
  if (B.NumUnknown++ == 0)
    B.FirstUnknown = Way;
  ++E.NumUnknown;
}

void ServerLoads::addHop(uint32_t C, const ChannelTraffic::Hop &H) {
  if (H.From == H.To && exists(gpu(H.From)))
    return;
  if (lay(gpu(H.From), gpu(H.To), H.HostMemory))
    addLaid(C, gpu(H.From));
  else
    unknown(C, {Number, false, false, H.From, H.To});
}

void ServerLoads::addNet(uint32_t C, int Rank, int Dev, bool Receives) {
  if (Dev == NoNet)
    return;
  const NodeRef From = Receives ? net(Dev) : gpu(Rank);
  const NodeRef To = Receives ? gpu(Rank) : net(Dev);
  if (lay(From, To, false))
    addLaid(C, From);
  else if (Receives)
    unknown(C, {Number, true, false, Dev, Rank});
  else
    unknown(C, {Number, false, true, Rank, Dev});
}

void ServerLoads::addChannel(uint32_t C) {
  const ChannelTraffic &Own = T.Channels[C];
  addNet(C, Own.Head, Own.Recv, true);
  for (const ChannelTraffic::Hop &H : Own.Hops)
    addHop(C, H);
  addNet(C, Own.Tail, Own.Send, false);
}

/// Moves what is used into the estimate, NICs behind all else, and makes the
/// passages from \p FirstPassage on point there.
void ServerLoads::listLinks(size_t FirstPassage) {
  std::vector<uint32_t> Listed(All.size(), NoLink);
  for (const bool Nics : {false, true})
    for (size_t I = 0; I < All.size(); ++I) {
      LinkLoad &L = All[I];
      if (!IsUsed[I] || (L.Type == LinkType::Net) != Nics)
        continue;
      const double Efficiency =
          Nics ? Constants.NetEfficiency : Constants.LinkEfficiency;
      L.Share = std::max(L.Width, 0.0) * Efficiency / L.Cost;
      Listed[I] = uint32_t(E.Links.size());
      E.Links.push_back(std::move(L));
    }
  const auto First = Passages.begin() + ptrdiff_t(FirstPassage);
  for (auto P = First; P != Passages.end(); ++P)
    P->Link = Listed[P->Link];
  Passages.erase(
      std::remove_if(First, Passages.end(),
                     [](const Passage &P) { return P.Link == NoLink; }),
      Passages.end());
}

void ServerLoads::run() {
  const size_t FirstPassage = Passages.size();
  numberLinks();
  findEnds();
  const size_t Channels = std::min(T.Channels.size(), E.Channels.size());
  for (uint32_t C = 0; C < Channels; ++C)
    addChannel(C);
  listLinks(FirstPassage);
}
