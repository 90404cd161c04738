//===- IRTarget.cpp - Fuzzes the text form of the IR ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text of any phase: read, verified, taken to the last phase and written. What
// the verifiers accept must go through, or be refused with a message.
//
//===----------------------------------------------------------------------===//

#include "Random.h"
#include "Trial.h"

using namespace ringc::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Trial T;
  if (!T.parse({reinterpret_cast<const char *>(Data), Size}))
    return 0;
  T.checkRoundtrip();
  if (T.compile())
    T.checkOutputs();
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  Random R(Seed);
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  return giveBack(R.oneIn(8) ? changeBytes(std::move(Text), MaxSize)
                             : changeLines(std::move(Text), R),
                  Data, MaxSize);
}
