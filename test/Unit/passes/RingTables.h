//===- RingTables.h - A fabric as bare tables -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ring passes' algorithms called one after the other, without an IR: from
// each node's channel orders to the edges of every channel.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_UNIT_PASSES_RINGTABLES_H
#define RINGC_TEST_UNIT_PASSES_RINGTABLES_H

#include "passes/Postset/Postset.h"
#include <string>
#include <vector>

namespace ringc::test {

/// Channel orders of one node in local ranks: [channel][place].
using Orders = std::vector<std::vector<int>>;

/// The edges of one channel by global rank.
struct Edges {
  std::vector<int32_t> Next, Prev;
};

/// The fragments of the ranks of a node with channel orders \p O.
std::vector<abi::ncclTopoRanks> fragmentsOf(const Orders &O);

/// The channels of a fabric of nodes \p Nodes: fragments, least channel count,
/// edges. The doubled half is left to the caller.
std::vector<Edges> stitchAll(const std::vector<Orders> &Nodes);

/// The ring of \p E from \p Start, or nothing if it doesn't walk.
std::vector<uint32_t> walk(const Edges &E, uint32_t Start);

} // namespace ringc::test

#endif // RINGC_TEST_UNIT_PASSES_RINGTABLES_H
