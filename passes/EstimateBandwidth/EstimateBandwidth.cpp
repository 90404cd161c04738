//===- EstimateBandwidth.cpp - What limits the rings ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every hop's path is written down as passages, one a link, and added to the
// link's cost. Then a link's share is known, a channel's bandwidth is the least
// share of its passages, and going over them once more gives what each link
// carries and whom it limits.
//
//===----------------------------------------------------------------------===//

#include "EstimateBandwidth.h"
#include <algorithm>

using namespace ringc;

namespace {

/// A channel's passage over a link.
struct Passage {
  uint32_t Link; ///< of the estimate
  uint32_t Channel;
  double Cost;
};

/// Two shares that are reckoned differently from equal numbers are equal.
constexpr double Rounding = 1 + 1e-9;

/// Adds one server's traffic to an estimate.
class ServerLoads {
public:
  ServerLoads(const ServerTraffic &T, uint32_t Number,
              const BandwidthConstants &Constants, BandwidthEstimate &E,
              std::vector<Passage> &Passages)
      : T(T), Sys(*T.Sys), Number(Number), Constants(Constants), E(E),
        Passages(Passages) {}
  void run();

private:
  void numberLinks();
  void findEnds();
  void addChannel(uint32_t C);
  void addHop(uint32_t C, const ChannelTraffic::Hop &H);
  void addNet(uint32_t C, int Rank, int Dev, bool Receives);
  bool lay(NodeRef From, NodeRef To, bool HostMemory);
  bool append(NodeRef From, NodeRef To);
  void addLaid(uint32_t C, NodeRef From);
  void addPassage(uint32_t C, PathLink L, bool IsFlow, double Cost);
  void unknown(uint32_t C, const UnknownWay &Way);
  void listLinks(size_t FirstPassage);

  NodeRef gpu(int Rank) const;
  NodeRef net(int Dev) const;
  NodeRef nearestCpu(NodeRef Gpu) const;
  bool exists(NodeRef R) const {
    return unsigned(R.Type) < NumNodeTypes && R.Index < Sys.of(R.Type).size();
  }
  uint32_t numberOf(PathLink L) const {
    return FirstLink[unsigned(L.From.Type)][L.From.Index] + L.Link;
  }

  const ServerTraffic &T;
  const System &Sys;
  const uint32_t Number;
  const BandwidthConstants &Constants;
  BandwidthEstimate &E;
  std::vector<Passage> &Passages;

  std::array<std::vector<uint32_t>, NumNodeTypes> FirstLink;
  std::vector<LinkLoad> All; ///< every direction of every link
  std::vector<int> GpuOfRank;
  /// By link: the link that stands for its port, else itself.
  std::vector<uint32_t> PortOf;
  /// The way being added.
  std::vector<PathLink> Way;
  PathType WayType = PathType::Loc;
};

} // namespace

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
        PortOf.push_back(uint32_t(All.size()));
        LinkLoad &Load = All.emplace_back();
        Load.Server = Number;
        Load.From = {NodeType(Type), uint16_t(I)};
        Load.To = L.Far;
        Load.Type = L.Type;
        Load.Width = double(L.Width);
      }
    }
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
  const auto Card = [&](size_t N) {
    return Nets[N].Links.empty() ? Nowhere : Nets[N].Links.front().Far;
  };
  for (size_t N = 0; N < Nets.size(); ++N) {
    const auto Same = [&](const Node &O) {
      return O.Net.Asic == Nets[N].Net.Asic && O.Net.Port == Nets[N].Net.Port;
    };
    const size_t First =
        size_t(std::find_if(Nets.begin(), Nets.begin() + ptrdiff_t(N), Same) -
               Nets.begin());
    if (First == N || !exists(Card(N)) || !exists(Card(First)))
      continue;
    const auto Join = [&](NodeRef From, NodeRef To, NodeRef FirstFrom,
                          NodeRef FirstTo) {
      const int One = linkTo(Sys, From, To);
      const int Of = linkTo(Sys, FirstFrom, FirstTo);
      if (One >= 0 && Of >= 0)
        PortOf[numberOf({From, uint16_t(One)})] =
            numberOf({FirstFrom, uint16_t(Of)});
    };
    const NodeRef Net{NodeType::Net, uint16_t(N)};
    const NodeRef FirstNet{NodeType::Net, uint16_t(First)};
    Join(Net, Card(N), FirstNet, Card(First));
    Join(Card(N), Net, Card(First), FirstNet);
  }
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
  const uint32_t Link = PortOf[numberOf(L)];
  All[Link].Flows += IsFlow;
  All[Link].Cost += Cost;
  Passages.push_back({Link, C, Cost});
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
  if (H.From == H.To)
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

/// Moves what is loaded into the estimate, NICs behind all else, and makes the
/// passages from \p FirstPassage on point there.
void ServerLoads::listLinks(size_t FirstPassage) {
  std::vector<uint32_t> Listed(All.size(), NoLink);
  for (const bool Nics : {false, true})
    for (size_t I = 0; I < All.size(); ++I) {
      LinkLoad &L = All[I];
      if (!(L.Cost > 0) || (L.Type == LinkType::Net) != Nics)
        continue;
      const double Efficiency =
          Nics ? Constants.NetEfficiency : Constants.LinkEfficiency;
      L.Share = std::max(L.Width, 0.0) * Efficiency / L.Cost;
      Listed[I] = uint32_t(E.Links.size());
      E.Links.push_back(std::move(L));
    }
  for (size_t I = FirstPassage; I < Passages.size(); ++I)
    Passages[I].Link = Listed[Passages[I].Link];
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

/// Each channel's least share, or the cap if that is less; then what that makes
/// of the links.
static void findBandwidths(BandwidthEstimate &E,
                           const std::vector<Passage> &Passages,
                           double ChannelCap) {
  for (ChannelBandwidth &B : E.Channels)
    B.Bandwidth = ChannelCap;
  for (const Passage &S : Passages) {
    double &Own = E.Channels[S.Channel].Bandwidth;
    Own = std::min(Own, E.Links[S.Link].Share);
  }
  for (const Passage &S : Passages) {
    LinkLoad &L = E.Links[S.Link];
    ChannelBandwidth &B = E.Channels[S.Channel];
    L.Used += S.Cost * B.Bandwidth;
    if (L.Share > B.Bandwidth * Rounding)
      continue;
    B.Link = std::min(B.Link, S.Link);
    if (L.Limits.empty() || L.Limits.back() != S.Channel)
      L.Limits.push_back(S.Channel);
  }
}

BandwidthEstimate
ringc::estimateBandwidth(const FabricTraffic &Traffic,
                         const BandwidthConstants &Constants) {
  BandwidthEstimate E;
  E.NumRanks = Traffic.NumRanks;
  E.Channels.resize(Traffic.NumChannels);
  std::vector<Passage> Passages;
  for (uint32_t I = 0; I < Traffic.Servers.size(); ++I)
    if (Traffic.Servers[I].Sys)
      ServerLoads(Traffic.Servers[I], I, Constants, E, Passages).run();
  findBandwidths(E, Passages, Constants.ChannelCap);
  double Least = std::numeric_limits<double>::infinity();
  for (const ChannelBandwidth &B : E.Channels) {
    E.Total += B.Bandwidth;
    Least = std::min(Least, B.Bandwidth);
  }
  if (!E.Channels.empty())
    E.Even = Least * double(E.Channels.size());
  return E;
}

BandwidthConstants ringc::bandwidthConstants(const Profile &P) {
  BandwidthConstants Constants;
  if (P.Search != SearchKind::Nccl)
    return Constants;
  Constants.IntelPciCost = double(P.IntelP2pMul) / P.IntelP2pDiv;
  Constants.ReturnCost = true;
  return Constants;
}

std::vector<uint32_t> ringc::tightestFirst(const BandwidthEstimate &E) {
  std::vector<uint32_t> Order(E.Links.size());
  for (uint32_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    const LinkLoad &One = E.Links[A], &Two = E.Links[B];
    if (One.Limits.empty() != Two.Limits.empty())
      return Two.Limits.empty();
    return One.Share < Two.Share;
  });
  return Order;
}

std::string ringc::nameOf(const System &S, NodeRef R) {
  std::string Name(toString(R.Type));
  if (unsigned(R.Type) >= NumNodeTypes || R.Index >= S.of(R.Type).size())
    return Name += " ?";
  const Node &N = S[R];
  switch (R.Type) {
  case NodeType::Nvs: // there is one at most
    return Name;
  case NodeType::Pci:
  case NodeType::Nic:
    Name += ' ';
    return Name += N.Name.empty() ? std::to_string(R.Index) : N.Name;
  case NodeType::Cpu:
    Name += ' ';
    return Name += std::to_string(N.Id);
  case NodeType::Gpu:
  case NodeType::Net:
    break;
  }
  Name += ' ';
  Name += std::to_string(R.Type == NodeType::Gpu ? N.Gpu.Rank : N.Id);
  if (!N.Name.empty())
    Name.append(" (").append(N.Name).append(")");
  return Name;
}
