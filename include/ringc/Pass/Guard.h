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

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ringc {

/// Calls \p Do. If it throws: what(), or a word for what has none. Objects of
/// frames without exceptions in between aren't destroyed.
std::optional<std::string> catchExceptions(llvm::function_ref<void()> Do);

} // namespace ringc

#endif // RINGC_PASS_GUARD_H
