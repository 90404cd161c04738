//===- Diagnostics.td - Every text ringc can say -------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record a diagnostic. `%0`, `%1`, ... are the arguments, in order.
// Texts start in lower case and have no full stop. A warning has a flag: its
// name under -W, -Wno-, -Werror=. ringc-tblgen -gen-diags refuses a text with a
// gap in its argument numbers, a capitalised first word, a final full stop, a flag
// used by an error or note, or a text that two errors or warnings share. The
// records themselves stand in one file a room, included below.
//
//===----------------------------------------------------------------------===//

class Diagnostic<string severity, string text> {
  string Severity = severity;
  string Text = text;
  string Flag = "";
  // The runtime's own words, kept as they are: the rules of style don't apply.
  bit Verbatim = 0;
}
class Error<string text> : Diagnostic<"error", text>;
class Note<string text> : Diagnostic<"note", text>;
class Warning<string flag, string text> : Diagnostic<"warning", text> {
  let Flag = flag;
}

include "ringc/Diag/DriverDiags.td"
include "ringc/Diag/TopologyDiags.td"
include "ringc/Diag/IRDiags.td"
include "ringc/Diag/PassDiags.td"
include "ringc/Diag/EmitDiags.td"
include "ringc/Diag/NeuronDiags.td"
include "ringc/Diag/ServersDiags.td"
include "ringc/Diag/DegradeDiags.td"
include "ringc/Diag/RelabelRanksDiags.td"
