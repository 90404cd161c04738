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

constexpr unsigned NumSlots = 37;

/// libnccom with all its functions, or nothing and why.
struct Nccom {
  void *Library = nullptr;
  void *Slots[NumSlots] = {}; ///< by index of Symbols.td
  char Error[1024] = "";
};

/// Loads libnccom and looks its functions up: all or none. Why none is logged.
/// Takes no lock, since others' constructors run in here.
void ncclInit(Nccom &Found);
/// Makes \p Found what the trampolines call, and the text of its error what
/// they say; gives back what they called before. The caller holds nrt_init's
/// lock.
void useNccom(Nccom &Found);
/// Lets \p Found go. Without a lock, as destructors run in here.
void ncclFini(Nccom &Found);

} // namespace ringc::runtime

extern "C" {
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,        \
                POINTERS, ZEROS)                                               \
  RESULT TRAMPOLINE PARAMETERS;
#include "ringc-pair/calls.inc"
}

#endif // RINGC_LIB_RUNTIME_NRT_LOADER_H
