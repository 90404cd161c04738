//===- EmitFabric.h - Connected fabrics made by hand ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Servers come from XML through the front end; all that passes would add is put
// there by hand, so that these tests don't depend on them.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_UNIT_EMIT_EMITFABRIC_H
#define RINGC_TEST_UNIT_EMIT_EMITFABRIC_H

#include "ringc/Emit/Emitter.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc::test {

/// A diagnostic engine whose messages are kept.
struct Messages {
  std::string Text;
  llvm::raw_string_ostream OS{Text};
  DiagnosticEngine Diags{OS};
};

struct Shape {
  std::vector<const char *> Inputs; ///< distinct servers, in test/Inputs
  std::vector<unsigned> Nodes;      ///< by node: which of them
  bool Reversed = false;            ///< the last channel, a copy of the first
};

/// A fabric with two channels, up along the local ranks and down, and a copy of
/// each.
Fabric makeConnected(const Shape &S, DiagnosticEngine &Diags);

/// Two nodes of four ranks with one of two ranks between them.
Fabric makeMixed(DiagnosticEngine &Diags);

/// What `-emit=KIND` writes; empty after an error.
std::string emit(llvm::StringRef Kind, const Fabric &F, DiagnosticEngine &Diags,
                 std::optional<RankId> Rank = std::nullopt);

} // namespace ringc::test

#endif // RINGC_TEST_UNIT_EMIT_EMITFABRIC_H
