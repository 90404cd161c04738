//===- Pass.cpp - lint-fabric over a fabric -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ringc/Pass/Pass.h"
#include "Checks.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/LintFabric.inc"

using namespace ringc;

static constexpr lint::Check *Checks[] = {
    lint::checkOddGpus,  lint::checkVirtualNets,  lint::checkSameNets,
    lint::checkFlatPci,  lint::checkManyElements, lint::checkUnequalServers,
    lint::checkSlowHops, lint::checkSharedNets,   lint::checkCrossRail,
};

namespace {

class LintFabricPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override {
    if (F.Rules->Search == SearchKind::Neuron)
      return;
    for (lint::Check *Look : Checks)
      Look(F, Ctx.Diags);
  }
};

} // namespace

std::unique_ptr<FabricPass>
ringc::createLintFabricPass(const LintFabricOptions &) {
  return std::make_unique<LintFabricPass>();
}
