//===- SrcLoc.h - A place in an input file ----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source position as plain data: it lives in the IR, survives the text form,
// and needs nothing of LLVM. The DiagnosticEngine turns it into a name, a
// source line and a caret.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_DIAG_SRCLOC_H
#define RINGC_DIAG_SRCLOC_H

#include <compare>
#include <cstdint>

namespace ringc {

/// A place in an input. `File` is an id handed out by DiagnosticEngine (0: no
/// file). `Line` and `Col` count from 1, columns in bytes; 0 means unknown.
struct SrcLoc {
  uint32_t File = 0;
  uint32_t Line = 0;
  uint32_t Col = 0;

  bool isValid() const { return Line != 0; }
  auto operator<=>(const SrcLoc &) const = default;
};

} // namespace ringc

#endif // RINGC_DIAG_SRCLOC_H
