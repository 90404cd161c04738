//===- PassManager.h - Runs passes in order, checks between ------*- C++
//-*-===//
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
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_PASSMANAGER_H
#define RINGC_PASS_PASSMANAGER_H

#include "ringc/Pass/Pass.h"

namespace ringc {

/// Hooks around each pass, in order of registration.
struct PassInstrumentation {
  std::function<void(const PassInfo &, const Fabric &)> Before;
  std::function<void(const PassInfo &, const Fabric &)> After;
};

/// A list of passes ready to run.
class PassManager {
public:
  /// Parses `a,b{opt=v},c` with the passes of \p Registry. The error names the
  /// unknown pass or option and, where there is one, the nearest known name.
  static llvm::Expected<PassManager> parse(llvm::StringRef Pipeline,
                                           const PassRegistry &Registry);

  void add(const PassInfo &Info, std::unique_ptr<FabricPass> Pass);
  void instrument(PassInstrumentation I) { Hooks.push_back(std::move(I)); }
  void setVerifyEach(bool On) { VerifyEach = On; }

  /// Drops the passes that come after (or, \p Including, at) the one that
  /// establishes \p P. An error if no pass here does and \p F hasn't it.
  llvm::Error stopAt(Phase P, bool Including, const Fabric &F);
  /// Drops the leading passes whose phases \p F has already.
  void skipEstablished(const Fabric &F);

  /// Runs all. False as soon as a pass or a verifier has reported an error.
  bool run(Fabric &F, PassContext &Ctx, const PassRegistry &Registry);

private:
  struct Entry {
    PassInfo Info;
    std::unique_ptr<FabricPass> Pass;
  };
  std::vector<Entry> Entries;
  std::vector<PassInstrumentation> Hooks;
  bool VerifyEach = true;
};

} // namespace ringc

#endif // RINGC_PASS_PASSMANAGER_H
