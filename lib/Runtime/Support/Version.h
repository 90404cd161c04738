//===- Version.h - Whose interface the pair has -----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_SUPPORT_VERSION_H
#define RINGC_LIB_RUNTIME_SUPPORT_VERSION_H

#include "ringc/Runtime/BuildHash.inc"
#include <cstdint>

namespace ringc::runtime {

/// The release whose boundary is mirrored [reference/abi.md section 1,
/// confirmed].
constexpr uint64_t VersionMajor = 2, VersionMinor = 31, VersionPatch = 24;

/// The number that says which calls there are and what they take [ABI seed,
/// confirmed].
constexpr uint64_t CompatibilityId = 89;

/// Where the real libraries name their commit: 8 digits of a sum over the
/// pair's sources, and a word that says what this is. 16 bytes without a 0.
constexpr char BuildHash[] = RINGC_BUILD_HASH "emulated";
static_assert(sizeof(BuildHash) == 16 + 1);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_SUPPORT_VERSION_H
