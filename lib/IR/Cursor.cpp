//===- Cursor.cpp - A place in text IR, moving forward --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are scanned by hand, straight from the bytes; every look ahead is
// checked against the end of the text first.
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace llvm;
using namespace ringc;

static bool isWordByte(char C) {
  return isAlnum(C) || C == '_' || C == '.' || C == '-';
}

bool Cursor::finishLine() {
  if (!atLineEnd()) {
    error(diag::err_ir_expected_line_end);
    return false;
  }
  skipEmptyLines();
  return true;
}

StringRef Cursor::peekWord() {
  skipSpace();
  const char *P = Here;
  while (P != End && isWordByte(*P))
    ++P;
  return StringRef(Here, size_t(P - Here));
}

bool Cursor::accept(StringRef Word) {
  if (peekWord() != Word)
    return false;
  Here += Word.size();
  return true;
}

bool Cursor::expect(StringRef Word) {
  if (accept(Word))
    return true;
  error(diag::err_ir_expected) << Word;
  return false;
}

bool Cursor::expect(char C) {
  if (accept(C))
    return true;
  error(diag::err_ir_expected) << StringRef(&C, 1);
  return false;
}

/// Moves past an optional minus and digits. A magnitude that doesn't fit is
/// saturated: every range in the grammar is smaller.
bool Cursor::scanNumber(uint64_t &Magnitude, bool &Negative) {
  constexpr uint64_t Most = std::numeric_limits<uint64_t>::max();
  skipSpace();
  const char *P = Here;
  Negative = P != End && *P == '-';
  P += Negative;
  const bool Hex = End - P >= 3 && P[0] == '0' && P[1] == 'x';
  P += Hex ? 2 : 0;
  const uint64_t Base = Hex ? 16 : 10;
  const char *FirstDigit = P;
  Magnitude = 0;
  for (; P != End; ++P) {
    const unsigned Digit = hexDigitValue(*P);
    if (Digit >= Base)
      break;
    // Small magnitudes, nearly all there are, are spared the division.
    if (Magnitude >> 59 && Magnitude > (Most - Digit) / Base)
      Magnitude = Most;
    else
      Magnitude = Magnitude * Base + Digit;
  }
  if (P == FirstDigit)
    return false;
  Here = P;
  return true;
}

bool Cursor::readInt64(int64_t &Out, int64_t Min, int64_t Max, StringRef What) {
  const SrcLoc Start = loc();
  const char *Text = Here;
  uint64_t Magnitude;
  bool Negative;
  if (!scanNumber(Magnitude, Negative)) {
    error(diag::err_ir_expected_number, Start);
    return false;
  }
  constexpr uint64_t Half = uint64_t(1) << 63;
  const bool Fits = Negative ? Magnitude <= Half : Magnitude < Half;
  Out = int64_t(Negative ? 0 - Magnitude : Magnitude);
  if (Fits && Out >= Min && Out <= Max)
    return true;
  error(diag::err_ir_number_range, Start)
      << What << StringRef(Text, size_t(Here - Text)) << Min << Max;
  return false;
}

bool Cursor::readNumber(uint64_t Expected, StringRef What) {
  const SrcLoc Start = loc();
  uint64_t Found;
  if (!readUnsigned64(Found))
    return false;
  if (Found == Expected)
    return true;
  error(diag::err_ir_row, Start) << What << Found << Expected;
  return false;
}

bool Cursor::readIndexBelow(uint64_t &Out, uint64_t Count, StringRef What) {
  const SrcLoc Start = loc();
  if (!readUnsigned64(Out))
    return false;
  if (Out < Count)
    return true;
  error(diag::err_ir_index, Start) << What << Out << Count;
  return false;
}

bool Cursor::readUnsigned64(uint64_t &Out) {
  const SrcLoc Start = loc();
  bool Negative;
  if (scanNumber(Out, Negative) && !Negative)
    return true;
  error(diag::err_ir_expected_number, Start);
  return false;
}

bool Cursor::readFloat(float &Out) {
  const SrcLoc Start = loc();
  const char *Stop = Here;
  while (Stop != End && (isWordByte(*Stop) || *Stop == '+'))
    ++Stop;
  const auto [Past, Problem] = std::from_chars(Here, Stop, Out);
  if (Problem != std::errc() || Past != Stop || !std::isfinite(Out)) {
    error(diag::err_ir_expected_float, Start);
    return false;
  }
  Here = Past;
  return true;
}

bool Cursor::readBool(bool &Out, StringRef What) {
  return readInt(Out, 0, 1, What);
}

bool Cursor::readString(std::string &Out) {
  const SrcLoc Start = loc();
  if (!accept('"')) {
    error(diag::err_ir_expected_string, Start);
    return false;
  }
  Out.clear();
  while (Here != End && *Here != '"' && *Here != '\n') {
    if (*Here != '\\') {
      Out += *Here++;
      continue;
    }
    if (End - Here >= 2 && Here[1] == '\\') {
      Out += '\\';
      Here += 2;
    } else if (End - Here >= 3 && isHexDigit(Here[1]) && isHexDigit(Here[2])) {
      Out += char(hexDigitValue(Here[1]) * 16 + hexDigitValue(Here[2]));
      Here += 3;
    } else {
      error(diag::err_ir_escape, locOf(Here));
      return false;
    }
  }
  if (Here == End || *Here != '"') {
    error(diag::err_ir_open_string, Start);
    return false;
  }
  ++Here;
  return true;
}

bool Cursor::readRun(int64_t &First, int64_t &Last, int64_t Min, int64_t Max,
                     StringRef What) {
  if (!readInt64(First, Min, Max, What))
    return false;
  Last = First;
  if (End - Here < 2 || Here[0] != '.' || Here[1] != '.')
    return true;
  Here += 2;
  return readInt64(Last, Min, Max, What);
}

bool Cursor::acceptListComma() {
  if (!accept(','))
    return false;
  skipEmptyLines();
  return true;
}

bool Cursor::checkLength(size_t Found, size_t Expected, StringRef What,
                         SrcLoc Loc) {
  if (Found == Expected)
    return true;
  error(diag::err_ir_table_length, Loc) << What << Found << Expected;
  return false;
}
