//===- main.cpp - ringc-tblgen, the generator of tables -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a .td file and writes one table made from it. Each backend registers
// its own -gen-... option in its own file; LLVM's driver does the rest (-I, -o,
// -d,
// --write-if-changed).
//
//===----------------------------------------------------------------------===//

#include "llvm/TableGen/Main.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if __has_feature(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
// TableGen keeps its records until the process ends, on purpose.
extern "C" int __lsan_is_turned_off() { return 1; }
#endif

int main(int argc, char **argv) {
  llvm::InitLLVM X(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "ringc table generator\n");
  return llvm::TableGenMain(argv[0]);
}
