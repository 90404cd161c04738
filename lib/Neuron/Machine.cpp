//===- Machine.cpp - The table of built-in machines -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Machine.h"
#include "llvm/Support/FormatVariadic.h"
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

unsigned Machine::numPorts() const {
  if (Is == Shape::Torus)
    return unsigned(Ports.size()) / unsigned(Chips);
  return Is == Shape::Jbogs ? 1 : 2;
}

int Machine::neighbour(unsigned Chip, unsigned Port) const {
  const int At = int(Chip), Last = Chips - 1;
  int Far = -1;
  switch (Is) {
  case Shape::Single:
    break;
  case Shape::Line:
    Far = Port == 0 ? At - 1 : At == Last ? -1 : At + 1;
    break;
  case Shape::Ring:
    Far = (At + (Port == 0 ? Last : 1)) % Chips;
    break;
  case Shape::Torus:
    Far = Ports[Chip * numPorts() + Port];
    break;
  case Shape::Jbogs:
    Far = At ^ 1;
    break;
  }
  return Far;
}

std::string Machine::placeOf(unsigned Chip) const {
  return ChipBusIds.empty() ? llvm::formatv("{0:x-2}:1e.0", 0x10 + Chip).str()
                            : std::string(ChipBusIds[Chip]);
}

int Machine::ridOf(unsigned Chip) const {
  const auto At = std::find(ChipOfRid.begin(), ChipOfRid.end(), int(Chip));
  return At == ChipOfRid.end() ? int(Chip) : int(At - ChipOfRid.begin());
}

} // namespace ringc::neuron
