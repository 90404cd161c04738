//===- Guard.h - Calls into others' code ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ringc has no exceptions, a plug-in may: one that leaves the plug-in's code
// ends the pass and not the program.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_GUARD_H
#define RINGC_PASS_GUARD_H

#include "ringc/Diag/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <exception>
#include <mutex>

namespace ringc {

/// Calls \p Do, the code of the \p What (pass, verifier, ...) called \p Name.
/// If it throws, that is reported and the result is false. Objects of frames
/// without exceptions in between aren't destroyed.
bool callGuarded(const char *What, llvm::StringRef Name,
                 DiagnosticEngine &Diags, llvm::function_ref<void()> Do);

/// Carries an exception from threads that work for a pass to the pass's own.
class ThreadGuard {
public:
  /// Calls \p Do on any thread; an exception is kept and not let out.
  void call(llvm::function_ref<void()> Do);
  /// When all are done: throws the first one that was kept, if there is one.
  void rethrow();

private:
  std::mutex Lock;
  std::exception_ptr First;
};

} // namespace ringc

#endif // RINGC_PASS_GUARD_H
