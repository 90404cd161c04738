//===- Guard.cpp - Calls into others' code --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that is compiled with exceptions. std::bad_alloc passes here
// only if nobody installed a handler for it; it is reported like the others.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Guard.h"
#include <exception>
#include <optional>

/// what() of what \p Do throws, or a word for what has none.
static std::optional<std::string>
catchExceptions(llvm::function_ref<void()> Do) {
  try {
    Do();
    return std::nullopt;
  } catch (const std::exception &E) {
    const char *What = E.what();
    return What && *What ? What : "it has no text";
  } catch (...) {
    return "something that is no std::exception";
  }
}

void ringc::ThreadGuard::call(llvm::function_ref<void()> Do) {
  try {
    Do();
  } catch (...) {
    const std::lock_guard<std::mutex> Guard(Lock);
    if (!First)
      First = std::current_exception();
  }
}

void ringc::ThreadGuard::rethrow() {
  if (First)
    std::rethrow_exception(First);
}

bool ringc::callGuarded(const char *What, llvm::StringRef Name,
                        DiagnosticEngine &Diags,
                        llvm::function_ref<void()> Do) {
  const std::optional<std::string> Thrown = catchExceptions(Do);
  if (Thrown)
    Diags.report(diag::err_threw) << What << Name << *Thrown;
  return !Thrown;
}
