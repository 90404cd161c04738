//===- Checks.h - One function a warning ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check looks at a complete fabric of an NCCL profile and reports. To add
// one: a warning in LintDiags.td, a function here, a line in the table of
// Pass.cpp, a line in docs/Lint.md and a test.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_LINTFABRIC_CHECKS_H
#define RINGC_PASSES_LINTFABRIC_CHECKS_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"

namespace ringc::lint {

using Check = void(const Fabric &F, DiagnosticEngine &Diags);

// FileChecks.cpp: what the topology of one server shows.
Check checkOddGpus;
Check checkVirtualNets;
Check checkSameNets;
Check checkFlatPci;
Check checkManyElements;

// FabricChecks.cpp: what the rings show.
Check checkUnequalServers;
Check checkSharedNets;
Check checkSlowHops;
Check checkCrossRail;

} // namespace ringc::lint

#endif // RINGC_PASSES_LINTFABRIC_CHECKS_H
