//===- Machine.cpp - The table of built-in machines -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Machine.h"
#include <algorithm>

namespace ringc::neuron {

namespace {
#include "ringc/Neuron/Machines.inc"
} // namespace

std::span<const Machine> getMachines() { return Machines; }

const Machine *findMachine(std::string_view Name) {
  const auto Found =
      std::find_if(std::begin(Machines), std::end(Machines),
                   [&](const Machine &M) { return M.Name == Name; });
  return Found == std::end(Machines) ? nullptr : Found;
}

std::span<const int> Machine::chipCounts() const {
  // The text "expects 1, 4, 8, or 16 local devices" is confirmed. That it is
  // for the tori only is our reading: Inferentia has 6 and 12 (topology section
  // 1).
  static constexpr int OfTorus[] = {1, 4, 8, 16};
  // JBOGs, whole ones, or one chip (ours).
  static constexpr int OfJbogs[] = {1, 2, 4, 6, 8, 10, 12, 14, 16};
  switch (Is) {
  case Shape::Torus:
    return OfTorus;
  case Shape::Jbogs:
    return OfJbogs;
  case Shape::Single:
  case Shape::Line:
  case Shape::Ring:
    break;
  }
  return {};
}

} // namespace ringc::neuron
