//===- main.cpp - The ringc program ---------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags in, exit code out: everything between is the driver's. What only a
// program can do stands here: signals, standard streams, answers about itself.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "ringc/ABI/Layout.h"
#include "ringc/Emit/Emitter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace ringc;

/// Says that the fault is ours and ends the program. Safe in a signal handler.
[[noreturn]] static void endWithBug() {
  static constexpr char Text[] =
      "ringc: bug in ringc: please report it with the "
      "command line and its inputs\n";
  (void)!::write(STDERR_FILENO, Text, sizeof(Text) - 1);
  std::_Exit(ExitBug);
}

static void onFatalError(void *, const char *Reason, bool) {
  errs() << "ringc: " << Reason << '\n';
  // LLVM prints -help and -version itself and ends so when it can't.
  if (StringRef(Reason).starts_with("IO failure on output stream"))
    std::_Exit(ExitRefused);
  endWithBug();
}

static void installHandlers(const char *Argv0) {
  sys::PrintStackTraceOnErrorSignal(Argv0, /*DisableCrashReporting=*/true);
  sys::AddSignalHandler([](void *) { endWithBug(); }, nullptr);
  install_fatal_error_handler(onFatalError);
  // A closed pipe is an error of writing, with a message, like a full disk.
  std::signal(SIGPIPE, SIG_IGN);
}

static void printVersion(raw_ostream &OS) {
  OS << "ringc version " RINGC_VERSION "\n  LLVM version " LLVM_VERSION_STRING
        "\n  Profiles:";
  for (const Profile &P : getProfiles())
    OS << ' ' << P.Name;
  OS << "\n  ABI (bytes):";
  ListSeparator Comma(",");
  for (const abi::StructLayout &S : abi::getStructLayouts())
    OS << Comma << ' ' << S.Name << ' ' << S.Size;
  OS << '\n';
}

/// Prints names and summaries in two columns.
template <typename Range>
static void printList(const Range &Entries, raw_ostream &OS) {
  size_t Width = 0;
  for (const auto &E : Entries)
    Width = std::max(Width, StringRef(E.Name).size());
  for (const auto &E : Entries)
    OS << "  " << left_justify(E.Name, unsigned(Width)) << "  " << E.Summary
       << '\n';
}

static int run(const CommandLine &Line) {
  PassRegistry Registry;
  registerBuiltinPasses(Registry);
  switch (Line.Asked) {
  case Question::Kinds:
    printList(getEmitters(), outs());
    return ExitOk;
  case Question::Passes:
    printList(Registry.all(), outs());
    outs() << "\ndefault = " << getDefaultPipeline() << '\n';
    return ExitOk;
  case Question::None:
    return compile(Line.Options, Registry, outs(), errs());
  }
  return ExitBug;
}

int main(int Argc, char **Argv) {
  installHandlers(Argv[0]);
  cl::SetVersionPrinter(printVersion);
  const std::optional<CommandLine> Line = parseCommandLine(Argc, Argv, errs());
  int Code = Line ? run(*Line) : ExitUsage;

  outs().flush();
  if (outs().has_error()) {
    DiagnosticEngine(errs(), Line && Line->Options.Color)
            .report(diag::err_cannot_write)
        << "<stdout>" << outs().error().message();
    outs().clear_error();
    Code = ExitRefused;
  }
  errs().clear_error(); // nobody is left to tell
  return Code;
}
