//===- Version.cpp - The probe, and what is imported ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only handshake of the forward leg, and the versioned imports of the
// reverse one.
//
//===----------------------------------------------------------------------===//

#include "../Support/Version.h"
#include "ringc-pair/abi.h"
#include <cstring>

using namespace ringc::runtime;

/// All 20, so that a libnrt that lacks one is refused when this is loaded and
/// not when it is first asked.
[[gnu::used, gnu::retain]] static const void *const Imports[] = {
#define REVERSE(NAME, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)          \
  reinterpret_cast<const void *>(&NAME),
#include "ringc-pair/calls.inc"
};
static_assert(sizeof(Imports) == 20 * sizeof(void *));

/// Sets a field if the caller's record, of \p Size bytes, has it.
#define SET(FIELD, ...)                                                        \
  if (Size >= offsetof(nec_version_info_t, FIELD) + sizeof(Out->FIELD))        \
  __VA_ARGS__

// A shorter record of an older caller gets what it has room for
// [reference/abi.md section 2, confirmed for the last two fields].
extern "C" uint64_t neuronGetVersionInfo(nec_version_info_t *Out, size_t Size) {
  if (!Out)
    return NRT_INVALID;
  SET(major, Out->major = VersionMajor);
  SET(minor, Out->minor = VersionMinor);
  SET(patch, Out->patch = VersionPatch);
  SET(maintenance, Out->maintenance = 0);
  SET(git_hash, memcpy(Out->git_hash, BuildHash, sizeof(Out->git_hash)));
  SET(compatibility_version, Out->compatibility_version = CompatibilityId);
  return NRT_SUCCESS;
}
