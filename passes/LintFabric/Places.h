//===- Places.h - Where a server's NICs stand -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A NIC's place is the GPUs nearest to it in the PCI tree. Names and device
// numbers are given out anew at every start of a machine, so that on a second
// server the NIC of the same place, hence of the same cable, may have others.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_LINTFABRIC_PLACES_H
#define RINGC_PASSES_LINTFABRIC_PLACES_H

#include "ringc/Topology/System.h"
#include <string_view>
#include <vector>

namespace ringc {

/// What puts NICs of two servers on one rail.
enum class RailBy : uint8_t { Place, Name, Dev };

/// The GPUs, by index, below the lowest switch or CPU above a NIC that has any.
/// A tree in file order has them in one run.
struct NetPlace {
  unsigned FirstGpu = 0, LastGpu = 0;
  auto operator<=>(const NetPlace &) const = default;
};

/// What is asked of a NIC (a NET of the system).
struct NetFactsOfPlace {
  NetPlace Place;
  /// The card that the NET is a port of.
  NodeRef Card;
  /// No PCI device above it: a bridge, a veth, or a NIC that a virtual machine
  /// doesn't show.
  bool Virtual = false;
  /// The best path to any GPU.
  PathType Nearest = PathType::Sys;
};

/// One entry for each NET of \p S.
std::vector<NetFactsOfPlace> describeNets(const System &S);

/// One server as far as NICs are matched.
struct NetTable {
  const System *Sys = nullptr;
  const std::vector<NetFactsOfPlace> *Facts = nullptr;
};

/// For each NET of \p A the index of the NET of \p B on the same rail, or -1.
/// By place: those of equal place, of these equal names first, the rest in
/// order; then what is left over, by name and in order (the places of servers
/// with different GPUs can't be compared).
std::vector<int> matchNets(const NetTable &A, const NetTable &B, RailBy By);

} // namespace ringc

#endif // RINGC_PASSES_LINTFABRIC_PLACES_H
