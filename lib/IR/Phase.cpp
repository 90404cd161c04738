//===- Phase.cpp - What is established about a fabric ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks phases up in the table that Phases.td becomes.
//
//===----------------------------------------------------------------------===//

#include "ringc/IR/Phase.h"
#include <iterator>

using namespace ringc;

namespace {
struct PhaseRow {
  std::string_view Name;
  std::string_view Means;
};
} // namespace

static constexpr PhaseRow Rows[] = {
#define GEN_PHASE_TABLE
#include "ringc/IR/Phases.inc"
};
static_assert(std::size(Rows) == NumPhases);

std::string_view ringc::toString(Phase P) { return Rows[unsigned(P)].Name; }

std::string_view ringc::phaseMeaning(Phase P) {
  return Rows[unsigned(P)].Means;
}

std::optional<Phase> ringc::parsePhase(std::string_view Name) {
  for (unsigned I = 0; I < NumPhases; ++I)
    if (Rows[I].Name == Name)
      return Phase(I);
  return std::nullopt;
}
