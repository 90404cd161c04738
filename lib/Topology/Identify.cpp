//===- Identify.cpp - What an input is ------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the first bytes and, in XML, at the name of the root element, past
// everything that may stand before it. What is none of ringc's forms is named
// as far as its first bytes tell, because "not XML" helps nobody who gave the
// wrong file.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/FrontEnd.h"

using namespace llvm;
using namespace ringc;

static constexpr StringLiteral Spaces = " \t\r\n";

/// \p Text without a byte-order mark and leading white space.
static StringRef skipBlank(StringRef Text) {
  Text.consume_front("\xef\xbb\xbf");
  return Text.ltrim(Spaces);
}

/// Drops everything of \p Text up to and including \p End.
static void dropThrough(StringRef &Text, StringRef End) {
  size_t At = Text.find(End);
  Text = At == StringRef::npos ? StringRef() : Text.substr(At + End.size());
}

StringRef ringc::findRootElement(StringRef Text) {
  for (;;) {
    Text = skipBlank(Text);
    if (Text.consume_front("<!--"))
      dropThrough(Text, "-->");
    else if (Text.consume_front("<?"))
      dropThrough(Text, "?>");
    else if (Text.consume_front("<!"))
      dropThrough(Text, ">");
    else
      return Text.starts_with("<") ? Text : StringRef();
  }
}

static StringRef rootName(StringRef Text) {
  StringRef Root = findRootElement(Text);
  return Root.drop_front(Root.empty() ? 0 : 1).take_until([](char C) {
    return Spaces.contains(C) || C == '>' || C == '/';
  });
}

/// Whether \p Text is text IR: its version line, perhaps after comments.
static bool isTextIR(StringRef Text) {
  while (Text.starts_with("//") || Text.starts_with("\n"))
    dropThrough(Text, "\n");
  return Text.starts_with("ringc.ring");
}

InputKind ringc::identifyInput(StringRef Text) {
  if (Text.starts_with("RINGCWIR"))
    return InputKind::Blob;
  if (isTextIR(Text))
    return InputKind::TextIR;
  if (!skipBlank(Text).starts_with("<"))
    return InputKind::Unknown;
  return rootName(Text) == "graphs" ? InputKind::GraphXml
                                    : InputKind::SystemXml;
}

/// The error that names \p Text, which is not XML, as well as its first bytes
/// tell.
static diag::ID describe(StringRef Text) {
  constexpr size_t Looked = 4096; // bytes that show what a text is about
  StringRef Visible = skipBlank(Text), Head = Text.take_front(Looked);
  if (Text.starts_with("RINGCWIR"))
    return diag::err_input_blob;
  if (isTextIR(Text))
    return diag::err_input_text_ir;
  if (Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff"))
    return diag::err_input_utf16;
  // gzip, zip, zstd, bzip2
  if (Text.starts_with("\x1f\x8b") || Text.starts_with("PK\x03\x04") ||
      Text.starts_with("\x28\xb5\x2f\xfd") || Text.starts_with("BZh"))
    return diag::err_input_compressed;
  if (Head.contains('\0'))
    return diag::err_input_binary;
  if (Visible.starts_with("{") || Visible.starts_with("["))
    return diag::err_input_json;
  if (Head.contains(" NCCL INFO ") || Head.contains(" NCCL WARN "))
    return diag::err_input_log;
  if (Head.contains("GPU0") && Head.contains("GPU1") && Head.contains("NIC"))
    return diag::err_input_matrix;
  return diag::err_input_text;
}

bool ringc::reportForeignInput(StringRef Text, SrcLoc Start,
                               DiagnosticEngine &Diags) {
  StringRef Visible = skipBlank(Text);
  diag::ID Id;
  if (Text.empty())
    Id = diag::err_input_empty;
  else if (Visible.empty())
    Id = diag::err_input_blank;
  else if (!Visible.starts_with("<"))
    Id = describe(Text);
  else if (Text.take_front(4).contains('\0')) // '<' and a zero byte
    Id = diag::err_input_utf16;
  else if (rootName(Text).equals_insensitive("html") ||
           Visible.starts_with_insensitive("<!doctype html"))
    Id = diag::err_input_html;
  else
    return false;
  Diags.report(Id, Start);
  return true;
}
