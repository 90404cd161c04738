//===- RingInverses.h - Where each rank is in each ring ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that a wiring blob has and a fabric hasn't.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_RINGINVERSES_H
#define RINGC_LIB_EMIT_RINGINVERSES_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"

namespace ringc {

/// By original channel, then by rank: the rank's place in the order.
using RingInverses = std::vector<std::vector<uint32_t>>;

/// The inverses of all original channels of \p F, which no verifier need have
/// seen. Reports a ring that is none, and channels that a blob can't hold.
std::optional<RingInverses> invertRings(const Fabric &F,
                                        DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_LIB_EMIT_RINGINVERSES_H
