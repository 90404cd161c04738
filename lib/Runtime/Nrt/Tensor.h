//===- Tensor.h - Memory of the emulated devices ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_TENSOR_H
#define RINGC_LIB_RUNTIME_NRT_TENSOR_H

#include "ringc-pair/abi.h"

/// A piece of memory, on the host or on a logical core, which is the host's
/// memory, too. Not for several threads at a time.
struct nrt_tensor_t {
  int Placement; ///< nrt_tensor_placement_t
  int Core;      ///< logical; -1 on the host
  char *Data;
  size_t Size;
  bool OwnsData; ///< else it is a caller's buffer, or there is none
  char Name[64];
};

#endif // RINGC_LIB_RUNTIME_NRT_TENSOR_H
