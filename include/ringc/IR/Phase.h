//===- Phase.h - What is established about a fabric -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases a fabric goes through, and sets of them.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_PHASE_H
#define RINGC_IR_PHASE_H

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace ringc {

/// The phases of Phases.td, in pipeline order.
enum class Phase : uint8_t {
#define GEN_PHASE_ENUM
#include "ringc/IR/Phases.inc"
};

/// Number of phases.
#define GEN_PHASE_COUNT
#include "ringc/IR/Phases.inc"

/// The name of \p P, as in Phases.td and -until-after.
std::string_view toString(Phase P);
/// The sentence of what can't change after \p P.
std::string_view phaseMeaning(Phase P);
/// The phase called \p Name, if there is one.
std::optional<Phase> parsePhase(std::string_view Name);

/// A set of phases.
class PhaseSet {
public:
  constexpr PhaseSet() = default;
  constexpr PhaseSet(std::initializer_list<Phase> Ps) {
    for (Phase P : Ps)
      insert(P);
  }
  constexpr void insert(Phase P) { Bits |= 1u << unsigned(P); }
  constexpr PhaseSet &operator|=(PhaseSet O) {
    Bits |= O.Bits;
    return *this;
  }
  constexpr PhaseSet operator|(PhaseSet O) const { return O |= *this; }
  constexpr bool contains(Phase P) const { return Bits >> unsigned(P) & 1; }
  constexpr bool containsAll(PhaseSet O) const { return !(O.Bits & ~Bits); }
  constexpr bool empty() const { return !Bits; }
  /// The first of \p O that is missing here.
  constexpr std::optional<Phase> firstMissing(PhaseSet O) const {
    for (unsigned I = 0; I < 32; ++I)
      if ((O.Bits & ~Bits) >> I & 1)
        return Phase(I);
    return std::nullopt;
  }
  bool operator==(const PhaseSet &) const = default;

private:
  uint32_t Bits = 0;
};

/// All of Phases.td.
constexpr PhaseSet allPhases() {
  PhaseSet All;
  for (unsigned I = 0; I < NumPhases; ++I)
    All.insert(Phase(I));
  return All;
}

} // namespace ringc

#endif // RINGC_IR_PHASE_H
