//===- WiringBytes.h - Blobs to be changed by tests -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are found by docs/WiringFormat.md, not by the writer's structs.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_UNIT_EMIT_WIRINGBYTES_H
#define RINGC_TEST_UNIT_EMIT_WIRINGBYTES_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include <cstring>
#include <string>

namespace ringc::test {

inline uint64_t load(llvm::StringRef Blob, size_t At, unsigned Bytes) {
  uint64_t Value = 0;
  std::memcpy(&Value, Blob.data() + At, Bytes);
  return Value;
}

inline void store(std::string &Blob, size_t At, uint64_t Value,
                  unsigned Bytes) {
  std::memcpy(&Blob[At], &Value, Bytes);
}

/// Gives \p Blob the right size and checksum for what it holds.
inline void seal(std::string &Blob) {
  store(Blob, 16, Blob.size(), 8);
  store(Blob, 12,
        llvm::crc32(
            llvm::arrayRefFromStringRef(llvm::StringRef(Blob).drop_front(16))),
        4);
}

/// Where section \p Kind begins.
inline size_t section(llvm::StringRef Blob, unsigned Kind) {
  return load(Blob, 32 + 24 * (Kind - 1) + 8, 8);
}

/// One wrong value.
struct Hostile {
  const char *What;
  unsigned Kind; ///< section the value is in; 0: the section table
  size_t At;
  uint64_t Value;
  unsigned Bytes;
};

} // namespace ringc::test

#endif // RINGC_TEST_UNIT_EMIT_WIRINGBYTES_H
