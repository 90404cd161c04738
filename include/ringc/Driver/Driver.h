//===- Driver.h - From a command line to files -------------------*- C++
//-*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole program but for its flags: tools/ringc fills DriverOptions, the
// driver does the rest and returns the exit code. No environment, no globals.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DRIVER_DRIVER_H
#define RINGC_DRIVER_DRIVER_H

#include "ringc/Pass/Pass.h"
#include <string>
#include <vector>

namespace ringc {

/// What the command line says (design contract section 1).
struct DriverOptions {
  std::vector<std::string> Inputs; ///< `-` is standard input
  unsigned NumNodes = 0;           ///< -nodes=N; 0: one per input
  std::vector<std::string> Emit = {"wiring"};
  std::string Output; ///< -o; empty: by kind
  std::optional<uint32_t> Rank;
  std::string GraphFile;
  std::string Profile = "auto";
  std::string Passes = "default";
  std::string UntilAfter, UntilBefore;
  bool VerifyEach = true;
  bool VerifyRoundtrip = false;
  bool VerifyDiagnostics = false;
  bool SplitInputFile = false;
  bool PrintAfterAll = false;
  bool PrintChanged = false;
  std::vector<std::string> PrintBefore, PrintAfter; ///< pass names
  bool TimePasses = false;
  bool TimeTrace = false;
  std::string TimeTraceFile;
  std::string RemarksFilter; ///< regular expression over pass names
  std::string RemarksOutput;
  std::vector<std::string> WarningOptions; ///< what follows -W
  unsigned Threads = 1;
  bool Color = false;
};

/// Exit codes of the contract.
enum ExitCode : int {
  ExitOk = 0,
  ExitRefused = 1,
  ExitUsage = 2,
  ExitBug = 70
};

/// Compiles as \p Options say, with the passes of \p Registry. Text kinds
/// without -o go to \p Out, messages to \p Err.
int compile(const DriverOptions &Options, const PassRegistry &Registry,
            llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// Adds every built-in pass.
void registerBuiltinPasses(PassRegistry &Registry);

/// The shipped pipeline, as text: what `-passes=default` stands for.
llvm::StringRef getDefaultPipeline();

} // namespace ringc

#endif // RINGC_DRIVER_DRIVER_H
