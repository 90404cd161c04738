//===- Options.h - The flags of ringc ---------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOOLS_RINGC_OPTIONS_H
#define RINGC_TOOLS_RINGC_OPTIONS_H

#include "ringc/Driver/Driver.h"

namespace ringc {

/// Something to print instead of compiling.
enum class Question { None, Kinds, Machines, Passes };

/// A command line.
struct CommandLine {
  DriverOptions Options;
  Question Asked = Question::None;
};

/// The files of -load-pass-plugin, also in response files: plug-ins are loaded
/// before the command line is read, since it may name what they bring.
std::vector<std::string> findPlugins(int Argc, const char *const *Argv);

/// Reads the command line. What is wrong with it goes to \p Err; then there is
/// nothing. -help and -version print and end the program.
std::optional<CommandLine> parseCommandLine(int Argc, const char *const *Argv,
                                            llvm::raw_ostream &Err);

} // namespace ringc

#endif // RINGC_TOOLS_RINGC_OPTIONS_H
