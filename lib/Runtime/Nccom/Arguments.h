//===- Arguments.h - What entry points ask of arguments ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_ARGUMENTS_H
#define RINGC_LIB_RUNTIME_NCCOM_ARGUMENTS_H

#include "../Support/Log.h"

namespace ringc::runtime {

/// Whether \p Count, the argument \p What, isn't negative; logged if it is.
inline bool isCount(const char *Call, const char *What, int Count) {
  if (Count >= 0)
    return true;
  RINGC_WARN("%s: %s is %d", Call, What, Count);
  return false;
}

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_ARGUMENTS_H
