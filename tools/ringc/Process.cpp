//===- Process.cpp - How the program ends ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever ends the program, somebody is told why, and no temporary file stays.
//
//===----------------------------------------------------------------------===//

#include "Process.h"
#include "ringc/Driver/Driver.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <new>
#include <unistd.h>

using namespace llvm;
using namespace ringc;

bool ringc::IsRunning = false;
std::atomic<bool> ringc::HasPlugins = false;

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

/// What takes the place of a closed stream is opened the wrong way round, so it
/// fails as the closed one would.
void ringc::holdStandardStreams() {
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

/// Called when the program ends: nobody but main() may end it with success.
static void onExit() {
  if (!IsRunning)
    return;
  static constexpr StringLiteral Text =
      "ringc: error: a plug-in ends the program: nothing is written\n";
  (void)!::write(STDERR_FILENO, Text.data(), Text.size());
  std::_Exit(ExitRefused);
}

void ringc::installHandlers(const char *Argv0) {
  installSignalHandlers(Argv0);
  install_fatal_error_handler(onFatalError);
  std::set_new_handler(endOutOfMemory);
  install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endOutOfMemory(); });
  // A closed pipe and a limit on the size of files are errors of writing, with
  // a message, like a full disk.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::atexit(onExit);
}
