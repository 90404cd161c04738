//===- Process.h - How the program ends -------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOOLS_RINGC_PROCESS_H
#define RINGC_TOOLS_RINGC_PROCESS_H

#include <atomic>

namespace ringc {

/// Whether code that isn't ours is in the process; told if it crashes.
extern std::atomic<bool> HasPlugins;
/// Set while such code may run: it may not end the program.
extern bool IsRunning;

/// Puts something in the place of a standard stream that the caller closed, so
/// that no file of ours gets its number.
void holdStandardStreams();
/// Says what went wrong when a signal, a lack of memory, LLVM or a plug-in ends
/// the program.
void installHandlers(const char *Argv0);

} // namespace ringc

#endif // RINGC_TOOLS_RINGC_PROCESS_H
