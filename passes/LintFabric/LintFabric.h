//===- LintFabric.h - What differs from its peers ---------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASSES_LINTFABRIC_LINTFABRIC_H
#define RINGC_PASSES_LINTFABRIC_LINTFABRIC_H

#include <cstddef>
#include <optional>
#include <span>

namespace ringc {

/// The place of the one value of \p Values that differs from all others, which
/// are the same. Nothing if none or several do, or there are less than three
/// values, of which no one can tell which is odd.
std::optional<size_t> oddOne(std::span<const int> Values);

} // namespace ringc

#endif // RINGC_PASSES_LINTFABRIC_LINTFABRIC_H
