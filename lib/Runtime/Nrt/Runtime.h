//===- Runtime.h - Whether the runtime is up --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NRT_RUNTIME_H
#define RINGC_LIB_RUNTIME_NRT_RUNTIME_H

namespace ringc::runtime {

/// Whether nrt_init was called, and nrt_close not since.
bool isInitialised();

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NRT_RUNTIME_H
