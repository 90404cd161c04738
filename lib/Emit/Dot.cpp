//===- Dot.cpp - The fabric as a drawing ----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For Graphviz's dot: `dot -Tsvg`. Left the distinct servers, each once and in
// full; right the rings between the nodes. Whatever is established is drawn:
// after `system` the servers, after `graph` the channels inside them, from
// `stitched` on the rings, with their NICs once `bound`.
//
// A drawing of many nodes could neither be looked at nor be laid out. Then the
// first nodes and the last are drawn; the title says which are not, and each
// lane how many ranks are left out there.
//
//===----------------------------------------------------------------------===//

#include "Dot.h"
#include "Emitters.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace ringc;

/// What isn't drawn, as lines of the title.
static std::string omissions(const Fabric &F, ArrayRef<NodeId> Nodes) {
  std::string Text;
  if (F.Established.contains(Phase::Stitched) && Nodes.size() < F.numNodes()) {
    const uint32_t First = uint32_t(Nodes.size()) - 1, End = *Nodes.back();
    std::vector<NodeId> Omitted;
    for (uint32_t N = First; N < End; ++N)
      Omitted.push_back(NodeId(N));
    Text += "\\nthe rings of " + nameNodes(Omitted) + " are not drawn: " +
            countOf(F.FirstRank[End] - F.FirstRank[First], "rank");
  }
  const std::vector<uint32_t> InUse = F.serversInUse();
  if (InUse.size() > MaxDrawnServers)
    Text += "\\nservers " + utostr(InUse[MaxDrawnServers]) + " to " +
            utostr(InUse.back()) + " are not drawn";
  return Text;
}

std::string ringc::countOf(size_t N, StringRef What) {
  return (Twine(N) + " " + What + (N == 1 ? "" : "s")).str();
}

static std::string titleOf(const Fabric &F, ArrayRef<NodeId> Nodes) {
  std::string Title = countOf(F.numNodes(), "node") + ", " +
                      countOf(F.numRanks(), "rank") + ", rules of " +
                      std::string(F.Rules->Name);
  if (F.Established.contains(Phase::Stitched)) {
    size_t Copies = 0;
    for (const Channel &C : F.Channels)
      Copies += C.CopyOf.has_value();
    Title += "\\n" + countOf(F.Channels.size() - Copies, "channel") + " and " +
             (Copies == 1 ? "1 copy" : utostr(Copies) + " copies");
  }
  return Title + omissions(F, Nodes);
}

static void legendLine(unsigned &Number, DotLine Line, bool Directed,
                       StringRef Text, DotText &D) {
  const std::string Id = "legend" + utostr(Number++);
  D.node(Id, {{"shape", "point"}, {"style", "invis"}});
  D.node(Id + "_text", {{"label", Text.str()}, {"shape", "plaintext"}});
  D.edge(Id, Id + "_text",
         {{"style", Line.Style.str()},
          {"color", Line.Color.str()},
          {"penwidth", Line.Width.str()},
          {"dir", Directed ? "" : "none"}});
}

static void drawLegend(const Fabric &F, DotText &D) {
  unsigned Number = 0;
  D.cluster("legend",
            {{"label", "numbers at links are GB/s"}, {"style", "rounded"}});
  legendLine(Number, lineOf(LinkType::Nvl), false, "NVLink", D);
  legendLine(Number, lineOf(LinkType::Pci), false, "PCI", D);
  legendLine(Number, lineOf(LinkType::Sys), false, "between CPUs", D);
  legendLine(Number, lineOf(LinkType::Net), false, "from a NIC to its net", D);
  if (F.Established.contains(Phase::Stitched)) {
    const StringRef Ink = "#202020";
    legendLine(Number, {"solid", Ink, "1"}, true, "to the next rank of a ring",
               D);
    legendLine(Number, {"dotted", Ink, "1"}, true, "... through host memory",
               D);
    legendLine(Number, {"solid", Ink, "3"}, true, "... to another node", D);
    legendLine(Number, {"dashed", Ink, "3"}, true,
               "... from one net number to another", D);
  }
  D.end();
}

bool ringc::emitDot(const Fabric &F, const EmitOptions &Options,
                    raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "dot", Diags))
    return false;
  const bool WithRings = F.Established.contains(Phase::Graph);
  const std::vector<NodeId> Nodes = drawnNodes(F);
  DotText D(OS);
  D.graph("fabric");
  D.defaults("graph", {{"label", titleOf(F, Nodes)},
                       {"labelloc", "t"},
                       {"rankdir", "LR"},
                       {"nodesep", "0.15"},
                       {"ranksep", "0.35"},
                       {"fontname", "Helvetica"},
                       {"fontsize", "12"}});
  D.defaults("node", {{"shape", "box"},
                      {"style", "filled"},
                      {"fillcolor", "white"},
                      {"width", "0.3"},
                      {"height", "0.3"},
                      {"margin", "0.06,0.03"},
                      {"fontname", "Helvetica"},
                      {"fontsize", "10"}});
  D.defaults(
      "edge",
      {{"arrowsize", "0.6"}, {"fontname", "Helvetica"}, {"fontsize", "8"}});
  const StringRef Anchor = WithRings ? "rings" : "";
  const std::vector<uint32_t> InUse = F.serversInUse();
  for (uint32_t S : ArrayRef(InUse).take_front(MaxDrawnServers))
    drawServer(F, ServerId(S), Anchor, D);
  if (WithRings)
    drawRings(F, Nodes, Anchor, D);
  drawLegend(F, D);
  D.end();
  return true;
}
