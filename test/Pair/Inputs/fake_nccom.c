//===- fake_nccom.c - A libnccom of another make --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All 37 entry points; COMPAT is what the probe says, SHORT that it knows the first
// 32 bytes of its record only.
//
//===----------------------------------------------------------------------===//

#include "ringc-pair/abi.h"
#include <string.h>

#define PROBE(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)          \
  RESULT NAME PARAMETERS {                                                                      \
    nec_version_info_t version = {9, 8, 7, 6, "a hash of 16 cha", COMPAT};                      \
    memcpy(out, &version, SHORT ? 32 : n);                                                      \
    return 0;                                                                                   \
  }
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)        \
  RESULT NAME PARAMETERS { return INDEX % 2 ? NRT_SUCCESS : NRT_TIMEOUT; }
#include "ringc-pair/calls.inc"
