//===- Extras.cpp - A plug-in that brings one of each ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass in the default pipeline that asks an analysis twice and warns, a kind
// of output, and a verifier.
//
//===----------------------------------------------------------------------===//

#include "ringc/Plugin/Plugin.h"
namespace extras {
#include "ringc/test/Extras.inc"
}

using namespace ringc;

namespace {

/// How many ranks there are; counts how often it was computed.
struct RankCount : AnalysisResult {
  static constexpr char Name[] = "rank-count";
  static RankCount run(const Fabric &F) {
    RankCount R;
    R.Ranks = F.numRanks();
    return R;
  }
  void print(llvm::raw_ostream &OS) const override {
    OS << Ranks << " ranks\n";
  }
  unsigned Ranks = 0;
};

struct CountPass : FabricPass {
  void run(Fabric &F, PassContext &Ctx) override {
    const RankCount *First = &Ctx.Analyses.get<RankCount>(F);
    const bool Kept = First == &Ctx.Analyses.get<RankCount>(F);
    Ctx.Diags.report(extras::warn_extras_many) << First->Ranks;
    Remark R(Remark::Kind::Analysis, "count", "Counted", "fabric");
    R.text(Kept ? "counted once" : "counted twice");
    Ctx.Remarks.add(std::move(R));
  }
};

} // namespace

static bool emitCount(const Fabric &F, const EmitOptions &,
                      llvm::raw_ostream &OS, DiagnosticEngine &) {
  OS << F.numRanks() << " ranks in " << F.numNodes() << " nodes\n";
  return true;
}

static bool verifyEven(const Fabric &F, DiagnosticEngine &Diags) {
  for (const Server &S : F.Servers)
    if (S.numRanks() % 2)
      Diags.report(extras::err_extras_odd, placeOf(S)) << S.numRanks();
  return !Diags.hasErrors();
}

static llvm::Error registerAll(Registry &R) {
  PassInfo Count{};
  Count.Name = "count";
  Count.Summary = "count the ranks";
  Count.Requires = PhaseSet{Phase::System};
  Count.OnlyLooks = true;
  Count.Create =
      [](const PassArguments &) -> llvm::Expected<std::unique_ptr<FabricPass>> {
    return std::make_unique<CountPass>();
  };
  if (llvm::Error E = R.add(Count))
    return E;
  if (llvm::Error E = R.addDiagnostics(extras::Table))
    return E;
  if (llvm::Error E = R.add(analysisInfo<RankCount>("how many ranks there are",
                                                    PhaseSet{Phase::System})))
    return E;
  if (llvm::Error E =
          R.add(EmitterInfo{"count", "the number of ranks",
                            PhaseSet{Phase::System}, false, emitCount}))
    return E;
  if (llvm::Error E =
          R.add(VerifierInfo{"even-ranks", Phase::System, verifyEven}))
    return E;
  R.insertAfter(Phase::System, "count");
  return llvm::Error::success();
}
RINGC_PLUGIN("extras", "1.0", registerAll)
