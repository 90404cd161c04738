//===- DotText.cpp - Statements of a Graphviz graph -----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphviz reads `\N` and its like as well as `&amp;` inside quotes, so a
// backslash and an ampersand are escaped, not only the quote. It takes a label
// that isn't UTF-8 for Latin-1, all of it, and passes control characters on to
// an SVG that no one can open then: such bytes are spelled out.
//
//===----------------------------------------------------------------------===//

#include "DotText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;
using namespace ringc;

/// Bytes of the UTF-8 sequence at the beginning of \p Text; 0 if there is none.
static size_t sequenceLength(StringRef Text) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data());
  const unsigned Length = getNumBytesForUTF8(*Begin);
  if (Length > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Length))
    return 0;
  return Length;
}

std::string ringc::escapeDot(StringRef Text) {
  std::string Escaped;
  while (!Text.empty()) {
    const char C = Text.front();
    const size_t Length = sequenceLength(Text);
    if (!Length || static_cast<unsigned char>(C) < 0x20 || C == 0x7f) {
      Escaped += "\\\\x" + toHex(Text.take_front(), /*LowerCase=*/true);
      Text = Text.drop_front();
      continue;
    }
    if (C == '&')
      Escaped += "&amp;";
    else {
      if (C == '"' || C == '\\')
        Escaped += '\\';
      Escaped += Text.take_front(Length);
    }
    Text = Text.drop_front(Length);
  }
  return Escaped;
}

void DotText::attributes(DotAttributes Attributes) {
  StringRef Before = " [";
  for (const auto &[Name, Value] : Attributes) {
    if (Value.empty())
      continue;
    OS << Before << Name << "=\"" << Value << '"';
    Before = ", ";
  }
  if (Before != " [")
    OS << ']';
  OS << ";\n";
}

void DotText::graph(StringRef Name) {
  OS << "digraph " << Name << " {\n";
  ++Depth;
}

void DotText::cluster(StringRef Id, DotAttributes Attributes) {
  line() << "subgraph cluster_" << Id << " {\n";
  ++Depth;
  defaults("graph", Attributes);
}

void DotText::end() {
  --Depth;
  line() << "}\n";
}

void DotText::defaults(StringRef What, DotAttributes Attributes) {
  line() << What;
  attributes(Attributes);
}

void DotText::node(StringRef Id, DotAttributes Attributes) {
  line() << Id;
  attributes(Attributes);
}

void DotText::edge(StringRef From, StringRef To, DotAttributes Attributes) {
  line() << From << " -> " << To;
  attributes(Attributes);
}
