//===- DotRings.cpp - Draws the rings -------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drawn over the links of its server a ring of eight GPUs is a tangle, and
// sixteen of them are nothing else. So each ring is a lane by itself, from left
// to right in the direction of travel: a box for each rank, in the box of its
// node, and a line to the rank's next. The last line ends at the name of the
// first rank. A copy is named at the head of its original's lane.
//
// A hop between nodes is drawn thick, with the NICs by which it leaves and
// enters at its ends; it is dashed where these have different device numbers:
// on a fabric with a switch for each number such a hop crosses from rail to
// rail. A hop through host memory is dotted. Before the rings exist, lanes show
// the channels inside each server, from NIC to NIC.
//
//===----------------------------------------------------------------------===//

#include "Dot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace ringc;

/// More of either can't be looked at, nor laid out while one waits.
static constexpr unsigned MaxDrawnNodes = 8;
static constexpr unsigned MaxDrawnBoxes = 1024;
/// If there are more, as many of the first and the last one.
static constexpr unsigned NumFirstNodes = 3;

/// Far from each other and from white, so that neighbours differ: made by
/// picking, one after the other, what is farthest (CIE Lab) from those before.
static constexpr StringLiteral Palette[] = {
    "#1f77b4", "#0000ff", "#ff0000", "#00bf00", "#ff00aa", "#bf8f00", "#a173ff",
    "#009966", "#990033", "#ea00ff", "#730069", "#bf7c9e", "#999563", "#733900",
    "#739900", "#30b3bf", "#264c00", "#ff7e73", "#003399", "#ff8000", "#ff0055",
    "#6000bf", "#a995e6", "#bf30bf", "#ff73b9", "#0080ff", "#733449", "#bf3000",
    "#347363", "#0055ff", "#736900", "#343973"};

namespace {

/// A box of a lane: a rank, or a stretch of nodes that are not drawn.
struct Stop {
  std::string Id;
  RankId Rank;
  NodeId Node;
  bool Drawn = true;
  unsigned NumRanks = 1; ///< that it stands for
};

struct Lane {
  uint32_t Channel = 0;
  std::vector<Stop> Stops;
};

class RingDrawing {
public:
  RingDrawing(const Fabric &F, ArrayRef<NodeId> Nodes, StringRef Anchor,
              DotText &D)
      : F(F), Nodes(Nodes), Anchor(Anchor), D(D) {}
  void drawRings();
  void drawChains();

private:
  bool holds(Phase P) const { return F.Established.contains(P); }
  Stop stopAt(uint32_t Channel, RankId R, NodeId N) const;
  std::vector<RankId> walk(ChannelId C) const;
  Lane laneOf(ChannelId C) const;
  void drawNodes(ArrayRef<Lane> Lanes);
  void drawBox(uint32_t Channel, const Stop &S);
  void drawHead(StringRef Id, uint32_t Channel, const std::string &Text,
                StringRef First);
  void drawChain(NodeId N, uint32_t Channel);
  std::string copiesOf(uint32_t Channel) const;
  void drawHop(const Lane &L, const Stop &From, const Stop &To, StringRef End);
  std::string netOf(NodeId N, uint32_t Channel, bool Send) const;

  const Fabric &F;
  ArrayRef<NodeId> Nodes; ///< that are drawn
  StringRef Anchor;
  DotText &D;
};

} // namespace

static StringRef colorOf(uint32_t Channel) {
  return Palette[Channel % std::size(Palette)];
}

std::vector<NodeId> ringc::drawnNodes(const Fabric &F) {
  uint64_t Lanes = 0;
  for (const Channel &C : F.Channels)
    Lanes += !C.CopyOf;
  const uint32_t Last = F.numNodes() - 1;
  uint32_t Most = MaxDrawnNodes;
  if (Last >= MaxDrawnNodes || Lanes * F.numRanks() > MaxDrawnBoxes)
    Most = NumFirstNodes + 1;
  std::vector<NodeId> Nodes;
  for (uint32_t N = 0; N <= Last && Nodes.size() < Most; ++N)
    Nodes.push_back(NodeId(N));
  Nodes.back() = NodeId(Last);
  return Nodes;
}

Stop RingDrawing::stopAt(uint32_t Channel, RankId R, NodeId N) const {
  return {"c" + utostr(Channel) + "_r" + utostr(*R), R, N,
          is_contained(Nodes, N), 1};
}

/// All ranks of a ring from where it enters node 0, as far as it goes.
std::vector<RankId> RingDrawing::walk(ChannelId C) const {
  const std::vector<int32_t> &Next = F.Channels[*C].Next;
  const RankId First = F.ends(C, NodeId(0)).Head;
  std::vector<RankId> Ranks{First};
  while (Ranks.size() < F.numRanks()) {
    const int32_t R = Next[*Ranks.back()];
    if (R < 0 || uint32_t(R) >= F.numRanks() || uint32_t(R) == *First)
      break;
    Ranks.push_back(RankId(uint32_t(R)));
  }
  return Ranks;
}

Lane RingDrawing::laneOf(ChannelId C) const {
  Lane L{*C, {}};
  for (RankId R : walk(C)) {
    Stop S = stopAt(*C, R, F.nodeOf(R));
    if (!S.Drawn && !L.Stops.empty() && !L.Stops.back().Drawn)
      ++L.Stops.back().NumRanks;
    else
      L.Stops.push_back(std::move(S));
  }
  return L;
}

void RingDrawing::drawBox(uint32_t Channel, const Stop &S) {
  const Server &Here = F.server(S.Node);
  const uint32_t Local = *S.Rank - F.FirstRank[*S.Node];
  const int Index = Here.Sys.gpuOfRank(int(Local));
  std::string Tip;
  if (Index >= 0) {
    const ringc::Node &Gpu = Here.Sys.of(NodeType::Gpu)[size_t(Index)];
    Tip = "rank " + utostr(*S.Rank) + ": dev " + itostr(Gpu.Gpu.Dev) + ", " +
          escapeDot(Gpu.Name);
  }
  D.node(S.Id, {{"label", utostr(*S.Rank)},
                {"color", colorOf(Channel).str()},
                {"tooltip", Tip}});
}

/// Begins the box of a node.
static void beginNode(const Fabric &F, NodeId N, DotText &D) {
  std::string Label = "node " + utostr(*N);
  if (F.serversInUse().size() > 1)
    Label += " (server " + utostr(*F.Nodes[*N]) + ")";
  Label += ", ranks " + utostr(F.FirstRank[*N]) + " to " +
           utostr(F.FirstRank[*N + 1] - 1);
  D.cluster("n" + utostr(*N), {{"label", Label}, {"style", "rounded"}});
}

/// A box for each node, with its part of every lane.
void RingDrawing::drawNodes(ArrayRef<Lane> Lanes) {
  for (NodeId N : Nodes) {
    beginNode(F, N, D);
    for (const Lane &L : Lanes)
      for (const Stop &S : L.Stops)
        if (S.Drawn && S.Node == N)
          drawBox(L.Channel, S);
    D.end();
  }
}

std::string RingDrawing::copiesOf(uint32_t Channel) const {
  std::string Copies;
  for (uint32_t C = 0; C < F.Channels.size(); ++C)
    if (F.Channels[C].CopyOf == ChannelId(Channel))
      Copies += (Copies.empty() ? "; copy: " : ", ") + utostr(C) +
                (F.Channels[C].Reversed ? " backwards" : "");
  return Copies;
}

/// The head of a lane, before its first box.
void RingDrawing::drawHead(StringRef Id, uint32_t Channel,
                           const std::string &Text, StringRef First) {
  D.node(Id, {{"label", Text},
              {"color", colorOf(Channel).str()},
              {"fillcolor", colorOf(Channel).str()},
              {"fontcolor", "white"}});
  D.edge(Anchor, Id, {{"style", "invis"}});
  D.edge(Id, First,
         {{"style", "dotted"}, {"arrowhead", "none"}, {"color", "#808080"}});
}

std::string RingDrawing::netOf(NodeId N, uint32_t Channel, bool Send) const {
  if (!holds(Phase::Bound))
    return "";
  const NetPair &Pair = F.server(N).Nets[Channel];
  return "NET/" + itostr(int32_t(*(Send ? Pair.Send : Pair.Recv)));
}

/// Draws the line from one box to the next, or to \p End where the ring closes.
void RingDrawing::drawHop(const Lane &L, const Stop &From, const Stop &To,
                          StringRef End) {
  const std::string Color = colorOf(L.Channel).str();
  if (From.Node == To.Node) {
    const Server &S = F.server(From.Node);
    const size_t Local = *From.Rank - F.FirstRank[*From.Node];
    const bool Shm =
        holds(Phase::Connected) &&
        S.ToNext[L.Channel * S.numRanks() + Local] == Transport::Shm;
    D.edge(From.Id, End, {{"color", Color}, {"style", Shm ? "dotted" : ""}});
    return;
  }
  const std::string Out = From.Drawn ? netOf(From.Node, L.Channel, true) : "";
  const std::string In = To.Drawn ? netOf(To.Node, L.Channel, false) : "";
  const bool Crosses = !Out.empty() && !In.empty() && Out != In;
  D.edge(From.Id, End,
         {{"color", Color},
          {"penwidth", "3"},
          {"style", Crosses ? "dashed" : ""},
          {"label", Crosses ? "crosses rails" : ""},
          {"taillabel", Out},
          {"headlabel", In},
          // Room for the labels beside the line, one above and one below it.
          {"minlen", "3"},
          {"labeldistance", "2.8"},
          {"labelangle", "17"}});
}

void RingDrawing::drawRings() {
  std::vector<Lane> Lanes;
  for (uint32_t C = 0; C < F.Channels.size(); ++C)
    if (!F.Channels[C].CopyOf)
      Lanes.push_back(laneOf(ChannelId(C)));
  drawNodes(Lanes);
  for (const Lane &L : Lanes) {
    const std::string Id = "c" + utostr(L.Channel);
    const Stop &First = L.Stops.front();
    drawHead(Id, L.Channel,
             "channel " + utostr(L.Channel) + copiesOf(L.Channel), First.Id);
    for (const Stop &S : L.Stops)
      if (!S.Drawn)
        D.node(S.Id, {{"label", utostr(S.NumRanks) + " ranks not drawn"},
                      {"style", "dashed"}});
    for (size_t I = 0; I + 1 < L.Stops.size(); ++I)
      drawHop(L, L.Stops[I], L.Stops[I + 1], L.Stops[I + 1].Id);
    D.node(Id + "_end",
           {{"label", "to " + utostr(*First.Rank)}, {"shape", "plaintext"}});
    drawHop(L, L.Stops.back(), First, Id + "_end");
  }
}

/// A channel inside a server whose first node is \p N.
void RingDrawing::drawChain(NodeId N, uint32_t Channel) {
  const Server &S = F.server(N);
  const unsigned L = S.numRanks();
  const std::string Id = "s" + utostr(*F.Nodes[*N]) + "_c" + utostr(Channel);
  const std::string Color = colorOf(Channel).str();
  std::vector<std::string> Ids;
  const auto Net = [&](StringRef Suffix, int Dev) {
    if (!S.Sys.numNets())
      return;
    Ids.push_back(Id + Suffix.str());
    D.node(Ids.back(), {{"label", "NET/" + itostr(Dev)}, {"color", Color}});
  };
  Net("_in", S.Graph.inter[2 * Channel]);
  for (int Local : ArrayRef(S.Graph.intra).slice(Channel * L, L)) {
    const RankId R(F.FirstRank[*N] + uint32_t(Local));
    Stop Box = stopAt(Channel, R, N);
    Box.Id = Id + "_r" + utostr(*R);
    drawBox(Channel, Box);
    Ids.push_back(Box.Id);
  }
  Net("_out", S.Graph.inter[2 * Channel + 1]);
  drawHead(Id, Channel, "channel " + utostr(Channel), Ids.front());
  for (size_t I = 0; I + 1 < Ids.size(); ++I)
    D.edge(Ids[I], Ids[I + 1], {{"color", Color}});
}

void RingDrawing::drawChains() {
  const std::vector<uint32_t> InUse = F.serversInUse();
  for (uint32_t S : ArrayRef(InUse).take_front(MaxDrawnServers)) {
    const NodeId N(uint32_t(find(F.Nodes, ServerId(S)) - F.Nodes.begin()));
    beginNode(F, N, D);
    // Graphviz turns the order around in a box that holds whole chains.
    for (int C = F.Servers[S].Graph.nChannels; C-- > 0;)
      drawChain(N, uint32_t(C));
    D.end();
  }
}

void ringc::drawRings(const Fabric &F, ArrayRef<NodeId> Nodes, StringRef Anchor,
                      DotText &D) {
  RingDrawing Drawing(F, Nodes, Anchor, D);
  D.node(Anchor, {{"style", "invis"}, {"shape", "point"}});
  if (F.Established.contains(Phase::Stitched))
    Drawing.drawRings();
  else
    Drawing.drawChains();
}
