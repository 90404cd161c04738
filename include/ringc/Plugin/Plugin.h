//===- Plugin.h - Where a plug-in begins ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plug-in is a shared object that links no library of ringc or LLVM: it uses
// the program's. It has one entry point:
//
//   static llvm::Error registerAll(ringc::Registry &R) {
//     return R.add(ringc::getReverseChannelInfo());
//   }
//   RINGC_PLUGIN("reverse-channel", "1.0", registerAll)
//
// add_ringc_pass() of the installed package writes this for a pass. C++ objects
// cross the border, so the plug-in must be built with the same headers, LLVM
// and standard library: the ABI tag says with which, and what differs is
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PLUGIN_PLUGIN_H
#define RINGC_PLUGIN_PLUGIN_H

#include "ringc/Plugin/ABITag.inc"
#include "ringc/Plugin/Registry.h"
#include "llvm/Config/llvm-config.h"

namespace ringc {

/// Counts the forms that PluginInfo and the entry point have had.
inline constexpr uint32_t PluginAPIVersion = 1;

#if defined(__has_feature)
#define RINGC_HAS_FEATURE(X) __has_feature(X)
#else
#define RINGC_HAS_FEATURE(X) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || RINGC_HAS_FEATURE(address_sanitizer)
#define RINGC_ABI_ASAN " asan"
#else
#define RINGC_ABI_ASAN ""
#endif
#if defined(_LIBCPP_VERSION)
#define RINGC_ABI_STL " libc++"
#elif !_GLIBCXX_USE_CXX11_ABI
#define RINGC_ABI_STL " cxx98"
#elif defined(_GLIBCXX_DEBUG)
#define RINGC_ABI_STL " cxx11-debug"
#else
#define RINGC_ABI_STL " cxx11"
#endif
/// What objects look like: ringc's version and a sum over its headers, LLVM's
/// version, the standard library and its debug mode, the address sanitizer.
#define RINGC_ABI_TAG                                                          \
  RINGC_HEADERS_TAG " llvm-" LLVM_VERSION_STRING RINGC_ABI_STL RINGC_ABI_ASAN

/// What the entry point returns. The first two members are the same in every
/// version.
struct PluginInfo {
  uint32_t APIVersion;
  const char *ABITag;
  const char *Name;
  const char *Version;
  /// Adds what the plug-in brings; an error ends the run.
  llvm::Error (*Register)(Registry &R);
};

/// The name of the entry point, `const PluginInfo *ringcGetPluginInfo()`.
inline constexpr char PluginEntryPoint[] = "ringcGetPluginInfo";

/// Loads the shared object \p Path and lets it register itself; it stays loaded
/// as long as the program. Reports a file that can't be loaded, has no entry
/// point, was built for another version, is in \p R already, refuses, or
/// inserts what \p R doesn't know: shipped passes and the plug-ins whose passes
/// it inserts come before. False after an error.
bool loadPlugin(llvm::StringRef Path, Registry &R, DiagnosticEngine &Diags);

} // namespace ringc

#define RINGC_PLUGIN(NAME, VERSION, REGISTER)                                  \
  extern "C" __attribute__((visibility("default")))                            \
  const ::ringc::PluginInfo *                                                  \
  ringcGetPluginInfo() {                                                       \
    static constexpr ::ringc::PluginInfo Info = {                              \
        ::ringc::PluginAPIVersion, RINGC_ABI_TAG, NAME, VERSION, REGISTER};    \
    return &Info;                                                              \
  }

#endif // RINGC_PLUGIN_PLUGIN_H
