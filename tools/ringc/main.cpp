//===- main.cpp - The ringc program ---------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags in, exit code out: everything between is the driver's. Here are
// plug-ins to load, and answers of the program about itself.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Process.h"
#include "ringc/ABI/Layout.h"
#include "ringc/Plugin/Plugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

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
  if (!loadPlugin(Folder + "/" #Room ".so", Known, Diags))                     \
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

int main(int Argc, char **Argv) {
  holdStandardStreams();
  installHandlers(Argv[0]);
  cl::SetVersionPrinter(printVersion);
  Registry Known;
  std::optional<CommandLine> Line;
  int Code = ExitRefused;
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
