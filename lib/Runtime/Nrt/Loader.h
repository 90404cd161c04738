//===- Loader.h - libnccom, as libnrt calls it ------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forward leg: 37 functions of libnccom, found at run time, and a
// trampoline for each. Only libnrt itself sees these.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_LOADER_H
#define RINGC_LIB_RUNTIME_NRT_LOADER_H

#include "ringc-pair/abi.h"

namespace ringc::runtime {

/// What libnccom must say of itself [ABI seed, confirmed].
constexpr uint64_t CompatibilityId = 89;

/// Loads libnccom and fills all slots, or none: then why is logged, kept, and
/// what every trampoline says. NRT_SUCCESS or NRT_FAILURE. The caller holds the
/// lock of nrt_init.
NRT_STATUS ncclInit();
/// Empties the slots, forgets an error and lets libnccom go.
void ncclFini();

} // namespace ringc::runtime

extern "C" {
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,        \
                POINTERS, ZEROS)                                               \
  RESULT TRAMPOLINE PARAMETERS;
#include "ringc-pair/calls.inc"
}

#endif // RINGC_LIB_RUNTIME_NRT_LOADER_H
