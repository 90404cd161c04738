//===- Suggest.h - Where nearestName is found -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function lives in the Diag room; this is its name in the Pass room.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_SUGGEST_H
#define RINGC_PASS_SUGGEST_H

#include "ringc/Diag/Suggest.h"

#endif // RINGC_PASS_SUGGEST_H
