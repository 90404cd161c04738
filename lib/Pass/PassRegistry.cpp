//===- PassRegistry.cpp - The passes one compiler knows -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list in order of registration: it is short, and its order is the order of
// -print-passes. Where several passes establish a phase, the first one is named
// in messages, so a built-in pass comes before a stranger's.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"

using namespace llvm;
using namespace ringc;

Error PassRegistry::add(const PassInfo &Info) {
  if (!Info.Name || !*Info.Name || !Info.Summary || !Info.Create)
    return createStringError(inconvertibleErrorCode(),
                             "a pass lacks its name, summary or function");
  if (find(Info.Name))
    return createStringError(inconvertibleErrorCode(),
                             "a pass called '%s' is registered already",
                             Info.Name);
  Passes.push_back(Info);
  return Error::success();
}

const PassInfo *PassRegistry::find(StringRef Name) const {
  for (const PassInfo &P : Passes)
    if (Name == P.Name)
      return &P;
  return nullptr;
}

const PassInfo *PassRegistry::findEstablishing(Phase P) const {
  for (const PassInfo &Info : Passes)
    if (Info.Establishes.contains(P))
      return &Info;
  return nullptr;
}
