//===- Root.h - Where the ranks of a communicator meet ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_ROOT_H
#define RINGC_LIB_RUNTIME_NCCOM_ROOT_H

#include "Socket.h"

namespace ringc::runtime {

/// Starts a thread at \p Address, which gets its port if it has none: it waits
/// until as many ranks as the first one says have come, and tells each where
/// the next one is; or, after a mistake or the timeout, tells all who came what
/// is wrong. It ends then, or when the library is unloaded.
Problem startRoot(SocketAddress &Address);
/// Lets go what is left of roots that have ended.
void sweepRoots();

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_ROOT_H
