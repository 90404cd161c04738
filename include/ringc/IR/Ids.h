//===- Ids.h - Distinct ids have distinct types -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank is not a node is not a channel. -1 exists only at the ABI edge.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_IDS_H
#define RINGC_IR_IDS_H

#include <compare>
#include <cstdint>

namespace ringc {

/// A number that counts one kind of thing, from 0.
template <typename Tag> struct Id {
  uint32_t Value = 0;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t V) : Value(V) {}
  constexpr explicit operator uint32_t() const { return Value; }
  /// As an index into a table.
  constexpr uint32_t operator*() const { return Value; }
  auto operator<=>(const Id &) const = default;
};

using RankId = Id<struct RankTag>; ///< rank of the whole communicator
using NodeId = Id<struct NodeTag>; ///< a server's place in the fabric
using ServerId =
    Id<struct ServerTag>; ///< a distinct server, shared by equal nodes
using ChannelId = Id<struct ChannelTag>; ///< a ring
using NetId = Id<struct NetTag>;         ///< a NIC's device number

} // namespace ringc

#endif // RINGC_IR_IDS_H
