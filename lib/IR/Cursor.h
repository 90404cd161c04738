//===- Cursor.h - A place in text IR, moving forward ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser asks the cursor for what the grammar wants next; nothing is made
// of the text that the caller didn't ask for, so a list of a million ranks
// costs one table and no tokens. Each reading function returns false after
// reporting one located error; callers pass the false on, so the first error is
// the only one.
//
// Spaces, tabs and carriage returns separate; `//` starts a comment up to the
// end of the line; empty lines don't count. The text may hold any bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_IR_CURSOR_H
#define RINGC_LIB_IR_CURSOR_H

#include "ringc/Diag/Diagnostics.h"
#include <limits>

namespace ringc {

class Cursor {
public:
  Cursor(uint32_t File, DiagnosticEngine &Diags)
      : Diags(Diags), File(File), Here(Diags.getFileText(File).begin()),
        End(Diags.getFileText(File).end()), LineStart(Here) {}

  /// Where the next token is.
  SrcLoc loc() {
    skipSpace();
    return locOf(Here);
  }
  DiagnosticBuilder error(diag::ID Id, SrcLoc Loc) {
    return Diags.report(Id, Loc);
  }
  DiagnosticBuilder error(diag::ID Id) { return error(Id, loc()); }

  bool atLineEnd() {
    skipSpace();
    return Here == End || *Here == '\n';
  }
  bool atEnd() {
    skipSpace();
    return Here == End;
  }
  /// Moves past empty lines to the first token from here.
  void skipEmptyLines() {
    while (atLineEnd() && Here != End)
      newLine();
  }
  /// The line must end here; moves to the next one that isn't empty.
  bool finishLine();

  /// The word (letters, digits, `_`, `.`, `-`) that stands next, or nothing.
  llvm::StringRef peekWord();
  /// Moves past \p Word if it stands next.
  bool accept(llvm::StringRef Word);
  bool accept(char C) {
    skipSpace();
    if (Here == End || *Here != C)
      return false;
    ++Here;
    return true;
  }
  bool atNumber() {
    skipSpace();
    return Here != End && (*Here == '-' || (*Here >= '0' && *Here <= '9'));
  }
  bool atQuote() {
    skipSpace();
    return Here != End && *Here == '"';
  }
  bool expect(llvm::StringRef Word);
  bool expect(char C);

  /// A decimal or `0x` number within \p Min and \p Max; \p What names it in
  /// the error.
  bool readInt64(int64_t &Out, int64_t Min, int64_t Max, llvm::StringRef What);
  template <typename T>
  bool readInt(T &Out, int64_t Min, int64_t Max, llvm::StringRef What) {
    int64_t Value;
    if (!readInt64(Value, Min, Max, What))
      return false;
    Out = T(Value);
    return true;
  }
  /// Exactly \p Expected: rows are numbered so that people find their way.
  bool readNumber(uint64_t Expected, llvm::StringRef What);
  /// The number of one of \p Count things, from 0.
  template <typename T>
  bool readIndex(T &Out, size_t Count, llvm::StringRef What) {
    uint64_t Value;
    if (!readIndexBelow(Value, Count, What))
      return false;
    Out = T(Value);
    return true;
  }
  bool readUnsigned64(uint64_t &Out);
  /// Any finite number.
  bool readFloat(float &Out);
  /// `0` or `1`.
  bool readBool(bool &Out, llvm::StringRef What);
  /// A string in double quotes, escapes undone.
  bool readString(std::string &Out);

  /// A list of numbers and runs, `1..7, 0`, or `none`: exactly \p Expected
  /// values within \p Min and \p Max into \p Out. The list may go on in the
  /// next line after a comma.
  template <typename T>
  bool readList(T *Out, size_t Expected, int64_t Min, int64_t Max,
                llvm::StringRef What);
  /// A list element: \p First to \p Last, rising or falling by one.
  bool readRun(int64_t &First, int64_t &Last, int64_t Min, int64_t Max,
               llvm::StringRef What);
  /// After an element: whether another follows (past the comma, and the line's
  /// end behind it).
  bool acceptListComma();
  bool checkLength(size_t Found, size_t Expected, llvm::StringRef What,
                   SrcLoc Loc);

private:
  SrcLoc locOf(const char *P) const {
    return {File, Line, uint32_t(P - LineStart) + 1};
  }
  void skipSpace() {
    while (Here != End && (*Here == ' ' || *Here == '\t' || *Here == '\r'))
      ++Here;
    if (End - Here >= 2 && Here[0] == '/' && Here[1] == '/')
      while (Here != End && *Here != '\n')
        ++Here;
  }
  void newLine() {
    LineStart = ++Here;
    ++Line;
  }
  bool readIndexBelow(uint64_t &Out, uint64_t Count, llvm::StringRef What);
  bool scanNumber(uint64_t &Magnitude, bool &Negative);

  DiagnosticEngine &Diags;
  uint32_t File;
  const char *Here, *End, *LineStart;
  uint32_t Line = 1;
};

template <typename T>
bool Cursor::readList(T *Out, size_t Expected, int64_t Min, int64_t Max,
                      llvm::StringRef What) {
  const SrcLoc Start = loc();
  size_t Found = 0;
  if (!accept("none")) {
    do {
      int64_t First, Last;
      if (!readRun(First, Last, Min, Max, What))
        return false;
      const int64_t Step = First <= Last ? 1 : -1;
      const size_t Length = size_t((Last - First) * Step) + 1;
      // A run may be longer than the table: count all, store what fits.
      const size_t Room = Found < Expected ? Expected - Found : 0;
      const size_t Stored = Length < Room ? Length : Room;
      for (size_t I = 0; I < Stored; ++I)
        Out[Found + I] = T(First + Step * int64_t(I));
      Found += Length;
    } while (acceptListComma());
  }
  return checkLength(Found, Expected, What, Start);
}

} // namespace ringc

#endif // RINGC_LIB_IR_CURSOR_H
