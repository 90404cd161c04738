//===- Foreign.cpp - A plug-in of another ringc ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It calls a function that this ringc doesn't have.
//
//===----------------------------------------------------------------------===//

#include "ringc/Plugin/Plugin.h"

namespace ringc {
llvm::Error functionOfTomorrow(Registry &R);
}

extern "C" const ringc::PluginInfo *ringcGetPluginInfo() {
  static constexpr ringc::PluginInfo Info = {
      ringc::PluginAPIVersion, "ringc-of-tomorrow", "", "",
      [](ringc::Registry &R) { return ringc::functionOfTomorrow(R); }};
  return &Info;
}
