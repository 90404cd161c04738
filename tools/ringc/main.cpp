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
#include "ringc/Plugin/Plugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <new>
#include <unistd.h>

using namespace llvm;
using namespace ringc;

/// Whether code that isn't ours is in the process.
static std::atomic<bool> HasPlugins = false;

/// Says that the fault is ours, as far as can be known, and ends the program.
/// Safe in a signal handler.
[[noreturn]] static void endWithBug() {
  static constexpr StringLiteral Ours =
      "ringc: bug in ringc: please report it with the "
      "command line and its inputs\n";
  static constexpr StringLiteral Anyones =
      "ringc: bug in ringc or in a plug-in: if it is there without "
      "-load-pass-plugin, too, please report it with the command line and its "
      "inputs\n";
  const StringRef Text = HasPlugins ? Anyones : Ours;
  (void)!::write(STDERR_FILENO, Text.data(), Text.size());
  std::_Exit(ExitBug);
}

/// Says that the machine has too little for this input, which is no bug, and
/// ends the program. Allocates nothing.
[[noreturn]] static void endOutOfMemory() {
  static constexpr char Text[] = "ringc: error: out of memory\n";
  (void)!::write(STDERR_FILENO, Text, sizeof(Text) - 1);
  sys::RunInterruptHandlers(); // removes temporary files
  std::_Exit(ExitRefused);
}

static void onFatalError(void *, const char *Reason, bool) {
  // LLVM prints -help and -version itself and ends so when it can't; and so it
  // does where the system has no thread left.
  StringRef Why = Reason;
  const bool CantWrite = Why.consume_front("IO failure on output stream: ");
  const bool NoThread = Why.starts_with("pthread_create failed");
  errs() << "ringc: " << (CantWrite || NoThread ? "error: " : "")
         << (CantWrite ? "cannot write '<stdout>': " : "") << Why << '\n';
  if (!CantWrite && !NoThread)
    endWithBug();
  sys::RunInterruptHandlers();
  std::_Exit(ExitRefused);
}

/// Puts something in the place of a standard stream that the caller closed, so
/// that no file of ours gets its number. Opened the wrong way round, it fails
/// as the closed one would.
static void holdStandardStreams() {
  for (const int FD : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(FD, F_GETFD) == -1)
      (void)::open("/dev/null", FD == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Installs LLVM's handlers, but leaves what the caller ignores (nohup)
/// ignored: LLVM would remove temporary files and the run would go on without
/// them.
static void installSignalHandlers(const char *Argv0) {
  static constexpr int Ends[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR2};
  using Handler = void (*)(int);
  Handler Before[std::size(Ends)];
  for (size_t I = 0; I < std::size(Ends); ++I)
    Before[I] = std::signal(Ends[I], SIG_IGN);
  for (size_t I = 0; I < std::size(Ends); ++I)
    std::signal(Ends[I], Before[I]);
  sys::PrintStackTraceOnErrorSignal(Argv0, /*DisableCrashReporting=*/true);
  sys::AddSignalHandler([](void *) { endWithBug(); }, nullptr);
  for (size_t I = 0; I < std::size(Ends); ++I)
    if (Before[I] == SIG_IGN)
      std::signal(Ends[I], SIG_IGN);
}

static void installHandlers(const char *Argv0) {
  installSignalHandlers(Argv0);
  install_fatal_error_handler(onFatalError);
  std::set_new_handler(endOutOfMemory);
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endOutOfMemory(); });
  // A closed pipe and a limit on the size of files are errors of writing, with
  // a message, like a full disk.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
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

/// The folder \p Name that belongs to this program, `../lib/NAME` from it.
static std::string ownFolder(StringRef Name) {
  static char Anchor;
  SmallString<128> Folder(sys::fs::getMainExecutable(nullptr, &Anchor));
  sys::path::remove_filename(Folder);
  sys::path::append(Folder, "..", "lib", Name);
  return Folder.str().str();
}

/// Adds the shipped passes and the plug-ins that the command line names. False
/// after an error.
static bool fill(Registry &Known, ArrayRef<std::string> Plugins) {
  DiagnosticEngine Diags(errs());
#ifdef RINGC_PASSES_AS_PLUGINS
  const std::string Folder = ownFolder("ringc-passes");
#define RINGC_PASS(Room)                                                       \
  if (!loadPlugin((Folder + "/" #Room ".so").str(), Known, Diags))             \
    return false;
#include "ringc/passes/All.inc"
#undef RINGC_PASS
#else
  registerBuiltinPasses(Known);
#endif
  for (const EmitterInfo &Kind : getPairEmitters())
    cantFail(Known.add(Kind));
  HasPlugins = !Plugins.empty();
  return all_of(Plugins, [&](const std::string &File) {
    return loadPlugin(File, Known, Diags);
  });
}

static int run(CommandLine &Line, const Registry &Known) {
  switch (Line.Asked) {
  case Question::Kinds:
    printList(Known.emitters(), outs());
    return ExitOk;
  case Question::Machines:
    printList(neuron::getMachines(), outs());
    return ExitOk;
  case Question::Passes:
    printList(Known.passes().all(), outs());
    if (!Known.analyses().empty()) {
      outs() << "\nanalyses:\n";
      printList(Known.analyses(), outs());
    }
    outs() << "\ndefault = " << Known.pipeline(getDefaultPipeline()) << '\n';
    return ExitOk;
  case Question::None:
    Line.Options.Link.Kit = ownFolder("ringc/link");
    return compile(Line.Options, Known, outs(), errs());
  }
  return ExitBug;
}

/// Set while code that isn't ours may run.
static bool IsRunning = false;

/// Called when the program ends: nobody but main() may end it with success.
static void onExit() {
  if (!IsRunning)
    return;
  static constexpr StringLiteral Text =
      "ringc: error: a plug-in ends the program: nothing is written\n";
  (void)!::write(STDERR_FILENO, Text.data(), Text.size());
  std::_Exit(ExitRefused);
}

int main(int Argc, char **Argv) {
  holdStandardStreams();
  installHandlers(Argv[0]);
  cl::SetVersionPrinter(printVersion);
  Registry Known;
  std::optional<CommandLine> Line;
  int Code = ExitRefused;
  std::atexit(onExit);
  // LLVM's parser ends the program for -help, so it stands apart.
  IsRunning = true;
  const bool Filled = fill(Known, findPlugins(Argc, Argv));
  IsRunning = false;
  if (Filled) {
    Line = parseCommandLine(Argc, Argv, errs());
    IsRunning = true;
    Code = Line ? run(*Line, Known) : ExitUsage;
    IsRunning = false;
  }
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
