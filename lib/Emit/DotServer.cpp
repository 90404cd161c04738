//===- DotServer.cpp - Draws one server -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From left to right: CPUs, PCI switches, NICs and nets, GPUs, NVLinks. GPUs
// stand right of the nets so that no NVLink crosses one. What hangs below a
// CPU or a switch over PCI stands in a box with it: what shares such a box is
// near. A link is drawn once for both its directions, with an arrow only where
// there is one direction, and with both widths where they differ.
//
// Two CPUs, or two GPUs joined by NVLink, stand in one column, where Graphviz
// draws a line through whatever is between them and may fail to find a layout
// at all. Their link is drawn as two lines from a spot of its own, left of the
// CPUs and right of the GPUs.
//
//===----------------------------------------------------------------------===//

#include "Dot.h"
#include "ringc/Diag/Number.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

namespace {

class ServerDrawing {
public:
  ServerDrawing(const Fabric &F, ServerId Id, DotText &D)
      : F(F), Id(Id), S(F.Servers[*Id]), D(D) {}
  void draw();
  void keepLeftOf(StringRef Anchor);

private:
  std::string id(NodeRef R) const;
  std::string title() const;
  void drawTree(NodeRef R);
  void drawNode(NodeRef R);
  void drawLink(NodeRef From, const Link &L);
  void drawSpot(NodeRef From, NodeRef To, DotLine Line,
                const std::string &Width, bool BothWays);

  std::vector<NodeId> nodes() const;

  const Fabric &F;
  const ServerId Id;
  const Server &S;
  DotText &D;
  std::array<std::vector<bool>, NumNodeTypes> Drawn; ///< by type and index
  unsigned NumSpots = 0;
  std::vector<std::string> RightSpots; ///< their ids
};

} // namespace

DotLine ringc::lineOf(LinkType T) {
  switch (T) {
  case LinkType::Nvl:
    return {"solid", "#76b900", "3"};
  case LinkType::Sys:
    return {"dashed", "#c03030", "1.5"};
  case LinkType::Net:
    return {"solid", "#2070c0", "2"};
  case LinkType::Loc:
  case LinkType::Pci:
    break;
  }
  return {"solid", "#606060", "1"};
}

std::string ringc::nameNodes(ArrayRef<NodeId> Nodes) {
  const auto Number = [](NodeId N) { return utostr(*N); };
  if (Nodes.size() == 1)
    return "node " + Number(Nodes.front());
  if (*Nodes.back() - *Nodes.front() + 1 == Nodes.size())
    return "nodes " + Number(Nodes.front()) + " to " + Number(Nodes.back());
  constexpr size_t Most = 8;
  std::string Names;
  for (NodeId N : Nodes.take_front(Most))
    Names += (Names.empty() ? "nodes " : ", ") + Number(N);
  if (Nodes.size() > Most)
    Names += " and " + utostr(Nodes.size() - Most) + " more";
  return Names;
}

/// The id of a node in the drawing.
std::string ServerDrawing::id(NodeRef R) const {
  return ("s" + Twine(*Id) + "_" + StringRef(toString(R.Type)).lower() +
          Twine(R.Index))
      .str();
}

std::vector<NodeId> ServerDrawing::nodes() const {
  std::vector<NodeId> Nodes;
  for (uint32_t N = 0; N < F.numNodes(); ++N)
    if (F.Nodes[N] == Id)
      Nodes.push_back(NodeId(N));
  return Nodes;
}

static std::string searchFigures(const abi::ncclTopoGraph &G) {
  return (countOf(size_t(std::max(G.nChannels, 0)), "channel") + " of " +
          formatNumber(double(G.speedIntra)) + " GB/s inside and " +
          formatNumber(double(G.speedInter)) + " GB/s between servers, paths " +
          StringRef(toString(PathType(G.typeIntra))) + "/" +
          StringRef(toString(PathType(G.typeInter))))
      .str();
}

std::string ServerDrawing::title() const {
  std::string Title = "server " + utostr(*Id) + ": " + escapeDot(S.Source) +
                      "\\n" + nameNodes(nodes()) + "; " +
                      countOf(S.numRanks(), "rank") + " each";
  if (F.Established.contains(Phase::Graph))
    Title += "\\n" + searchFigures(S.Graph);
  return Title;
}

/// Draws \p R and what hangs below it and isn't drawn yet; a CPU and a switch
/// in a box with it.
void ServerDrawing::drawTree(NodeRef R) {
  std::vector<bool> &Seen = Drawn[unsigned(R.Type)];
  if (Seen[R.Index])
    return;
  Seen[R.Index] = true;
  const bool Box = R.Type == NodeType::Cpu || R.Type == NodeType::Pci;
  if (Box)
    D.cluster(id(R), {{"label", R.Type == NodeType::Cpu
                                    ? "NUMA node " + itostr(S.Sys[R].Id)
                                    : " "},
                      {"color", "#b0b0b0"}});
  drawNode(R);
  for (const Link &L : reverse(S.Sys[R].Links)) {
    const NodeType Far = L.Far.Type;
    if ((L.Type == LinkType::Pci && Far != NodeType::Cpu) ||
        Far == NodeType::Net)
      drawTree(L.Far);
  }
  if (Box)
    D.end();
}

static StringRef nameOf(CpuVendor V) {
  switch (V) {
  case CpuVendor::Intel:
    return " Intel";
  case CpuVendor::Amd:
    return " AMD";
  case CpuVendor::Zhaoxin:
    return " Zhaoxin";
  case CpuVendor::Unset:
  case CpuVendor::Other:
    break;
  }
  return "";
}

static StringRef nameOf(CpuArch A) {
  switch (A) {
  case CpuArch::X86:
    return " x86_64";
  case CpuArch::Power:
    return " POWER";
  case CpuArch::Arm:
    return " Arm";
  case CpuArch::Unset:
  case CpuArch::Other:
    break;
  }
  return "";
}

/// What stands in a node's box. A server that is several nodes has no global
/// ranks.
static std::string labelOf(const Node &N, bool OneNode) {
  const std::string Name = escapeDot(N.Name);
  switch (N.Type) {
  case NodeType::Gpu:
    return (OneNode ? "GPU rank " : "GPU local rank ") + itostr(N.Gpu.Rank) +
           "\\ndev " + itostr(N.Gpu.Dev) + ", " + Name +
           (N.Gpu.Gdr ? "" : "\\nno GPUDirect");
  case NodeType::Pci:
    return "PCI switch\\n" + Name;
  case NodeType::Nvs:
    return "NVSwitch";
  case NodeType::Cpu:
    return "CPU " + itostr(N.Id) +
           (nameOf(N.Cpu.Arch) + nameOf(N.Cpu.Vendor)).str();
  case NodeType::Nic:
    return "NIC\\n" + Name;
  case NodeType::Net:
    return "NET/" + itostr(N.Id) + " " + Name + "\\n" +
           formatNumber(double(N.Net.Width)) + " GB/s, port " +
           itostr(N.Net.Port) + (N.Net.Gdr ? "" : "\\nno GPUDirect");
  }
  return Name;
}

void ServerDrawing::drawNode(NodeRef R) {
  StringRef Fill;
  switch (R.Type) {
  case NodeType::Gpu:
    Fill = "#e4f3c8";
    break;
  case NodeType::Nvs:
    Fill = "#c5e28c";
    break;
  case NodeType::Net:
    Fill = "#d3e5f7";
    break;
  case NodeType::Cpu:
    Fill = "#f6dada";
    break;
  case NodeType::Pci:
  case NodeType::Nic:
    Fill = "#ececec";
    break;
  }
  D.node(id(R), {{"label", labelOf(S.Sys[R], F.singleNode())},
                 {"fillcolor", Fill.str()}});
}

/// Whether the link between two nodes is drawn from \p A to \p B. A switch
/// above another was made first.
static bool goesRight(NodeRef A, NodeRef B) {
  const auto Column = [](NodeType T) {
    switch (T) {
    case NodeType::Cpu:
      return 0;
    case NodeType::Pci:
      return 1;
    case NodeType::Gpu:
    case NodeType::Nic:
      return 2;
    case NodeType::Nvs:
    case NodeType::Net:
      break;
    }
    return 3;
  };
  const int ColumnA = Column(A.Type), ColumnB = Column(B.Type);
  return ColumnA != ColumnB ? ColumnA < ColumnB : A < B;
}

void ServerDrawing::drawLink(NodeRef From, const Link &L) {
  const std::vector<Link> &FarLinks = S.Sys[L.Far].Links;
  const auto Back = find_if(FarLinks, [&](const Link &B) {
    return B.Far == From && B.Type == L.Type;
  });
  const bool BothWays = Back != FarLinks.end();
  if (BothWays && !goesRight(From, L.Far))
    return;
  std::string Width = formatNumber(double(L.Width));
  if (BothWays && Back->Width != L.Width)
    Width += " / " + formatNumber(double(Back->Width));
  const DotLine Line = lineOf(L.Type);
  if (From.Type == L.Far.Type && From.Type != NodeType::Pci)
    return drawSpot(From, L.Far, Line, Width, BothWays);
  D.edge(id(From), id(L.Far),
         {{"label", Width},
          {"dir", BothWays ? "none" : ""},
          {"style", Line.Style.str()},
          {"color", Line.Color.str()},
          {"fontcolor", Line.Color.str()},
          {"penwidth", Line.Width.str()},
          // A NIC and its nets fit between a switch and its GPUs.
          {"minlen", L.Far.Type == NodeType::Gpu ? "3" : ""}});
}

void ServerDrawing::drawSpot(NodeRef From, NodeRef To, DotLine Line,
                             const std::string &Width, bool BothWays) {
  const bool Right = From.Type == NodeType::Gpu;
  const std::string Spot = "s" + utostr(*Id) + "_link" + utostr(NumSpots++);
  if (Right)
    RightSpots.push_back(Spot);
  D.node(Spot, {{"label", Width},
                {"shape", "ellipse"},
                {"color", Line.Color.str()},
                {"fontcolor", Line.Color.str()},
                {"fontsize", "8"}});
  const auto Half = [&](NodeRef End, bool ToSpot) {
    const StringRef Arrow = BothWays          ? "none"
                            : ToSpot == Right ? "forward"
                                              : "back";
    D.edge(Right ? id(End) : Spot, Right ? Spot : id(End),
           {{"dir", Arrow.str()},
            {"style", Line.Style.str()},
            {"color", Line.Color.str()},
            {"penwidth", Line.Width.str()}});
  };
  Half(From, true);
  Half(To, false);
}

/// Invisible lines from the rightmost things of the server. From others they
/// would have to go around the server's box, which would push it aside.
void ServerDrawing::keepLeftOf(StringRef Anchor) {
  const auto Line = [&](const std::string &From) {
    D.edge(From, Anchor, {{"style", "invis"}});
  };
  for_each(RightSpots, Line);
  const auto Lines = [&](NodeType T) {
    for (uint16_t I = 0; I < S.Sys.of(T).size(); ++I)
      Line(id({T, I}));
  };
  Lines(NodeType::Nvs);
  if (S.Sys.of(NodeType::Nvs).empty() && RightSpots.empty())
    Lines(NodeType::Gpu);
}

void ServerDrawing::draw() {
  for (unsigned T = 0; T < NumNodeTypes; ++T)
    Drawn[T].assign(S.Sys.Nodes[T].size(), false);
  D.cluster("s" + utostr(*Id), {{"label", title()}, {"style", "rounded"}});
  // Graphviz puts the last one on top.
  for (size_t C = S.Sys.of(NodeType::Cpu).size(); C-- > 0;)
    drawTree({NodeType::Cpu, uint16_t(C)});
  const auto EachNode = [&](auto Do) {
    for (unsigned T = 0; T < NumNodeTypes; ++T)
      for (uint16_t I = 0; I < S.Sys.Nodes[T].size(); ++I)
        Do(NodeRef{NodeType(T), I});
  };
  EachNode([&](NodeRef R) {
    if (!Drawn[unsigned(R.Type)][R.Index])
      drawNode(R);
  });
  EachNode([&](NodeRef R) {
    for (const Link &L : S.Sys[R].Links)
      if (L.Type != LinkType::Loc)
        drawLink(R, L);
  });
  D.end();
}

void ringc::drawServer(const Fabric &F, ServerId S, StringRef RightNeighbour,
                       DotText &D) {
  ServerDrawing Drawing(F, S, D);
  Drawing.draw();
  if (!RightNeighbour.empty())
    Drawing.keepLeftOf(RightNeighbour);
}
