//===- Text.h - The text form of the IR -------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One fact a line, ranges for runs, a version line first; docs/IR.md is the
// grammar. Parse of print is the identity at every phase.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_TEXT_H
#define RINGC_IR_TEXT_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"

namespace ringc {

/// Writes all that is established about \p F.
void printFabric(const Fabric &F, llvm::raw_ostream &OS);
/// The same as a string.
std::string printToString(const Fabric &F);
/// Writes \p F as if only \p Phases, which are established, were.
void printPhases(const Fabric &F, PhaseSet Phases, llvm::raw_ostream &OS);

/// Reads text IR from input \p File of \p Diags. Everything derivable (paths,
/// search limits) is derived anew. Positions inside keep pointing at the files
/// the text names. Nothing after an error.
std::optional<Fabric> parseFabric(uint32_t File, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_IR_TEXT_H
