//===- fake_net.c - A network plug-in -------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects of versions V4, V5, V6. Init returns INIT, the count of devices is
// DEVICES, counting them returns COUNTING.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

#ifndef INIT
#define INIT 0
#endif
#ifndef DEVICES
#define DEVICES 2
#endif
#ifndef COUNTING
#define COUNTING 0
#endif

typedef void (*logger)(int, unsigned long, const char *, int, const char *, ...);

static int init(logger say) {
  say(3, 1, __FILE__, __LINE__, "fake %d says %s", 7, "it");
  return INIT;
}
static int fini(void) {
  fprintf(stderr, "fake: fini\n");
  return 0;
}
static int devices(int *count) {
  *count = DEVICES;
  return COUNTING;
}

#ifdef V4
void *ncclNetPlugin_v4[16] = {"Fake", init, devices};
#endif
#ifdef V5
void *ncclNetPlugin_v5[21] = {"Fake", init, devices};
#endif
#ifdef V6
void *ncclNetPlugin_v6[22] = {"Fake", init, fini, devices};
#endif
