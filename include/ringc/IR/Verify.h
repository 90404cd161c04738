//===- Verify.h - One independent check a phase -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each phase has one verifier, written without looking at the pass that
// establishes it. It checks what the phase promises, in terms of the IR alone.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_VERIFY_H
#define RINGC_IR_VERIFY_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"

namespace ringc {

/// Checks what \p P promises about \p F; reports each violation. True if none.
bool verifyPhase(const Fabric &F, Phase P, DiagnosticEngine &Diags);

/// Checks every established phase, in order; stops after the first that fails.
bool verifyFabric(const Fabric &F, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_IR_VERIFY_H
