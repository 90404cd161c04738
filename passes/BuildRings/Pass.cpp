//===- Pass.cpp - build-rings over a fabric -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks every channel that has tables of its own, and reports with the words
// of the runtime, without its leading "Error : ".
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "BuildRings.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/BuildRings.inc"

using namespace ringc;

namespace {

class BuildRingsPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override;
};

} // namespace

/// Reports how the walk of channel \p C failed.
static void report(DiagnosticEngine &Diags, size_t C, const Channel &Ring,
                   const RingWalk &Walk) {
  switch (Walk.What) {
  case RingWalk::End::Closed:
    return;
  case RingWalk::End::Open:
    Diags.report(diag::err_ring_open) << C << Walk.At << 0;
    return;
  case RingWalk::End::MissingRank:
    Diags.report(diag::err_ring_missing_rank) << C << Walk.At;
    return;
  case RingWalk::End::WrongPrev:
    const int32_t Next = Ring.Next[size_t(Walk.At)];
    Diags.report(diag::err_verify_prev)
        << C << Walk.At << Next << Ring.Prev[size_t(Next)];
    return;
  }
}

void BuildRingsPass::run(Fabric &F, PassContext &Ctx) {
  for (size_t C = 0; C < F.Channels.size(); ++C) {
    Channel &Ring = F.Channels[C];
    if (Ring.CopyOf)
      continue;
    Ring.Order.resize(F.numRanks());
    const RingWalk Walk = walkRing(Ring.Next, Ring.Prev, 0, Ring.Order);
    report(Ctx.Diags, C, Ring, Walk);
  }
}

std::unique_ptr<FabricPass>
ringc::createBuildRingsPass(const BuildRingsOptions &Options) {
  return std::make_unique<BuildRingsPass>();
}
