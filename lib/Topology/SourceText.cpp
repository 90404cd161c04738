//===- SourceText.cpp - Places in a text ----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines end at line feeds; a carriage return belongs to the line it ends. The
// scanner trusts the tag's form but never reads past its end.
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"
#include <algorithm>

using namespace llvm;
using namespace ringc;

SourceText::SourceText(uint32_t File, StringRef Text) : File(File), Text(Text) {
  LineStarts.push_back(0);
  for (size_t I = Text.find('\n'); I != StringRef::npos;
       I = Text.find('\n', I + 1))
    LineStarts.push_back(uint32_t(I + 1));
}

SrcLoc SourceText::locate(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  auto Next = std::upper_bound(LineStarts.begin(), LineStarts.end(), Offset);
  size_t Line = size_t(Next - LineStarts.begin());
  return {File, uint32_t(Line), uint32_t(Offset - LineStarts[Line - 1] + 1)};
}

static bool isXmlSpace(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r';
}

SmallVector<AttributeSpan, 8> ringc::scanStartTag(StringRef Text, size_t Begin,
                                                  size_t End) {
  SmallVector<AttributeSpan, 8> Spans;
  size_t I = Begin;
  auto skipTo = [&](auto Stop) {
    while (I < End && !Stop(Text[I]))
      ++I;
  };
  auto skipSpace = [&] { skipTo([](char C) { return !isXmlSpace(C); }); };

  skipTo([](char C) { return isXmlSpace(C) || C == '>'; });
  for (;;) {
    skipSpace();
    if (I >= End || Text[I] == '>' || Text[I] == '/')
      return Spans;
    AttributeSpan S;
    S.Key = I;
    skipTo([](char C) { return isXmlSpace(C) || C == '='; });
    S.KeyEnd = I;
    skipSpace();
    ++I; // the `=`
    skipSpace();
    if (I >= End)
      return Spans;
    const char Quote = Text[I];
    S.Spaced = I != S.KeyEnd + 1;
    S.Value = ++I;
    skipTo([Quote](char C) { return C == Quote; });
    S.ValueEnd = I++;
    Spans.push_back(S);
  }
}
