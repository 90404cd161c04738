//===- Audit.h - Whether a stranger changed what it may not -----*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers judge a fabric by itself. With plug-ins loaded two questions
// are asked besides, which need the fabric as it was: does a server's system
// follow from its elements still, and did a pass that only looks leave all as
// it was?
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_AUDIT_H
#define RINGC_LIB_DRIVER_AUDIT_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"
#include <set>

namespace ringc {

/// A sum over all tables of \p F.
size_t sumOf(const Fabric &F);

/// Knows servers by sums over their elements and systems.
class ServerAudit {
public:
  /// Takes the servers of \p F as right: text IR may have been edited.
  void accept(const Fabric &F);
  /// Builds each unknown server of \p F, at phase system or later, again from
  /// its elements; reports one that comes out different. False after an error.
  bool check(const Fabric &F, DiagnosticEngine &Diags);

private:
  std::set<size_t> Known;
};

} // namespace ringc

#endif // RINGC_LIB_DRIVER_AUDIT_H
