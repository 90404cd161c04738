//===- XmlHooks.cpp - The fuzzer's hooks of targets that take XML ---------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of each of these targets, which says what words its XML is made of.
//
//===----------------------------------------------------------------------===//

#include "XmlTree.h"

using namespace ringc::fuzz;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  return mutateXml(Data, Size, MaxSize, Seed, targetWords());
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *A, size_t SizeA,
                                            const uint8_t *B, size_t SizeB,
                                            uint8_t *Out, size_t MaxSize,
                                            unsigned Seed) {
  return crossXml({reinterpret_cast<const char *>(A), SizeA},
                  {reinterpret_cast<const char *>(B), SizeB}, Out, MaxSize,
                  Seed);
}
