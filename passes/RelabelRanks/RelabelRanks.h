//===- RelabelRanks.h - Numbering GPUs in another order ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders as text, what makes one a permutation, and the orders that a document
// gives by itself.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_RELABELRANKS_RELABELRANKS_H
#define RINGC_PASSES_RELABELRANKS_RELABELRANKS_H

#include "ringc/Topology/Xml.h"
#include <optional>
#include <span>

namespace ringc {

/// Why a text is no order, or an order no permutation.
struct OrderError {
  enum class Kind : uint8_t {
    Number, ///< Text is none
    Long,   ///< more numbers than allowed
    Length, ///< not as many as there are things
    Range,  ///< Number isn't below the count
    Twice,  ///< Number stands there before
  };
  Kind What;
  std::string Text = {};
  uint32_t Number = 0;
};

/// Reads `3:2:1:0` or `3..0`, at most \p Most numbers.
std::optional<OrderError> parseOrder(std::string_view Text, size_t Most,
                                     std::vector<uint32_t> &Order);

/// Whether \p Order has each of 0 to \p Count - 1 once.
std::optional<OrderError> checkOrder(std::span<const uint32_t> Order,
                                     size_t Count);

enum class RankOrder : uint8_t { Dev, BusId, File };
/// The gpu elements of \p Doc in that order; equal ones as in the file.
std::vector<uint32_t> gpusInOrder(const XmlDocument &Doc, RankOrder By);

} // namespace ringc

#endif // RINGC_PASSES_RELABELRANKS_RELABELRANKS_H
