//===- Plan.h - What the command line means ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options with every name looked up, so that what is wrong with a command
// line is said before any work is done.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_PLAN_H
#define RINGC_LIB_DRIVER_PLAN_H

#include "ringc/Driver/Driver.h"
#include "ringc/Pass/PassManager.h"

namespace ringc {

/// One kind of output and where it goes.
struct PlannedOutput {
  const EmitterInfo *Kind;
  std::string Path; ///< `-` is standard output; empty: several files
};

/// A command line that makes sense.
struct Plan {
  Plan(const DriverOptions &Options, const Registry &Known)
      : Options(Options), Known(Known) {}

  const DriverOptions &Options;
  const Registry &Known;
  std::vector<PlannedOutput> Outputs; ///< `none` is not among them
  bool NeedsFabric = true; ///< a kind asked for, or no kind, has to do with one
  std::string Folder;      ///< of -o DIR/, made when writing
  std::string Stem;        ///< of the first input
  const Profile *Rules = nullptr;           ///< null: auto
  const neuron::Machine *Machine = nullptr; ///< of -platform; null: files
  std::optional<Phase> Stop = {}; ///< of -until-after or -until-before
  bool StopIncluding = true;      ///< -until-after

  /// Nodes asked for; 0: one per input.
  unsigned numNodes() const {
    return Options.NumNodes || !Machine ? Options.NumNodes
                                        : unsigned(Machine->Servers);
  }
  /// Whether the run stops before \p P is established.
  bool stopsBefore(Phase P) const {
    return Stop && (StopIncluding ? P > *Stop : P >= *Stop);
  }
};

/// The file of the time trace, or nothing where none is asked for. Naming it
/// asks for it.
std::optional<std::string> traceFile(const Plan &P);

/// Looks up all names of \p Options. Nothing after an error.
std::optional<Plan> makePlan(const DriverOptions &Options,
                             const Registry &Known, bool OutIsTerminal,
                             DiagnosticEngine &Diags);

/// The passes of \p P's pipeline text, which becomes an input of \p Diags.
std::optional<PassManager> parsePasses(const Plan &P, DiagnosticEngine &Diags);

/// Tells \p Diags all messages and sets its warnings as \p Options say. False
/// after an error.
bool setWarnings(const DriverOptions &Options, const Registry &Known,
                 DiagnosticEngine &Diags);

/// Says that there is no kind of output called \p Name, and which there are.
void reportUnknownKind(llvm::StringRef Name, const Registry &Known,
                       DiagnosticEngine &Diags);

/// The names of all profiles, `a, b, c`.
std::string profileNames();

} // namespace ringc

#endif // RINGC_LIB_DRIVER_PLAN_H
