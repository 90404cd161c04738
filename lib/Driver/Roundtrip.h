//===- Roundtrip.h - What is written can be read back -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_ROUNDTRIP_H
#define RINGC_LIB_DRIVER_ROUNDTRIP_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ringc {

/// Reads input `File` of an engine into a fabric; nothing after an error.
using FabricReader = llvm::function_ref<std::optional<Fabric>(
    uint32_t File, DiagnosticEngine &Diags)>;

/// Whether \p Read makes of \p Bytes a fabric that prints as \p Text. If not,
/// reports \p Refused with the reader's first line, or \p Changed with the
/// first line that differs.
bool readsBack(llvm::StringRef Text, llvm::StringRef Bytes, FabricReader Read,
               diag::ID Refused, diag::ID Changed, DiagnosticEngine &Diags);

/// Prints \p F, reads it back and compares; a blob too, if \p F is complete.
/// Reports what differs. True if nothing does.
bool verifyRoundtrip(const Fabric &F, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_ROUNDTRIP_H
