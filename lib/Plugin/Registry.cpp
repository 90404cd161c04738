//===- Registry.cpp - What one compiler knows -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists in order of registration: they are short.
//
//===----------------------------------------------------------------------===//

#include "ringc/Plugin/Registry.h"
#include "ringc/Pass/Guard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace ringc;

static Error taken(const char *What, StringRef Name) {
  return createStringError(Twine(What) + " called '" + Name +
                           "' is registered already");
}

/// An error if something that \p What stands for lacks what it is used by.
static Error checkWhole(const char *What, const char *Name, bool HasRest) {
  if (Name && HasRest)
    return checkName(Name);
  return createStringError(Twine(What) +
                           " lacks its name, summary or function");
}

Error Registry::add(const EmitterInfo &Info) {
  if (Error E = checkWhole("a kind of output", Info.Name,
                           Info.Summary && (Info.Emit || Info.EmitFiles)))
    return E;
  if (findEmitter(Info.Name))
    return taken("a kind of output", Info.Name);
  Emitters.push_back(Info);
  return Error::success();
}

Error Registry::add(const AnalysisInfo &Info) {
  if (Error E = checkWhole("an analysis", Info.Name, Info.Summary && Info.Run))
    return E;
  if (findAnalysis(Info.Name))
    return taken("an analysis", Info.Name);
  Analyses.push_back(Info);
  return Error::success();
}

Error Registry::add(const VerifierInfo &Info) {
  if (Error E = checkWhole("a verifier", Info.Name, Info.Verify))
    return E;
  for (const VerifierInfo &V : Verifiers)
    if (StringRef(V.Name) == Info.Name)
      return taken("a verifier", Info.Name);
  Verifiers.push_back(Info);
  return Error::success();
}

Error Registry::addDiagnostics(ArrayRef<DiagnosticInfo> Table) {
  const auto IsTaken = [&](StringRef Flag) {
    for (unsigned I = 0; I < diag::NumDiagnostics; ++I)
      if (Flag == getDiagnosticInfo(diag::ID(I)).Flag)
        return true;
    return any_of(Diagnostics, [&](ArrayRef<DiagnosticInfo> Other) {
      return any_of(Other,
                    [&](const DiagnosticInfo &D) { return Flag == D.Flag; });
    });
  };
  StringSet<> Own;
  for (const DiagnosticInfo &D : Table) {
    if (!D.Name || !D.Flag || !D.Text)
      return createStringError("a message lacks its name, flag or text");
    if (*D.Flag && (IsTaken(D.Flag) || !Own.insert(D.Flag).second))
      return taken("a warning", D.Flag);
  }
  Diagnostics.push_back(Table);
  return Error::success();
}

bool Registry::note(const PluginInfo &Info) {
  if (is_contained(Plugins, &Info))
    return false;
  Plugins.push_back(&Info);
  return true;
}

std::vector<EmitterInfo> Registry::emitters() const {
  std::vector<EmitterInfo> All = getEmitters().vec();
  append_range(All, Emitters);
  return All;
}

const EmitterInfo *Registry::findEmitter(StringRef Name) const {
  if (const EmitterInfo *Ours = ringc::findEmitter(Name))
    return Ours;
  for (const EmitterInfo &E : Emitters)
    if (Name == E.Name)
      return &E;
  return nullptr;
}

const AnalysisInfo *Registry::findAnalysis(StringRef Name) const {
  for (const AnalysisInfo &A : Analyses)
    if (Name == A.Name)
      return &A;
  return nullptr;
}

void Registry::tell(DiagnosticEngine &Diags) const {
  for (ArrayRef<DiagnosticInfo> Table : Diagnostics)
    Diags.addDiagnostics(Table);
}

bool Registry::verify(const Fabric &F, DiagnosticEngine &Diags) const {
  for (const VerifierInfo &V : Verifiers) {
    if (!F.Established.contains(V.Of))
      continue;
    const unsigned Errors = Diags.getNumErrors();
    bool Ok = true;
    if (callGuarded("verifier", V.Name, Diags,
                    [&] { Ok = V.Verify(F, Diags); }) &&
        !Ok && Diags.getNumErrors() == Errors)
      Diags.report(diag::err_verifier_silent) << V.Name;
    if (Diags.getNumErrors() != Errors)
      return false;
  }
  return true;
}

std::string Registry::pipeline(StringRef Shipped, Phase First) const {
  std::vector<std::string> All;
  const auto Insert = [&](Phase P) {
    for (const auto &[After, Text] : Insertions)
      if (After == P && P >= First)
        All.push_back(Text);
  };
  // What comes before the first pass is established by the front end.
  Insert(Phase::Parsed);
  Insert(Phase::System);
  for (StringRef Name : split(Shipped, ',')) {
    All.push_back(Name.str());
    const PassInfo *Info = Passes.find(Name);
    for (unsigned I = 0; Info && I < NumPhases; ++I)
      if (Info->Establishes.contains(Phase(I)))
        Insert(Phase(I));
  }
  return join(All, ",");
}
