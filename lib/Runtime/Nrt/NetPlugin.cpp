//===- NetPlugin.cpp - The network plug-in --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libnrt only opens libnccom-net.so and hands the handle on; libnccom looks for
// ncclNetPlugin_v6 in it and lets it go [reference/abi.md section 5,
// confirmed]. So each who asks gets a reference of his own.
//
//===----------------------------------------------------------------------===//

#include "ringc-pair/abi.h"
#include <cstdio>
#include <dlfcn.h>

extern "C" void *nrt_get_libnccl_net(int *Err, char *ErrMsg, size_t Size) {
  void *Found = dlopen("libnccom-net.so", RTLD_NOW);
  const char *Why = Found ? nullptr : dlerror();
  if (Err)
    *Err = Found ? NRT_SUCCESS : NRT_FAILURE;
  if (ErrMsg && Size)
    snprintf(ErrMsg, Size, "%s", Why ? Why : "");
  return Found;
}
