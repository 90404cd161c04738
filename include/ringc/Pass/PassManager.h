//===- PassManager.h - Runs passes in order, checks between -----*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline is a list of passes with options, from text or from code. The
// manager refuses a pass whose required phase is missing and names the pass
// that would establish it, verifies after every pass, and calls the
// instrumentation around each.
//
// A manager of our own, not llvm::PassManager: a fabric is one unit without
// nested ones and has no analyses to invalidate, so nothing of LLVM's would be
// used but its loop, and LLVMCore would be linked for that.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_PASSMANAGER_H
#define RINGC_PASS_PASSMANAGER_H

#include "ringc/IR/Verify.h"
#include "ringc/Pass/Pass.h"

namespace ringc {

/// Hooks around each pass, in order of registration. `After` is called whether
/// or not the pass reported errors, and before the verifier.
struct PassInstrumentation {
  std::function<void(const PassInfo &, const Fabric &)> Before;
  std::function<void(const PassInfo &, const Fabric &)> After;
};

/// A list of passes ready to run.
class PassManager {
public:
  /// Parses `a,b{opt=v,flag},c`, input \p File of \p Diags, with the passes of
  /// \p Registry; white space may stand anywhere between. The word `default`
  /// stands for \p Default. Reports every unknown pass or option, at its place
  /// and with the nearest known name. Nothing after an error.
  static std::optional<PassManager> parse(uint32_t File,
                                          DiagnosticEngine &Diags,
                                          const PassRegistry &Registry,
                                          llvm::StringRef Default);

  /// Adds \p Pass at the end; \p Info is what it was made from.
  void add(const PassInfo &Info, std::unique_ptr<FabricPass> Pass);
  /// Adds hooks that are called around each pass from now on.
  void instrument(PassInstrumentation I) { Hooks.push_back(std::move(I)); }
  /// What looks at the fabric after each pass; false after reporting an error,
  /// which ends the run. Nothing is no check.
  using Check = std::function<bool(const Fabric &, DiagnosticEngine &)>;
  /// All that is established is verified after each pass (verifyFabric), unless
  /// told otherwise.
  void setVerifyEach(Check C) { VerifyEach = std::move(C); }

  /// Drops the passes that come after (or, not \p Including, at) the one that
  /// establishes \p P. If \p F has \p P already, only passes before the first
  /// one that establishes anything stay; an error if it was to be excluded.
  /// False after an error.
  bool stopAt(Phase P, bool Including, const Fabric &F, DiagnosticEngine &Diags,
              const PassRegistry &Registry);
  /// Drops the leading passes that came from `default` and whose phases \p F
  /// has already.
  void skipEstablished(const Fabric &F);

  bool empty() const { return Entries.empty(); }
  /// The phases that hold after a run on \p F.
  PhaseSet establishedAfter(const Fabric &F) const {
    return establishedAfter(F.Established);
  }
  PhaseSet establishedAfter(PhaseSet Held) const;
  /// Whether a pass here establishes \p P.
  bool establishes(Phase P) const;

  /// Refuses the first pass that comes too early or too late for \p F. True if
  /// there is none.
  bool check(const Fabric &F, DiagnosticEngine &Diags,
             const PassRegistry &Registry) const {
    return check(F.Established, Diags, Registry);
  }
  /// The same where the phases \p Held hold.
  bool check(PhaseSet Held, DiagnosticEngine &Diags,
             const PassRegistry &Registry) const;

  /// Checks, then runs all. False as soon as a pass or a verifier has reported
  /// an error.
  bool run(Fabric &F, PassContext &Ctx, const PassRegistry &Registry);

private:
  struct Entry {
    PassInfo Info;
    std::unique_ptr<FabricPass> Pass;
    SrcLoc Loc;               ///< in the pipeline text, if there is one
    bool FromDefault = false; ///< stands in what `default` stands for
  };
  friend class PipelineParser;

  bool runOne(Entry &E, Fabric &F, PassContext &Ctx);

  std::vector<Entry> Entries;
  std::vector<PassInstrumentation> Hooks;
  Check VerifyEach = verifyFabric;
};

} // namespace ringc

#endif // RINGC_PASS_PASSMANAGER_H
