//===- NcclGraph.cpp - The channels for NCCL_GRAPH_FILE -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graph 0, the ring graph, with NCCL's attribute names in NCCL's order
// (nccl-search section 9, confirmed). The channels are those after the final
// splitting: NCCL takes a loaded graph as it is. GPUs are named by their `dev`,
// not by rank, and NETs by their device number.
//
// A graph file speaks about one server. A fabric of different servers has one
// only if all their files would be the same.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "XmlText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

/// A graph file names a GPU by its dev, so two with one dev can't be told
/// apart.
static bool checkDevs(const Server &S, DiagnosticEngine &Diags) {
  // Any int may come from a file; DenseMap keeps two keys of its type for
  // itself.
  DenseMap<int64_t, const Node *> ByDev;
  for (const Node &Gpu : S.Sys.of(NodeType::Gpu)) {
    const auto [Known, Inserted] = ByDev.try_emplace(Gpu.Gpu.Dev, &Gpu);
    if (Inserted)
      continue;
    Diags.report(diag::err_emit_graph_dev_twice, Gpu.Loc)
        << Known->second->Gpu.Rank << Gpu.Gpu.Rank << Gpu.Gpu.Dev;
    Diags.report(diag::note_emit_first_gpu, Known->second->Loc) << Gpu.Gpu.Dev;
    return false;
  }
  return true;
}

/// Says what NCCL's reader would make of the file.
static void warnAboutReader(const Server &S, const Profile &P,
                            DiagnosticEngine &Diags) {
  const SrcLoc Loc = placeOf(S);
  // With NCCL_CROSS_NIC unset a graph with crossnic 1 is passed over
  // (nccl-search section 9, confirmed).
  if (S.Graph.crossNic == 1)
    Diags.report(diag::warn_emit_graph_crossnic, Loc) << S.Graph.crossNic;
  // Going over these is memory corruption in NCCL, not an error (nccl-search,
  // Limits and section 16, confirmed).
  const unsigned PerChannel = S.numRanks() + (S.Sys.numNets() ? 2 : 0);
  if (PerChannel > unsigned(P.MaxXmlChildren))
    Diags.report(diag::warn_emit_graph_children, Loc)
        << PerChannel << P.MaxXmlChildren;
  const unsigned Elements = 2 + unsigned(S.Graph.nChannels) * (1 + PerChannel);
  if (Elements > unsigned(P.MaxXmlElements))
    Diags.report(diag::warn_emit_graph_elements, Loc)
        << Elements << P.MaxXmlElements;
}

static void writeChannel(const Server &S, unsigned Channel, XmlText &X) {
  const abi::ncclTopoGraph &G = S.Graph;
  const auto Device = [&X](StringRef Element, int Dev) {
    X.begin(Element);
    X.attribute("dev", Dev);
    X.empty();
  };
  X.begin("channel");
  X.open();
  if (S.Sys.numNets())
    Device("net", G.inter[2 * Channel]);
  for (unsigned I = 0; I < S.numRanks(); ++I) {
    const int Index = S.Sys.gpuOfRank(G.intra[Channel * S.numRanks() + I]);
    if (Index >= 0)
      Device("gpu", S.Sys.of(NodeType::Gpu)[size_t(Index)].Gpu.Dev);
  }
  if (S.Sys.numNets())
    Device("net", G.inter[2 * Channel + 1]);
  X.close("channel");
}

static std::string graphFileOf(const Server &S) {
  const abi::ncclTopoGraph &G = S.Graph;
  std::string Text;
  raw_string_ostream OS(Text);
  XmlText X(OS);
  X.begin("graphs");
  X.attribute("version", 1);
  X.open();
  X.begin("graph");
  X.attribute("id", 0);
  X.attribute("pattern", G.pattern);
  X.attribute("crossnic", G.crossNic);
  X.attribute("nchannels", G.nChannels);
  X.attribute("speedintra", G.speedIntra);
  X.attribute("speedinter", G.speedInter);
  X.attribute("typeintra", toString(PathType(G.typeIntra)));
  X.attribute("typeinter", toString(PathType(G.typeInter)));
  X.attribute("samechannels", G.sameChannels);
  X.open();
  for (int C = 0; C < G.nChannels; ++C)
    writeChannel(S, unsigned(C), X);
  X.close("graph");
  X.close("graphs");
  return Text;
}

bool ringc::emitNcclGraph(const Fabric &F, const EmitOptions &Options,
                          raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "nccl-graph", Diags))
    return false;
  for (const Server &S : F.Servers)
    if (!checkDevs(S, Diags))
      return false;
  const Server &First = F.Servers.front();
  const std::string Text = graphFileOf(First);
  for (const Server &S : ArrayRef(F.Servers).drop_front()) {
    if (graphFileOf(S) == Text)
      continue;
    Diags.report(diag::err_emit_graphs_differ, placeOf(S))
        << First.Source << S.Source;
    Diags.report(diag::note_emit_first_server, placeOf(First)) << First.Source;
    return false;
  }
  warnAboutReader(First, *F.Rules, Diags);
  OS << Text;
  return true;
}
