//===- AllGather.h - What all servers can do --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The minimum rule after the runtime's exchange of fragments, and its discovery
// of nodes (nccl-search section 11, confirmed).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_ALLGATHER_ALLGATHER_H
#define RINGC_PASSES_ALLGATHER_ALLGATHER_H

#include "ringc/ABI/Structs.h"
#include <span>
#include <vector>

namespace ringc {

/// What a rank sends along with its fragment. Speeds in GB/s, types as
/// PathType.
struct GraphFigures {
  int NumChannels = 0;
  int SameChannels = 0;
  float SpeedIntra = 0, SpeedInter = 0;
  int TypeIntra = 0, TypeInter = 0;
};

/// The figures of one server's graph.
GraphFigures figuresOf(const abi::ncclTopoGraph &Graph);

/// Each figure's minimum over \p All, which has at least one entry.
GraphFigures leastFigures(std::span<const GraphFigures> All);

/// Whether the runtime would take the ranks of \p Ranks, one server's
/// fragments, for one node: all name the same head of channel 0, and it is one
/// of them.
bool isOneNode(std::span<const abi::ncclTopoRanks> Ranks);

} // namespace ringc

#endif // RINGC_PASSES_ALLGATHER_ALLGATHER_H
