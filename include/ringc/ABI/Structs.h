//===- Structs.h - The runtime records, byte for byte -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every struct of Structs.td that ringc reads or writes, generated with
// explicit padding and a static_assert on its size and on each offset; and what
// the records have room for.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_STRUCTS_H
#define RINGC_ABI_STRUCTS_H

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace ringc::abi {

#include "ringc/ABI/Structs.inc"

} // namespace ringc::abi

namespace ringc {

/// Channels that ncclTopoGraph has room for: `inter` holds two NETs for each.
inline constexpr unsigned MaxGraphChannels =
    unsigned(std::size(decltype(abi::ncclTopoGraph::inter){}) / 2);
/// Local ranks of one server that it has room for in so many channels.
inline constexpr unsigned MaxLocalRanks =
    unsigned(std::size(decltype(abi::ncclTopoGraph::intra){})) /
    MaxGraphChannels;

} // namespace ringc

#endif // RINGC_ABI_STRUCTS_H
