//===- PlaceImage.h - Where libnccom's ranks and NICs are -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_PLACEIMAGE_H
#define RINGC_LIB_EMIT_PLACEIMAGE_H

#include "ringc/IR/Fabric.h"
#include <string>

namespace ringc {

/// The bytes of \p F's image (ringc/ABI/PlaceImage.h).
std::string placeImage(const Fabric &F);

} // namespace ringc

#endif // RINGC_LIB_EMIT_PLACEIMAGE_H
