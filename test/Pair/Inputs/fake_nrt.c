//===- fake_nrt.c - A libnrt without a version anywhere -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 20 functions that libnccom imports, and no need of any other library.
//
//===----------------------------------------------------------------------===//

#include "ringc-pair/abi.h"

#define REVERSE(NAME, RESULT, PARAMETERS, ARGUMENTS, POINTERS, ZEROS)                           \
  RESULT NAME PARAMETERS { return (RESULT)0; }
#include "ringc-pair/calls.inc"
