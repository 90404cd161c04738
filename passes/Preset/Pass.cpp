//===- Pass.cpp - preset over a fabric ------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every distinct server the fragments of its ranks.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "Preset.h"
#include "passes/KangaRing/KangaRing.h"
#include "ringc/Neuron/Kanga.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/Preset.inc"

using namespace ringc;

namespace {

class PresetPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override;
};

} // namespace

/// The fork's part of Preset: on the SwitchV1 family the fragments carry their
/// device's part of the kanga paths, too (ring seed section 2, confirmed).
static void presetKanga(Server &S, bool SingleNode) {
  const neuron::KangaDevices Devices =
      neuron::kangaDevices(S.Sys, SingleNode, false);
  if (!Devices.WhyNot)
    fillKanga(S.Graph.intra, unsigned(S.Graph.nChannels), Devices.Ranks,
              S.Ranks);
}

void PresetPass::run(Fabric &F, PassContext &Ctx) {
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    Server &S = F.Servers[I];
    S.Ranks.resize(S.numRanks());
    const PresetError E =
        presetRanks(S.Graph.intra, unsigned(S.Graph.nChannels), S.Ranks);
    if (E) {
      Ctx.Diags.report(diag::err_preset_order) << I << E.Channel << E.Rank;
      return;
    }
    if (F.Rules->Search == SearchKind::Neuron)
      presetKanga(S, F.singleNode());
  }
}

std::unique_ptr<FabricPass>
ringc::createPresetPass(const PresetOptions &Options) {
  return std::make_unique<PresetPass>();
}
