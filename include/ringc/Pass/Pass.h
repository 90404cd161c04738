//===- Pass.h - What a pass is ----------------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass takes a fabric on which its required phases hold and establishes
// another. It reports errors and remarks to its context and touches nothing
// else. Name, summary, options and phases come from the pass's .td file;
// ringc-tblgen makes the options struct and the PassInfo from it.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_PASS_H
#define RINGC_PASS_PASS_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/Diag/Remark.h"
#include "ringc/IR/Servers.h"
#include "ringc/Pass/Analysis.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <map>
#include <memory>

namespace ringc {

/// What a run has at hand besides the fabric.
struct PassContext {
  DiagnosticEngine &Diags;
  RemarkList &Remarks;
  /// Calls a function for 0 .. N-1, in any order, perhaps in parallel: each
  /// call may touch only what belongs to its number. Passes start no threads of
  /// their own.
  std::function<void(unsigned N, llvm::function_ref<void(unsigned)>)> ForEach;
  /// The graph file of -graph=FILE, as read; empty: search.
  const XmlDocument *GraphFile = nullptr;
  /// What analyses found on the fabric as it is.
  AnalysisCache Analyses = {};
  /// Where the running pass stands in the text of the pipeline; set by the
  /// PassManager.
  SrcLoc Place = {};
  /// What servers that a pass builds must be besides.
  ServerCheck CheckServer = nullptr;
  /// Runs the default pipeline, without what plug-ins insert before the search,
  /// on a fabric at phase system, reporting to the engine given; remarks are
  /// dropped. False after an error. Empty where nobody would see what a pass
  /// makes of it.
  std::function<bool(Fabric &, DiagnosticEngine &)> RunDefault = nullptr;
};

/// One pass with its options set.
class FabricPass {
public:
  virtual ~FabricPass() = default;
  /// Does the work; reports errors to \p Ctx.Diags.
  virtual void run(Fabric &F, PassContext &Ctx) = 0;
};

/// `name{key=value,flag}` split up: key to value; a bare flag has value "true".
using PassArguments = std::map<std::string, std::string>;

/// An option as declared in a .td file.
struct PassOptionInfo {
  const char *Name;
  const char *Type;   ///< `bool`, `int`, `enum` or `text`
  const char *Values; ///< for an enum: `a|b|c`
  const char *Default;
  const char *Summary;
};

/// All that is known of a pass without running it.
struct PassInfo {
  const char *Name; ///< as in -passes
  const char *Summary;
  PhaseSet Requires;
  PhaseSet Establishes;
  bool OnlyLooks = false; ///< leaves the fabric as it is: analyses stay
  llvm::ArrayRef<PassOptionInfo> Options;
  /// Makes the pass; a bad argument is an error that names the allowed values.
  llvm::Expected<std::unique_ptr<FabricPass>> (*Create)(const PassArguments &);
};

/// Refuses what can't be named on the command line: a name is letters, digits,
/// `_`, `-` and `.`, begins with a letter, and is neither `default` nor `help`.
llvm::Error checkName(llvm::StringRef Name);

/// The passes one compiler knows. Names are unique.
class PassRegistry {
public:
  /// Adds a pass; an error if the name is taken, or where there is none.
  llvm::Error add(const PassInfo &Info);
  /// The pass called \p Name, or null.
  const PassInfo *find(llvm::StringRef Name) const;
  /// The pass that establishes \p P, or null.
  const PassInfo *findEstablishing(Phase P) const;
  /// In order of registration.
  llvm::ArrayRef<PassInfo> all() const { return Passes; }

private:
  std::vector<PassInfo> Passes;
};

} // namespace ringc

#endif // RINGC_PASS_PASS_H
