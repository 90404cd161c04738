//===- PassManager.cpp - Runs passes in order, checks between -------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of passes and a loop over it. LLVM's own manager would bring nested
// units and analyses to invalidate, of which there are none here, and LLVMCore
// with it.
//
// Around each pass: required phases are there; instrumentation; the pass; then
// every established phase is verified, since a stranger's pass may touch any
// table.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/PassManager.h"
#include "ringc/IR/Verify.h"

using namespace llvm;
using namespace ringc;

void PassManager::add(const PassInfo &Info, std::unique_ptr<FabricPass> Pass) {
  Entries.push_back({Info, std::move(Pass)});
}

Error PassManager::stopAt(Phase P, bool Including, const Fabric &F) {
  for (size_t I = 0; I < Entries.size(); ++I) {
    if (!Entries[I].Info.Establishes.contains(P))
      continue;
    Entries.erase(Entries.begin() + ptrdiff_t(Including ? I + 1 : I),
                  Entries.end());
    return Error::success();
  }
  if (Including && F.Established.contains(P)) {
    Entries.clear();
    return Error::success();
  }
  if (F.Established.contains(P))
    return createStringError("phase '%s' is established already",
                             toString(P).data());
  return createStringError("no pass of the pipeline establishes phase '%s'",
                           toString(P).data());
}

void PassManager::skipEstablished(const Fabric &F) {
  size_t I = 0;
  while (I < Entries.size() &&
         F.Established.containsAll(Entries[I].Info.Establishes))
    ++I;
  Entries.erase(Entries.begin(), Entries.begin() + ptrdiff_t(I));
}

/// Reports the first phase that \p Info requires and \p F lacks. True if none.
static bool checkRequired(const PassInfo &Info, const Fabric &F,
                          const PassRegistry &Registry,
                          DiagnosticEngine &Diags) {
  const std::optional<Phase> Missing =
      F.Established.firstMissing(Info.Requires);
  if (!Missing)
    return true;
  Diags.report(diag::err_pass_requires) << Info.Name << toString(*Missing);
  if (const PassInfo *By = Registry.findEstablishing(*Missing))
    Diags.report(diag::note_pass_establishes) << By->Name << toString(*Missing);
  return false;
}

bool PassManager::run(Fabric &F, PassContext &Ctx,
                      const PassRegistry &Registry) {
  for (Entry &E : Entries) {
    if (!checkRequired(E.Info, F, Registry, Ctx.Diags))
      return false;
    for (PassInstrumentation &Hook : Hooks)
      if (Hook.Before)
        Hook.Before(E.Info, F);
    E.Pass->run(F, Ctx);
    for (PassInstrumentation &Hook : Hooks)
      if (Hook.After)
        Hook.After(E.Info, F);
    if (Ctx.Diags.hasErrors())
      return false;
    if (!F.Established.containsAll(E.Info.Establishes)) {
      Ctx.Diags.report(diag::err_pass_broke_promise)
          << E.Info.Name
          << toString(*F.Established.firstMissing(E.Info.Establishes));
      return false;
    }
    if (VerifyEach && !verifyFabric(F, Ctx.Diags)) {
      Ctx.Diags.report(diag::note_broken_after) << E.Info.Name;
      return false;
    }
  }
  return true;
}
