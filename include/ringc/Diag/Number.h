//===- Number.h - Fractions as text -----------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages, remarks, JSON and XML write a bandwidth alike: as C's `%g` does in
// the C locale, whatever the locale. Plain C++.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DIAG_NUMBER_H
#define RINGC_DIAG_NUMBER_H

#include <charconv>
#include <iterator>
#include <string>

namespace ringc {

/// Bytes that any number takes at most.
inline constexpr unsigned MaxNumberLength = 32;

/// Writes \p Value to \p Out, which has room for MaxNumberLength bytes; returns
/// the end.
inline char *writeNumber(char *Out, double Value) {
  return std::to_chars(Out, Out + MaxNumberLength, Value,
                       std::chars_format::general, 6)
      .ptr;
}

/// \p Value as a string.
inline std::string formatNumber(double Value) {
  char Digits[MaxNumberLength];
  return std::string(std::begin(Digits), writeNumber(Digits, Value));
}

} // namespace ringc

#endif // RINGC_DIAG_NUMBER_H
