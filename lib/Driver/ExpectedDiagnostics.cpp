//===- ExpectedDiagnostics.cpp - -verify-diagnostics ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message meets the first expectation of its severity, file and line whose
// text it contains and which no message has met yet.
//
//===----------------------------------------------------------------------===//

#include "ExpectedDiagnostics.h"

using namespace llvm;
using namespace ringc;

static constexpr StringLiteral Marker = "expected-";

/// Reads `@+1`, `@above`, ... off \p Text. Nothing if it is neither empty nor
/// right; otherwise the line meant, 0 for none. Blanks may stand before it.
static std::optional<uint32_t> readLine(StringRef &Text, uint32_t Line) {
  Text = Text.ltrim(' ');
  if (!Text.consume_front("@"))
    return Line;
  if (Text.consume_front("unknown"))
    return 0;
  if (Text.consume_front("above"))
    return Line - 1;
  if (Text.consume_front("below"))
    return Line + 1;
  const bool Back = Text.starts_with("-");
  unsigned Offset;
  if (!(Text.consume_front("+") || Text.consume_front("-")) ||
      Text.consumeInteger(10, Offset))
    return std::nullopt;
  return Back ? Line - Offset : Line + Offset;
}

/// Reads one expectation, after its marker.
void ExpectedDiagnostics::scanOne(uint32_t File, uint32_t Line, StringRef Text,
                                  size_t Col) {
  for (StringRef Level : {"error", "warning", "note", "remark"}) {
    StringRef Rest = Text;
    if (!Rest.consume_front(Level))
      continue;
    const std::optional<uint32_t> Target = readLine(Rest, Line);
    Rest = Rest.ltrim(' ');
    const size_t End = Rest.find("}}");
    if (!Target || !Rest.consume_front("{{") || End == StringRef::npos)
      return;
    Expected.push_back({Level.str(),
                        *Target ? File : 0,
                        *Target,
                        Rest.take_front(End - 2).str(),
                        {File, Line, uint32_t(Col)}});
    return;
  }
}

void ExpectedDiagnostics::scan(uint32_t File, StringRef Text) {
  for (uint32_t Line = 1; !Text.empty(); ++Line) {
    StringRef This;
    std::tie(This, Text) = Text.split('\n');
    for (size_t At = This.find(Marker); At != StringRef::npos;
         At = This.find(Marker, At + 1))
      scanOne(File, Line, This.substr(At + Marker.size()), At + 1);
  }
}

void ExpectedDiagnostics::see(StringRef Level, SrcLoc Loc, StringRef Text) {
  const SrcLoc Place = Loc.isValid() ? Loc : SrcLoc();
  for (Expectation &E : Expected)
    if (!E.Seen && Level == E.Level && E.File == Place.File &&
        E.Line == Place.Line && Text.contains(E.Text)) {
      E.Seen = true;
      return;
    }
  Unexpected.push_back({Level.str(), Loc, Text.str()});
}

bool ExpectedDiagnostics::finish(DiagnosticEngine &Diags) const {
  bool Ok = Unexpected.empty();
  for (const Message &M : Unexpected)
    Diags.report(diag::err_unexpected_message, M.Loc) << M.Level << M.Text;
  for (const Expectation &E : Expected)
    if (!E.Seen) {
      Diags.report(diag::err_message_missing, E.Loc) << E.Level << E.Text;
      Ok = false;
    }
  return Ok;
}
