//===- Driver.h - From a command line to files ------------------*- C++ -*-===//
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

#include "ringc/Neuron/Machine.h"
#include "ringc/Plugin/Registry.h"
#include <string>
#include <vector>

namespace ringc {

/// What the command line says. Names are checked by compile().
struct DriverOptions {
  std::vector<std::string> Inputs; ///< `-` is standard input
  unsigned NumNodes = 0;           ///< -nodes=N; 0: one per input
  /// Kinds of output. Empty: `wiring`, or `ring` where that can't be: with
  /// UntilAfter, UntilBefore or SplitInputFile.
  std::vector<std::string> Emit;
  std::string Output; ///< -o; empty: by kind
  LinkOptions Link;   ///< for kind so; no kit: none can be made
  /// A built-in machine in the place of inputs, and the part of it in use.
  std::string Platform;
  neuron::MachinePart Part;
  std::vector<std::string> Groups; ///< replica groups, `R,R,...` each
  std::optional<uint32_t> Rank;
  std::string GraphFile;
  std::string Profile = "auto";
  std::string Passes = "default";
  std::string UntilAfter, UntilBefore;
  bool VerifyEach = true;
  bool VerifyRoundtrip = false;
  bool VerifyDiagnostics = false;
  bool SplitInputFile = false;
  bool PrintBeforeAll = false;
  bool PrintAfterAll = false;
  bool PrintChanged = false;
  std::vector<std::string> PrintBefore, PrintAfter; ///< pass names
  std::vector<std::string> PrintAnalyses; ///< names; printed at the end
  bool TimePasses = false;
  bool TimeTrace = false;
  std::string TimeTraceFile; ///< empty: STEM.time-trace
  std::string RemarksFilter; ///< regular expression over pass names
  std::string RemarksOutput;
  std::vector<std::string> WarningOptions; ///< what follows -W
  unsigned Threads = 1;
  bool Color = false;
};

/// The most nodes -nodes takes: as many as text IR holds.
constexpr unsigned MaxNumNodes = MaxFabricNodes;

/// What a run ends with.
enum ExitCode : int {
  ExitOk = 0,      ///< done
  ExitRefused = 1, ///< the input was refused or a verification failed
  ExitUsage = 2,   ///< the command line makes no sense
  ExitBug = 70     ///< a bug in ringc
};

/// Compiles as \p Options say, with what is in \p Known. Text kinds without -o
/// go to \p Out, messages to \p Err.
int compile(const DriverOptions &Options, const Registry &Known,
            llvm::raw_ostream &Out, llvm::raw_ostream &Err);

/// Compiles \p Inputs, one a server, in the place of Options.Inputs, and \p
/// Graph, which may be null, in that of Options.GraphFile; with a platform in
/// the options \p Inputs is empty. The identifiers of the buffers are their
/// names in messages. No file is touched: what is to be written and where,
/// printed, timed or split is ignored. Whatever it finds goes to \p Diags and
/// \p Remarks. Nothing after an error.
std::optional<Fabric>
compileTexts(const DriverOptions &Options,
             std::vector<std::unique_ptr<llvm::MemoryBuffer>> Inputs,
             std::unique_ptr<llvm::MemoryBuffer> Graph, const Registry &Known,
             DiagnosticEngine &Diags, RemarkList &Remarks);

/// Writes \p F as the kind of output \p Kind to \p OS. Reports a kind that
/// there isn't or that needs more than \p F has. False after an error.
bool emitFabric(const Fabric &F, llvm::StringRef Kind,
                const EmitOptions &Options, const Registry &Known,
                llvm::raw_ostream &OS, DiagnosticEngine &Diags);

/// Adds every built-in pass (library ringcBuiltinPasses).
void registerBuiltinPasses(Registry &Known);

/// The shipped pipeline, as text: what `-passes=default` stands for unless
/// something is inserted.
llvm::StringRef getDefaultPipeline();

} // namespace ringc

#endif // RINGC_DRIVER_DRIVER_H
