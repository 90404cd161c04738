//===- Pass.cpp - allgather over a fabric ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the figures of all distinct servers; says which one set the minimum.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "AllGather.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/AllGather.inc"

using namespace ringc;

namespace {

class AllGatherPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override;
};

} // namespace

/// Where a server's remarks point: its first GPU.
static SrcLoc placeOf(const Server &S) {
  return S.Sys.numGpus() ? S.Sys.of(NodeType::Gpu).front().Loc : SrcLoc();
}

/// Says which servers could do more than \p Least channels, and which one
/// can't.
static void remarkMinimum(const Fabric &F, int Least, RemarkList &Remarks) {
  size_t Limiting = 0;
  while (F.Servers[Limiting].Graph.nChannels != Least)
    ++Limiting;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &S = F.Servers[I];
    if (S.Graph.nChannels == Least)
      continue;
    Remark R(Remark::Kind::Missed, "allgather", "ChannelMinimum",
             "server " + std::to_string(I), placeOf(S));
    R.text("uses ").arg("Used", Least).text(" of its ");
    R.arg("Found", S.Graph.nChannels).text(" channels: server ");
    R.arg("Limiting", Limiting).text(" (");
    R.arg("Source", F.Servers[Limiting].Source).text(") has no more");
    Remarks.add(std::move(R));
  }
}

void AllGatherPass::run(Fabric &F, PassContext &Ctx) {
  std::vector<GraphFigures> All;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &S = F.Servers[I];
    if (!isOneNode(S.Ranks)) {
      Ctx.Diags.report(diag::err_gather_node) << I;
      return;
    }
    All.push_back(figuresOf(S.Graph));
  }
  const GraphFigures Least = leastFigures(All);
  F.Common = Gathered{Least.NumChannels,         Least.SameChannels,
                      Least.SpeedIntra,          Least.SpeedInter,
                      PathType(Least.TypeIntra), PathType(Least.TypeInter)};
  remarkMinimum(F, Least.NumChannels, Ctx.Remarks);
  F.Established.insert(Phase::Gathered);
}

std::unique_ptr<FabricPass>
ringc::createAllGatherPass(const AllGatherOptions &Options) {
  return std::make_unique<AllGatherPass>();
}
