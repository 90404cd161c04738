//===- Loader.cpp - libnccom, as libnrt calls it --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All or nothing: the probe first, its number, then the others in the order of
// the slots; on any failure all slots are empty again and libnccom is let go.
// The texts are those of the real runtime [reference/abi.md section 2,
// confirmed], but for the middle of the first one, which is cut short there.
//
// A failure is kept, and every later call returns it: the real runtime of this
// version dropped the text at its first report, and the second call crashed.
//
//===----------------------------------------------------------------------===//

#include "Loader.h"
#include "../Support/Log.h"
#include "../Support/Version.h"
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <iterator>
#include <utility>

using namespace ringc::runtime;

static constexpr const char *Names[] = {
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,        \
                POINTERS, ZEROS)                                               \
  #NAME,
#include "ringc-pair/calls.inc"
};
static constexpr unsigned ProbeSlot = 0;
static_assert(std::size(Names) == NumSlots);

/// What trampolines call. Slots are atomic, since a trampoline may look while
/// another thread ends the runtime; that a call is still under way then is that
/// program's fault.
static Nccom Now;

static void *slot(unsigned I) {
  return __atomic_load_n(&Now.Slots[I], __ATOMIC_ACQUIRE);
}

[[gnu::format(printf, 2, 3)]] static void fail(Nccom &Found, const char *Format,
                                               ...) {
  va_list Args;
  va_start(Args, Format);
  vsnprintf(Found.Error, sizeof(Found.Error), Format, Args);
  va_end(Args);
  RINGC_WARN("%s", Found.Error);
  ncclFini(Found);
}

static const char *lastError() {
  const char *Text = dlerror();
  return Text ? Text : "it is null";
}

static bool checkVersion(Nccom &Found) {
  nec_version_info_t Version;
  memset(&Version, 0, sizeof(Version));
  using Probe = decltype(neuronGetVersionInfo);
  reinterpret_cast<Probe *>(Found.Slots[ProbeSlot])(&Version, sizeof(Version));
  if (Version.compatibility_version != CompatibilityId) {
    fail(Found,
         "Incompatible version of aws-neuronx-collectives.  Compatibility id: "
         "%lu, expected: %lu",
         Version.compatibility_version, CompatibilityId);
    return false;
  }
  RINGC_INFO("Using CCOM %lu.%lu.%lu.%lu-%.16s", Version.major, Version.minor,
             Version.patch, Version.maintenance, Version.git_hash);
  return true;
}

void ringc::runtime::ncclInit(Nccom &Found) {
  Found.Library = dlopen("libnccom.so", RTLD_NOW);
  if (!Found.Library)
    return fail(Found,
                "Error opening libnccom.so, cannot use collective operations! "
                "Please set LD_LIBRARY_PATH to library location. Error: %s",
                lastError());
  Found.Slots[ProbeSlot] = dlsym(Found.Library, Names[ProbeSlot]);
  if (!Found.Slots[ProbeSlot])
    return fail(Found, "Get Version Info API is not implemented by "
                       "aws-neuronx-collectives.");
  if (!checkVersion(Found))
    return;
  for (unsigned I = ProbeSlot + 1; I < NumSlots; ++I) {
    dlerror();
    Found.Slots[I] = dlsym(Found.Library, Names[I]);
    if (!Found.Slots[I])
      return fail(Found, "cannot find symbol \"%s\" in NCCL. Reason: %s",
                  Names[I], lastError());
  }
}

void ringc::runtime::useNccom(Nccom &Found) {
  std::swap(Now.Library, Found.Library);
  for (unsigned I = 0; I < NumSlots; ++I)
    Found.Slots[I] =
        __atomic_exchange_n(&Now.Slots[I], Found.Slots[I], __ATOMIC_ACQ_REL);
  memcpy(Now.Error, Found.Error, sizeof(Now.Error));
}

void ringc::runtime::ncclFini(Nccom &Found) {
  memset(Found.Slots, 0, sizeof(Found.Slots));
  if (Found.Library)
    dlclose(Found.Library);
  Found.Library = nullptr;
}

/// Why \p I can't be called, said; NRT_SUCCESS if it can.
static NRT_STATUS checkCallable(unsigned I) {
  if (slot(I))
    return NRT_SUCCESS;
  if (Now.Error[0]) {
    RINGC_WARN("NCCL init error: %s", Now.Error);
    return NRT_FAILURE;
  }
  RINGC_WARN("%s was called before nrt_init", Names[I]);
  return NRT_UNINITIALIZED;
}

template <typename Call, typename... Args>
static NRT_STATUS callGuarded(unsigned I, Args... A) {
  if (NRT_STATUS Status = checkCallable(I))
    return Status;
  const NRT_STATUS Status = reinterpret_cast<Call *>(slot(I))(A...);
  if (Status != NRT_SUCCESS)
    RINGC_WARN("failed %s request to NCCL", Names[I]);
  return Status;
}

/// The two that the runtime doesn't guard: the probe, which is called before
/// the gate, and the proxy's tick, whose failures are its caller's to report.
static uint64_t call(decltype(neuronGetVersionInfo) *, unsigned I,
                     nec_version_info_t *Out, size_t Size) {
  if (Out)
    memset(Out, 0, Size < sizeof(*Out) ? Size : sizeof(*Out));
  if (!slot(I) || !Out)
    return NRT_FAILURE;
  return reinterpret_cast<decltype(neuronGetVersionInfo) *>(slot(I))(Out, Size);
}
static NRT_STATUS call(decltype(neuronNetworkProxyProgress) *, unsigned I,
                       void *Comm, uint32_t Stream, uint32_t Block, bool *Idle,
                       bool *Done) {
  if (!slot(I))
    return NRT_FAILURE;
  return reinterpret_cast<decltype(neuronNetworkProxyProgress) *>(slot(I))(
      Comm, Stream, Block, Idle, Done);
}
template <typename Call, typename... Args>
static NRT_STATUS call(Call *, unsigned I, Args... A) {
  return callGuarded<Call>(I, A...);
}

// Most are called by nothing that is exported, but for the conformance suite's
// libnrt.
extern "C" {
#define UNWRAP(...) __VA_OPT__(, ) __VA_ARGS__
#define FORWARD(INDEX, NAME, TRAMPOLINE, RESULT, PARAMETERS, ARGUMENTS,        \
                POINTERS, ZEROS)                                               \
  [[gnu::used, gnu::retain]] RESULT TRAMPOLINE PARAMETERS {                    \
    return call(static_cast<decltype(NAME) *>(nullptr),                        \
                INDEX UNWRAP ARGUMENTS);                                       \
  }
#include "ringc-pair/calls.inc"
}
