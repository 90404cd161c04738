//===- Runtime.cpp - Start, end, and questions about the machine ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An emulated runtime: it says so in its version. Questions are answered before
// nrt_init, too. A second nrt_init changes nothing, nor does an nrt_close too
// many (design).
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "../Support/Log.h"
#include "../Support/Version.h"
#include "DeviceMaps.h"
#include "GlobalComm.h"
#include "Loader.h"
#include "Machine.h"
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>

using namespace ringc;
using namespace ringc::runtime;

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static bool Initialised;

bool runtime::isInitialised() {
  return __atomic_load_n(&Initialised, __ATOMIC_ACQUIRE);
}

/// Tells of a missing network plug-in, which is no failure.
static void lookForNetPlugin() {
  char Why[512];
  if (void *Handle = nrt_get_libnccl_net(nullptr, Why, sizeof(Why)))
    dlclose(Handle);
  else
    RINGC_INFO("no network plug-in: %s", Why);
}

/// Sets whether the runtime is up and what libnccom is called; false if it was
/// so already. What was called before is \p Other then.
static bool change(bool To, Nccom &Other) {
  pthread_mutex_lock(&Lock);
  const bool Changes = Initialised != To;
  if (Changes) {
    useNccom(Other);
    __atomic_store_n(&Initialised, To, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&Lock);
  return Changes;
}

static NRT_STATUS answer(uint32_t *Out, uint32_t Count) {
  if (!Out || ownNode() < 0)
    return NRT_INVALID;
  *Out = Count;
  return NRT_SUCCESS;
}

/// Copies what the caller has room for.
template <typename T>
static NRT_STATUS answer(T *Out, size_t Room, const T &Full) {
  if (!Out)
    return NRT_INVALID;
  if (Room > sizeof(T))
    RINGC_WARN("room for %zu bytes was given, only %zu are set", Room,
               sizeof(T));
  memcpy(Out, &Full, Room < sizeof(T) ? Room : sizeof(T));
  return NRT_SUCCESS;
}

extern "C" {

// Libraries are loaded and let go without a lock: their constructors may call
// anything of ours.
NRT_STATUS nrt_init(int, const char *, const char *) {
  if (isInitialised())
    return NRT_SUCCESS;
  forgetOwnNode();
  if (ownNode() < 0)
    return NRT_INVALID;
  RINGC_INFO("emulated runtime of ringc " RINGC_VERSION ": %s, server %d of %u",
             machine().Name, ownNode(), machine().NumNodes);
  // Without libnccom a program of one core works all the same; why, every
  // collective call will say.
  Nccom Found;
  ncclInit(Found);
  if (Found.Library)
    lookForNetPlugin();
  if (change(true, Found))
    openGlobalComms();
  else
    ncclFini(Found); // another thread was faster
  return NRT_SUCCESS;
}

void nrt_close(void) {
  // As long as libnccom can be called.
  Nccom Other;
  if (!closeGlobalComms() || !change(false, Other))
    return;
  ncclFini(Other);
  resetDeviceMaps();
}

NRT_STATUS nrt_get_total_nc_count(uint32_t *Count) {
  return answer(Count, ownServer().NumCores);
}
NRT_STATUS nrt_get_visible_nc_count(uint32_t *Count) {
  return answer(Count, ownServer().NumCores);
}
NRT_STATUS nrt_get_total_vnc_count(uint32_t *Count) {
  return answer(Count, ownServer().NumLogical);
}
NRT_STATUS nrt_get_visible_vnc_count(uint32_t *Count) {
  return answer(Count, ownServer().NumLogical);
}

NRT_STATUS nrt_get_instance_info(nrt_instance_info_t *Out, size_t Room) {
  const ServerImage &S = ownServer();
  nrt_instance_info_t Info;
  memset(&Info, 0, sizeof(Info));
  Info.family = S.Family;
  Info.size = S.Size;
  static_assert(sizeof(Info.arch_name) == sizeof(S.Arch));
  memcpy(Info.arch_name, S.Arch, sizeof(S.Arch));
  return answer(Out, Room, Info);
}

NRT_STATUS nrt_get_version(nrt_version_t *Out, size_t Room) {
  nrt_version_t Version;
  memset(&Version, 0, sizeof(Version));
  Version.rt_major = VersionMajor;
  Version.rt_minor = VersionMinor;
  Version.rt_patch = VersionPatch;
  snprintf(Version.rt_detail, sizeof(Version.rt_detail),
           "emulated by ringc " RINGC_VERSION " (%s)", machine().Name);
  snprintf(Version.git_hash, sizeof(Version.git_hash), "%s", BuildHash);
  return answer(Out, Room, Version);
}

} // extern "C"
