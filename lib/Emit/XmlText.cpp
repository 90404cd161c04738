//===- XmlText.cpp - XML as NCCL writes and reads it ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that holds one of & < " or white space other than the space is
// written with entities: so every XML reader, ringc's among them, gets the same
// value back. NCCL's takes the entity's letters for the value; the emitters
// warn.
//
//===----------------------------------------------------------------------===//

#include "XmlText.h"

using namespace llvm;
using namespace ringc;

/// The entity for \p C, or nothing if it stands for itself.
static StringRef entityFor(char C) {
  switch (C) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '"':
    return "&quot;";
  // XML readers turn these into spaces unless they are written as numbers.
  case '\t':
    return "&#9;";
  case '\n':
    return "&#10;";
  case '\r':
    return "&#13;";
  default:
    return "";
  }
}

XmlValue ringc::classifyXmlValue(StringRef Value) {
  XmlValue Result = XmlValue::Plain;
  for (char C : Value) {
    if (!entityFor(C).empty())
      Result = XmlValue::Escaped;
    else if (static_cast<unsigned char>(C) < 0x20)
      return XmlValue::Impossible;
  }
  return Result;
}

void XmlText::begin(StringRef Name) { OS.indent(2 * Depth) << '<' << Name; }

void XmlText::attribute(StringRef Key, StringRef Value) {
  OS << ' ' << Key << "=\"";
  for (char C : Value) {
    const StringRef Entity = entityFor(C);
    if (Entity.empty())
      OS << C;
    else
      OS << Entity;
  }
  OS << '"';
}

void XmlText::open() {
  OS << ">\n";
  ++Depth;
}

void XmlText::empty() { OS << "/>\n"; }

void XmlText::close(StringRef Name) {
  --Depth;
  OS.indent(2 * Depth) << "</" << Name << ">\n";
}
