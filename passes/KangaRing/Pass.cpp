//===- Pass.cpp - kanga-ring over a fabric --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments are all there is of the paths: whoever wants them, puts them
// together (kangaPaths). Here it is checked that they can be, and where the
// runtime's own gate keeps them empty they are filled on request.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "KangaRing.h"
#include "ringc/Neuron/Kanga.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/KangaRing.inc"

using namespace ringc;

namespace {

class KangaRingPass : public FabricPass {
public:
  explicit KangaRingPass(const KangaRingOptions &Options) : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  KangaRingOptions Options;
};

} // namespace

static void remark(const Server &S, const char *Why, RemarkList &Remarks) {
  Remark R(Remark::Kind::Missed, "kanga-ring", "NoKangaPaths", "server 0",
           placeOfFirstGpu(S));
  R.text("no kanga paths: ").arg("Reason", Why);
  Remarks.add(std::move(R));
}

void KangaRingPass::run(Fabric &F, PassContext &Ctx) {
  if (F.Rules->Search != SearchKind::Neuron)
    return;
  Server &S = F.Servers[*F.Nodes.front()];
  const bool All = Options.Families == KangaRingFamilies::All;
  const neuron::KangaDevices Devices =
      neuron::kangaDevices(S.Sys, F.singleNode(), All);
  if (Devices.WhyNot) {
    remark(S, Devices.WhyNot, Ctx.Remarks);
    return;
  }
  const unsigned NumChannels = unsigned(S.Graph.nChannels);
  if (All)
    fillKanga(S.Graph.intra, NumChannels, Devices.Ranks, S.Ranks);
  std::vector<std::vector<int>> Paths;
  const KangaError E = kangaPaths(S.Graph.intra, NumChannels, S.Ranks, Paths);
  if (E) {
    Ctx.Diags.report(diag::err_kanga_fragment, placeOfFirstGpu(S))
        << E.Path << E.Rank;
    return;
  }
  Remark R(Remark::Kind::Passed, "kanga-ring", "KangaPaths", "server 0",
           placeOfFirstGpu(S));
  R.arg("Paths", Paths.size()).text(" kanga paths over ");
  R.arg("Ranks", S.numRanks()).text(" ranks");
  Ctx.Remarks.add(std::move(R));
}

std::unique_ptr<FabricPass>
ringc::createKangaRingPass(const KangaRingOptions &Options) {
  return std::make_unique<KangaRingPass>(Options);
}
