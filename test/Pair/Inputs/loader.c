//===- loader.c - Starts a libnrt by bare names ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// loader FOLDER: nrt_init and nrt_close of a libnrt that may have any nodes.
//
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/libnrt.so.1", argv[1]);
  void *nrt = dlopen(path, RTLD_NOW);
  if (!nrt) {
    fprintf(stderr, "loader: %s\n", dlerror());
    return 1;
  }
  int (*init)(int, const char *, const char *) = (int (*)(int, const char *, const char *))dlsym(nrt, "nrt_init");
  void (*end)(void) = (void (*)(void))dlsym(nrt, "nrt_close");
  printf("init %d\n", init(1, "", ""));
  end();
  return 0;
}
