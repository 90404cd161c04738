//===- Instrumentation.h - Watching a run -----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -print-before, -print-after, -print-changed, -time-passes, -time-trace.
// Output goes to the stream given, in the manner of opt.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_INSTRUMENTATION_H
#define RINGC_LIB_DRIVER_INSTRUMENTATION_H

#include "ringc/Driver/Driver.h"
#include "ringc/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Timer.h"

namespace ringc {

/// Prints and times as the options say; one for a run.
class Instrumentation {
public:
  Instrumentation(const DriverOptions &Options, llvm::raw_ostream &Err);
  ~Instrumentation();
  Instrumentation(const Instrumentation &) = delete;
  Instrumentation &operator=(const Instrumentation &) = delete;

  /// Hooks into a pipeline about to run on \p F.
  void attach(PassManager &PM, const Fabric &F);

  /// Times what is no pass, for its own lifetime.
  class Stage {
  public:
    Stage(Instrumentation &I, const std::string &Name) : I(I), Name(Name) {
      I.start(Name);
    }
    ~Stage() { I.stop(Name); }
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

  private:
    Instrumentation &I;
    std::string Name;
  };

  /// Prints what -print-analysis asks for, under a heading.
  void printAnalysis(llvm::StringRef Name, llvm::StringRef Text);

  /// The trace so far as Chrome's JSON, if -time-trace asks for one.
  std::optional<std::string> takeTrace();

private:
  void start(const std::string &Name);
  void stop(const std::string &Name);
  void dump(const char *When, const PassInfo &Info, const Fabric &F);
  void dumpIfChanged(const PassInfo &Info, const Fabric &F);

  const DriverOptions &Options;
  llvm::raw_ostream &Err;
  bool Trace;
  std::string LastText; ///< for -print-changed
  llvm::TimerGroup Group;
  llvm::StringMap<std::unique_ptr<llvm::Timer>> Timers;
};

} // namespace ringc

#endif // RINGC_LIB_DRIVER_INSTRUMENTATION_H
