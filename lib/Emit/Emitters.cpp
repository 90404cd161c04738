//===- Emitters.cpp - The table of outputs --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of -emit, what each needs and who writes it. What a kind needs is
// compared with what is established before it is asked to write, so an emitter
// may rely on its phases.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "passes/KangaRing/KangaRing.h"
#include "ringc/IR/Text.h"

using namespace ringc;

static bool emitRing(const Fabric &F, const EmitOptions &Options,
                     llvm::raw_ostream &OS, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "ring", Diags))
    return false;
  printFabric(F, OS);
  return true;
}

static bool emitNone(const Fabric &, const EmitOptions &, llvm::raw_ostream &,
                     DiagnosticEngine &) {
  return true;
}

static constexpr EmitterInfo Emitters[] = {
    {"wiring", "the wiring as a binary blob, for loaders and for ringc itself",
     allPhases(), true, emitWiring},
    {"ring", "the text form of the IR, as far as it is established", PhaseSet(),
     false, emitRing},
    {"json", "the wiring as JSON, schema ringc.wiring/1", allPhases(), false,
     emitJson},
    {"nccl-graph", "the channels as XML for NCCL_GRAPH_FILE",
     PhaseSet{Phase::Parsed, Phase::System, Phase::Graph}, false,
     emitNcclGraph},
    {"nccl-log", "what NCCL logs about its rings, of any number of ranks",
     allPhases(), false, emitNcclLog},
    {"topology", "the system XML, completed, in the form NCCL reads",
     PhaseSet{Phase::Parsed}, false, emitTopology},
    {"dot", "a drawing of the servers and rings, for Graphviz",
     PhaseSet{Phase::Parsed, Phase::System}, false, emitDot},
    {"bandwidth", "a table of what each link and NIC carries, and what limits",
     allPhases(), false, emitBandwidth},
    {"none", "nothing: only check", PhaseSet(), false, emitNone},
};

std::vector<std::vector<int>> ringc::kangaPathsOf(const Fabric &F) {
  std::vector<std::vector<int>> Paths;
  const Server &S = F.Servers[*F.Nodes.front()];
  // What doesn't add up is no path; the pass kanga-ring reports it.
  if (F.Rules->Search == SearchKind::Neuron && F.singleNode())
    (void)kangaPaths(S.Graph.intra, unsigned(S.Graph.nChannels), S.Ranks,
                     Paths);
  return Paths;
}

llvm::ArrayRef<EmitterInfo> ringc::getEmitters() { return Emitters; }

const EmitterInfo *ringc::findEmitter(llvm::StringRef Name) {
  for (const EmitterInfo &E : Emitters)
    if (Name == E.Name)
      return &E;
  return nullptr;
}

bool ringc::checkRank(const Fabric &F, const EmitOptions &Options,
                      DiagnosticEngine &Diags) {
  if (!Options.Rank || **Options.Rank < F.numRanks())
    return true;
  Diags.report(diag::err_emit_no_such_rank)
      << **Options.Rank << F.numRanks() - 1;
  return false;
}

bool ringc::refuseRank(const EmitOptions &Options, llvm::StringRef Kind,
                       DiagnosticEngine &Diags) {
  if (!Options.Rank)
    return true;
  Diags.report(diag::err_emit_no_rank_view) << Kind << **Options.Rank;
  return false;
}
