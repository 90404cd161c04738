//===- PassManager.cpp - Runs passes in order, checks between -------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before anything runs: does each pass find its phases, and are those it
// establishes still open? Then for each pass: run it; note its phases; verify.
// Which phases hold is the manager's to say: a pass can't take one away from
// the verifier. Everything that is established is verified anew after each
// pass, not only the new phase, because a stranger's pass may have touched any
// table. A pass that reports an error ends the run.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/PassManager.h"
#include "ringc/Pass/Guard.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ringc;

void PassManager::add(const PassInfo &Info, std::unique_ptr<FabricPass> Pass) {
  Entries.push_back({Info, std::move(Pass), SrcLoc()});
}

bool PassManager::stopAt(Phase P, bool Including, const Fabric &F,
                         DiagnosticEngine &Diags,
                         const PassRegistry &Registry) {
  if (F.Established.contains(P)) {
    if (!Including)
      Diags.report(diag::err_stop_before_established) << toString(P);
    // What establishes nothing may be asked to change what there is.
    Entries.erase(find_if(Entries,
                          [](const Entry &E) {
                            return E.FromDefault || !E.Info.Establishes.empty();
                          }),
                  Entries.end());
    return Including;
  }
  for (size_t I = 0; I < Entries.size(); ++I)
    if (Entries[I].Info.Establishes.contains(P)) {
      Entries.resize(I + Including);
      return true;
    }
  Diags.report(diag::err_phase_not_reached) << toString(P);
  if (const PassInfo *Info = Registry.findEstablishing(P))
    Diags.report(diag::note_pass_establishes) << Info->Name;
  return false;
}

void PassManager::skipEstablished(const Fabric &F) {
  // What establishes nothing is done with when something after it is.
  auto Kept = Entries.begin();
  for (auto At = Entries.begin(); At != Entries.end() && At->FromDefault;
       ++At) {
    if (At->Info.Establishes.empty())
      continue;
    if (!F.Established.containsAll(At->Info.Establishes))
      break;
    Kept = At + 1;
  }
  Entries.erase(Entries.begin(), Kept);
}

PhaseSet PassManager::establishedAfter(PhaseSet All) const {
  for (const Entry &E : Entries)
    All |= E.Info.Establishes;
  return All;
}

bool PassManager::establishes(Phase P) const {
  for (const Entry &E : Entries)
    if (E.Info.Establishes.contains(P))
      return true;
  return false;
}

bool PassManager::check(PhaseSet Held, DiagnosticEngine &Diags,
                        const PassRegistry &Registry) const {
  for (const Entry &E : Entries) {
    if (auto Missing = Held.firstMissing(E.Info.Requires)) {
      if (const PassInfo *Info = Registry.findEstablishing(*Missing))
        Diags.report(diag::err_pass_requires, E.Loc)
            << E.Info.Name << toString(*Missing) << Info->Name;
      else
        Diags.report(diag::err_pass_requires_unknown, E.Loc)
            << E.Info.Name << toString(*Missing);
      return false;
    }
    for (unsigned I = 0; I < NumPhases; ++I)
      if (E.Info.Establishes.contains(Phase(I)) && Held.contains(Phase(I))) {
        Diags.report(diag::err_pass_again, E.Loc)
            << E.Info.Name << toString(Phase(I));
        return false;
      }
    Held |= E.Info.Establishes;
  }
  return true;
}

/// What isn't a pass's to change is as it was again, and reported if it was
/// changed: later passes and the verifier go by it.
static void restore(Fabric &F, PhaseSet Held, const Profile *Rules,
                    const PassInfo &Info, DiagnosticEngine &Diags) {
  if (F.Established != Held)
    Diags.report(diag::err_pass_changes) << Info.Name << "phases hold";
  if (F.Rules != Rules)
    Diags.report(diag::err_pass_changes) << Info.Name << "profile is followed";
  F.Established = Held;
  F.Rules = Rules;
}

bool PassManager::runOne(Entry &E, Fabric &F, PassContext &Ctx) {
  const unsigned Errors = Ctx.Diags.getNumErrors();
  for (const PassInstrumentation &H : Hooks)
    if (H.Before)
      H.Before(E.Info, F);
  Ctx.Place = E.Loc;
  const PhaseSet Held = F.Established;
  const Profile *Rules = F.Rules;
  callGuarded("pass", E.Info.Name, Ctx.Diags, [&] { E.Pass->run(F, Ctx); });
  restore(F, Held, Rules, E.Info, Ctx.Diags);
  if (!E.Info.OnlyLooks)
    Ctx.Analyses.clear();
  if (Ctx.Diags.getNumErrors() == Errors)
    F.Established |= E.Info.Establishes;
  for (const PassInstrumentation &H : Hooks)
    if (H.After)
      H.After(E.Info, F);
  if (Ctx.Diags.getNumErrors() != Errors)
    return false;
  if (!VerifyEach || VerifyEach(F, Ctx.Diags))
    return true;
  Ctx.Diags.report(diag::note_after_pass) << E.Info.Name;
  return false;
}

bool PassManager::run(Fabric &F, PassContext &Ctx,
                      const PassRegistry &Registry) {
  if (!check(F, Ctx.Diags, Registry))
    return false;
  for (Entry &E : Entries)
    if (!runOne(E, F, Ctx))
      return false;
  return true;
}
