//===- Pass.cpp - allgather over a fabric ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the figures of all servers in use; says which one set the minimum.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "AllGather.h"
#include "llvm/ADT/STLExtras.h"
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

/// Says which of the servers \p InUse could do more than \p Least channels, and
/// which one can't.
static void remarkMinimum(const Fabric &F, llvm::ArrayRef<uint32_t> InUse,
                          int Least, RemarkList &Remarks) {
  const uint32_t Limiting = *llvm::find_if(
      InUse, [&](uint32_t I) { return F.Servers[I].Graph.nChannels == Least; });
  for (uint32_t I : InUse) {
    const Server &S = F.Servers[I];
    if (S.Graph.nChannels == Least)
      continue;
    Remark R(Remark::Kind::Missed, "allgather", "ChannelMinimum",
             "server " + std::to_string(I), placeOfFirstGpu(S));
    R.text("uses ").arg("Used", Least).text(" of its ");
    R.arg("Found", S.Graph.nChannels).text(" channels: server ");
    R.arg("Limiting", Limiting).text(" (");
    R.arg("Source", F.Servers[Limiting].Source).text(") has no more");
    Remarks.add(std::move(R));
  }
}

void AllGatherPass::run(Fabric &F, PassContext &Ctx) {
  std::vector<GraphFigures> All;
  // Servers that no node is send nothing and so decide nothing.
  const std::vector<uint32_t> InUse = F.serversInUse();
  for (uint32_t I : InUse) {
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
  remarkMinimum(F, InUse, Least.NumChannels, Ctx.Remarks);
}

std::unique_ptr<FabricPass>
ringc::createAllGatherPass(const AllGatherOptions &Options) {
  return std::make_unique<AllGatherPass>();
}
