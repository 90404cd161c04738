//===- DsoHandle.cpp - What a compiler's start files would bring ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pair is linked where there is no compiler, so without crtbeginS.o: each
// library has its own handle, under which destructors are registered, and calls
// them when it is unloaded.
//
//===----------------------------------------------------------------------===//

extern "C" {
[[gnu::visibility("hidden")]] void *__dso_handle = &__dso_handle;
void __cxa_finalize(void *Dso);
}

[[gnu::destructor]] static void finalize() { __cxa_finalize(__dso_handle); }
