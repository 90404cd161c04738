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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ringc;

Error ringc::checkName(StringRef Name) {
  const auto Allowed = [](char C) {
    return isAlnum(C) || C == '_' || C == '-' || C == '.';
  };
  if (!Name.empty() && isAlpha(Name.front()) && all_of(Name, Allowed) &&
      Name != "default" && Name != "help")
    return Error::success();
  return createStringError("'" + Name + "' can't be a name");
}

Error PassRegistry::add(const PassInfo &Info) {
  if (!Info.Name || !Info.Summary || !Info.Create)
    return createStringError("a pass lacks its name, summary or function");
  if (Error E = checkName(Info.Name))
    return E;
  if (!allPhases().containsAll(Info.Requires | Info.Establishes))
    return createStringError(Twine("pass '") + Info.Name +
                             "' names a phase that there isn't");
  if (find(Info.Name))
    return createStringError(Twine("a pass called '") + Info.Name +
                             "' is registered already");
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
