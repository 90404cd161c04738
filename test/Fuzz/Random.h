//===- Random.h - Choices of a mutator --------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same seed gives the same choices, on every machine: a run can be made
// again.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_FUZZ_RANDOM_H
#define RINGC_TEST_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <string>

/// libFuzzer's own mutations of bytes, for what a mutator has no better idea
/// for. Returns the new size.
extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace ringc::fuzz {

class Random {
public:
  explicit Random(unsigned Seed) : State(Seed) {}

  /// A number below \p N, which is not 0.
  size_t below(size_t N) { return size_t(next() % N); }
  bool oneIn(size_t N) { return below(N) == 0; }
  template <typename Range> const auto &pick(const Range &R) {
    return *(std::begin(R) + ptrdiff_t(below(std::size(R))));
  }

  /// SplitMix64: one multiply-and-shift hash of a counter a step.
  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }

private:
  uint64_t State;
};

/// \p Text with one of its numbers changed: by a little, to another number of
/// it, or to one at the edge of something. Unchanged where there is none.
std::string changeNumber(std::string Text, Random &R);

/// Changes \p Text by lines: takes out, doubles, moves, swaps, cuts or edits.
std::string changeLines(std::string Text, Random &R);

/// \p Data with libFuzzer's own mutation, in at most \p MaxSize bytes.
std::string changeBytes(std::string Data, size_t MaxSize);

/// Copies \p Bytes to \p Data, as a custom mutator ends; cut to \p MaxSize.
size_t giveBack(const std::string &Bytes, uint8_t *Data, size_t MaxSize);

} // namespace ringc::fuzz

#endif // RINGC_TEST_FUZZ_RANDOM_H
