//===- Instrumentation.cpp - Watching a run -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Timers and traces are LLVM's. The timer group prints what is left in it when
// it dies, to a stream of its own choice; so it is printed and cleared before.
//
//===----------------------------------------------------------------------===//

#include "Instrumentation.h"
#include "ringc/IR/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

Instrumentation::Instrumentation(const DriverOptions &Options, raw_ostream &Err)
    : Options(Options), Err(Err),
      Trace(Options.TimeTrace || !Options.TimeTraceFile.empty()),
      Group("passes", "Pass execution timing report") {
  if (Trace)
    timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "ringc");
}

Instrumentation::~Instrumentation() {
  if (Options.TimePasses)
    Group.print(Err, /*ResetAfterPrint=*/true);
  if (Trace)
    timeTraceProfilerCleanup();
}

std::optional<std::string> Instrumentation::takeTrace() {
  if (!Trace)
    return std::nullopt;
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  timeTraceProfilerWrite(OS);
  return Text.str().str();
}

void Instrumentation::start(const std::string &Name) {
  if (Trace)
    timeTraceProfilerBegin(Name, StringRef());
  if (!Options.TimePasses)
    return;
  std::unique_ptr<Timer> &T = Timers[Name];
  if (!T)
    T = std::make_unique<Timer>(Name, Name, Group);
  T->startTimer();
}

void Instrumentation::stop(const std::string &Name) {
  if (Options.TimePasses)
    Timers[Name]->stopTimer();
  if (Trace)
    timeTraceProfilerEnd();
}

void Instrumentation::printAnalysis(StringRef Name, StringRef Text) {
  Err << "*** Analysis '" << Name << "' ***\n" << Text;
}

void Instrumentation::dump(const char *When, const PassInfo &Info,
                           const Fabric &F) {
  Err << "; *** IR Dump " << When << " " << Info.Name << " ***\n";
  printFabric(F, Err);
}

void Instrumentation::dumpIfChanged(const PassInfo &Info, const Fabric &F) {
  std::string Text = printToString(F);
  Err << "; *** IR Dump After " << Info.Name;
  if (Text == LastText)
    Err << " omitted because no change ***\n";
  else
    Err << " ***\n" << Text;
  LastText = std::move(Text);
}

void Instrumentation::attach(PassManager &PM, const Fabric &F) {
  const auto Wanted = [](bool All, const std::vector<std::string> &Names) {
    return [All, &Names](const PassInfo &Info) {
      return All || is_contained(Names, Info.Name);
    };
  };
  if (Options.PrintChanged) {
    LastText = printToString(F);
    Err << "; *** IR Dump At Start ***\n" << LastText;
  }
  // In this order around the pass, so that printing isn't timed.
  PM.instrument(
      {[this, Prints = Wanted(Options.PrintBeforeAll, Options.PrintBefore)](
           const PassInfo &Info, const Fabric &Now) {
         if (Prints(Info))
           dump("Before", Info, Now);
       },
       {}});
  PM.instrument(
      {[this](const PassInfo &Info, const Fabric &) { start(Info.Name); },
       [this](const PassInfo &Info, const Fabric &) { stop(Info.Name); }});
  PM.instrument(
      {{},
       [this, Prints = Wanted(Options.PrintAfterAll, Options.PrintAfter)](
           const PassInfo &Info, const Fabric &Now) {
         if (Prints(Info))
           dump("After", Info, Now);
         if (Options.PrintChanged)
           dumpIfChanged(Info, Now);
       }});
}
