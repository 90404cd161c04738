//===- VersionParent.h - A version node's parent ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_LINK_VERSIONPARENT_H
#define RINGC_LIB_LINK_VERSIONPARENT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ringc {

/// lld reads a node's parent in a version script and writes none. Notes in the
/// 64-bit shared object \p File that the parent of node \p Child is \p Parent;
/// the last node, \p Spare, gives its place for that and is gone. False if the
/// file isn't so.
bool addVersionParent(std::string &File, llvm::StringRef Child,
                      llvm::StringRef Parent, llvm::StringRef Spare);

} // namespace ringc

#endif // RINGC_LIB_LINK_VERSIONPARENT_H
