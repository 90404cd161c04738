//===- Structs.h - The runtime records, byte for byte -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every struct of Structs.td that ringc reads or writes, generated with
// explicit padding and a static_assert on its size and on each offset.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_STRUCTS_H
#define RINGC_ABI_STRUCTS_H

#include <cstddef>
#include <cstdint>

namespace ringc::abi {

#include "ringc/ABI/Structs.inc"

} // namespace ringc::abi

#endif // RINGC_ABI_STRUCTS_H
