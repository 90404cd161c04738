//===- Registry.h - What one compiler knows ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes, kinds of output, analyses, verifiers, diagnostics, and what stands in
// the default pipeline besides the shipped passes. Filled before a compilation,
// by registerBuiltinPasses() and by plug-ins; then only read, by as many
// compilations at a time as there are.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PLUGIN_REGISTRY_H
#define RINGC_PLUGIN_REGISTRY_H

#include "ringc/Emit/Emitter.h"
#include "ringc/Pass/Analysis.h"
#include "ringc/Pass/Pass.h"
#include <deque>

namespace ringc {

struct PluginInfo;

/// A check of a stranger's, run like our own: after every pass, if its phase
/// holds, and on fabrics that come as text or blob.
struct VerifierInfo {
  const char *Name;
  Phase Of;
  /// Reports what is wrong; false after an error.
  bool (*Verify)(const Fabric &F, DiagnosticEngine &Diags);
};

/// Passes that stand in the default pipeline besides the shipped ones.
struct Insertion {
  Phase After;      ///< has just been established
  std::string Text; ///< as of -passes
};

class Registry {
public:
  /// Each adds one thing; an error if its name is taken, or if it lacks its
  /// name, summary or function. What infos point at outlives the registry.
  llvm::Error add(const PassInfo &Info) { return Passes.add(Info); }
  llvm::Error add(const EmitterInfo &Info);
  llvm::Error add(const AnalysisInfo &Info);
  llvm::Error add(const VerifierInfo &Info);
  /// Adds messages; an error if a warning's name is taken.
  llvm::Error addDiagnostics(llvm::ArrayRef<DiagnosticInfo> Table);
  /// Puts passes, as text of -passes, into the default pipeline where \p P has
  /// just been established (parsed: system, too, since passes start there);
  /// what was inserted there before stays in front. They establish nothing.
  void insertAfter(Phase P, llvm::StringRef PassText) {
    Insertions.push_back({P, PassText.str()});
  }
  bool hasPlugins() const { return !Plugins.empty(); }
  /// Notes that the plug-in \p Info is in here. False if it was already.
  bool note(const PluginInfo &Info);

  const PassRegistry &passes() const { return Passes; }
  /// All kinds of output, ours first.
  std::vector<EmitterInfo> emitters() const;
  /// The kind called \p Name, or null.
  const EmitterInfo *findEmitter(llvm::StringRef Name) const;
  const std::deque<AnalysisInfo> &analyses() const { return Analyses; }
  const AnalysisInfo *findAnalysis(llvm::StringRef Name) const;
  llvm::ArrayRef<Insertion> insertions() const { return Insertions; }
  /// Makes all messages known to \p Diags.
  void tell(DiagnosticEngine &Diags) const;
  /// Verifies \p F by all added verifiers whose phases hold. False after an
  /// error.
  bool verify(const Fabric &F, DiagnosticEngine &Diags) const;
  /// \p Shipped, passes without options, with what was inserted after phase
  /// \p First and later ones.
  std::string pipeline(llvm::StringRef Shipped,
                       Phase First = Phase::Parsed) const;

private:
  PassRegistry Passes;
  std::deque<EmitterInfo> Emitters; ///< added ones
  std::deque<AnalysisInfo> Analyses;
  std::vector<VerifierInfo> Verifiers;
  std::vector<llvm::ArrayRef<DiagnosticInfo>> Diagnostics;
  std::vector<Insertion> Insertions;
  std::vector<const PluginInfo *> Plugins;
};

} // namespace ringc

#endif // RINGC_PLUGIN_REGISTRY_H
