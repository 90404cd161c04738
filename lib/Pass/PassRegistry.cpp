//===- PassRegistry.cpp - The passes a compiler knows ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list with unique names.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"

using namespace llvm;
using namespace ringc;

Error PassRegistry::add(const PassInfo &Info) {
  if (find(Info.Name))
    return createStringError("there is a pass '%s' already", Info.Name);
  Passes.push_back(Info);
  return Error::success();
}

const PassInfo *PassRegistry::find(StringRef Name) const {
  for (const PassInfo &Info : Passes)
    if (Name == Info.Name)
      return &Info;
  return nullptr;
}

const PassInfo *PassRegistry::findEstablishing(Phase P) const {
  for (const PassInfo &Info : Passes)
    if (Info.Establishes.contains(P))
      return &Info;
  return nullptr;
}
