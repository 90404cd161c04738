//===- Suggest.h - What a mistyped name was meant to be ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every message about an unknown name offers the nearest known one.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DIAG_SUGGEST_H
#define RINGC_DIAG_SUGGEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ringc {

/// The name of \p Known that \p Name most likely stands for; empty where even
/// the nearest is more edits away than a third of the letters of \p Name, plus
/// one.
llvm::StringRef nearestName(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringRef> Known);

} // namespace ringc

#endif // RINGC_DIAG_SUGGEST_H
