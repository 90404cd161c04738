//===- LoadPlugin.cpp - Loads a shared object -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three things can be wrong with the file, and each has its own text: it can't
// be loaded, it has no entry point, or it was built for something else. Only
// then is it asked to register itself.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Guard.h"
#include "ringc/Plugin/Plugin.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>

using namespace llvm;
using namespace ringc;

static bool isCompatible(StringRef Path, const PluginInfo *Info,
                         DiagnosticEngine &Diags) {
  if (!Info) {
    Diags.report(diag::err_plugin_entry) << Path << PluginEntryPoint;
    return false;
  }
  if (Info->APIVersion != PluginAPIVersion) {
    Diags.report(diag::err_plugin_version)
        << Path << Info->APIVersion << PluginAPIVersion;
    return false;
  }
  if (StringRef(Info->ABITag) != RINGC_ABI_TAG) {
    Diags.report(diag::err_plugin_abi) << Path << Info->ABITag << RINGC_ABI_TAG;
    return false;
  }
  return true;
}

/// Everything is resolved at once, so that what is missing is said now and not
/// in the middle of a pass; and what a plug-in defines is its own.
static void *open(StringRef Path, DiagnosticEngine &Diags) {
  // Without a slash it would be looked for in the folders of libraries.
  SmallString<128> Absolute(Path);
  sys::fs::make_absolute(Absolute);
  void *Handle = ::dlopen(Absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (Handle)
    return Handle;
  StringRef Why = ::dlerror();
  Why.consume_front(Absolute);
  Why.consume_front(": ");
  Diags.report(diag::err_plugin_load) << Path << Why;
  return nullptr;
}

bool ringc::loadPlugin(StringRef Path, Registry &R, DiagnosticEngine &Diags) {
  void *Handle = open(Path, Diags);
  if (!Handle)
    return false;
  using EntryPoint = const PluginInfo *();
  auto *Entry =
      reinterpret_cast<EntryPoint *>(::dlsym(Handle, PluginEntryPoint));
  const PluginInfo *Info = nullptr;
  const auto Call = [&](function_ref<void()> Do) {
    return callGuarded("plug-in", Path, Diags, Do);
  };
  if (!Call([&] { Info = Entry ? Entry() : nullptr; }) ||
      !isCompatible(Path, Info, Diags))
    return false;
  std::string Refusal;
  if (!Call([&] {
        if (Error E = Info->Register(R))
          Refusal = toString(std::move(E));
      }))
    return false;
  if (!Refusal.empty())
    Diags.report(diag::err_plugin_refuses) << Path << Refusal;
  return Refusal.empty();
}
