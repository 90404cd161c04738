//===- NetPlugin.cpp - The network plug-in --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libnrt only opens libnccom-net.so and hands its handle on; libnccom looks for
// ncclNetPlugin_v6 in it [reference/abi.md section 5, confirmed].
//
//===----------------------------------------------------------------------===//

#include "NetPlugin.h"
#include "../Support/Log.h"
#include "ringc-pair/abi.h"
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>

using namespace ringc::runtime;

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static void *Handle;
static char Why[512];

/// Called with the lock.
static void open() {
  if (Handle)
    return;
  Handle = dlopen("libnccom-net.so", RTLD_NOW);
  if (Handle)
    return;
  const char *Text = dlerror();
  snprintf(Why, sizeof(Why), "%s", Text ? Text : "it can't be loaded");
}

void ringc::runtime::openNetPlugin() {
  pthread_mutex_lock(&Lock);
  open();
  if (!Handle)
    RINGC_INFO("no network plug-in: %s", Why);
  pthread_mutex_unlock(&Lock);
}

void ringc::runtime::closeNetPlugin() {
  pthread_mutex_lock(&Lock);
  if (Handle)
    dlclose(Handle);
  Handle = nullptr;
  pthread_mutex_unlock(&Lock);
}

extern "C" void *nrt_get_libnccl_net(int *Err, char *ErrMsg, size_t Size) {
  pthread_mutex_lock(&Lock);
  open();
  void *Found = Handle;
  if (Err)
    *Err = Found ? NRT_SUCCESS : NRT_FAILURE;
  if (ErrMsg && Size)
    snprintf(ErrMsg, Size, "%s", Found ? "" : Why);
  pthread_mutex_unlock(&Lock);
  return Found;
}
