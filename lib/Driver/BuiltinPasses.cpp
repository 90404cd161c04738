//===- BuiltinPasses.cpp - The passes that come with ringc ----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list is made by CMake from the rooms below passes/.
//
//===----------------------------------------------------------------------===//

#include "ringc/Driver/Driver.h"

namespace ringc {
#define RINGC_PASS(Room) PassInfo get##Room##Info();
#include "ringc/passes/All.inc"
#undef RINGC_PASS
} // namespace ringc

void ringc::registerBuiltinPasses(Registry &Known) {
  // Names are distinct unless the caller took one before.
#define RINGC_PASS(Room) llvm::cantFail(Known.add(get##Room##Info()));
#include "ringc/passes/All.inc"
#undef RINGC_PASS
}
