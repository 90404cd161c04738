//===- Compiled.h - The wiring inside this library --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wiring blob and the places of ranks and NICs that ringc linked into this
// library, read in place: ringc wrote them, so nothing is checked.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_COMPILED_H
#define RINGC_LIB_RUNTIME_NCCOM_COMPILED_H

#include "ringc/ABI/PlaceImage.h"
#include "ringc/Emit/WiringFormat.h"
#include "ringc/Neuron/Pod.h"
#include <span>

namespace ringc::runtime::compiled {

uint32_t checksum(); ///< of the blob
const wiring::FabricRecord &fabric();
std::span<const wiring::NodeRecord> nodes();
std::span<const wiring::ServerRecord> servers();
std::span<const wiring::ChannelRecord> channels();
/// All ranks of row \p Row in ring order from rank 0.
std::span<const uint32_t> order(uint32_t Row);
/// The place of each rank in order(\p Row).
std::span<const uint32_t> positions(uint32_t Row);
/// Of distinct server \p Server; `intra` has local ranks.
const abi::ncclTopoGraph &graph(uint32_t Server);
/// By local rank.
std::span<const abi::ncclTopoRanks> fragments(uint32_t Server);
inline neuron::PodMode podMode() { return neuron::PodMode(fabric().PodMode); }

/// Whether the doubled half of the channels runs backwards.
bool reversesSecondHalf();
/// By local rank of distinct server \p Server.
std::span<const CoreImage> cores(uint32_t Server);
std::span<const NicImage> nics(uint32_t Server);
uint32_t numCycles(uint32_t Server);
/// The devices of a cycle, in order.
std::span<const int32_t> cycle(uint32_t Server, uint32_t Cycle);

} // namespace ringc::runtime::compiled

#endif // RINGC_LIB_RUNTIME_NCCOM_COMPILED_H
