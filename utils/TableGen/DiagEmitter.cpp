//===- DiagEmitter.cpp - -gen-diags ---------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerators and the table of all diagnostics, in file order. First every
// text is judged by the rules of Diagnostics.td, so a sloppy message doesn't
// build.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <bitset>

using namespace llvm;
using namespace ringc::tblgen;

namespace {

class DiagEmitter {
public:
  explicit DiagEmitter(const RecordKeeper &Records)
      : Diags(inFileOrder(Records, "Diagnostic")) {}

  /// -gen-diags: the enumerators and the table.
  void run(raw_ostream &OS);
  /// -gen-plugin-diags: a table of its own and a name for each record.
  void runForPlugin(raw_ostream &OS);

private:
  bool checkAll();
  void emitTable(raw_ostream &OS) const;
  bool check(const Record *D);
  bool checkStyle(const Record *D, StringRef Text);
  bool checkArguments(const Record *D, StringRef Text);
  bool checkUnique(const Record *D, StringRef Severity, StringRef Text);

  std::vector<const Record *> Diags;
  /// Severity and text to the record that has them.
  StringMap<const Record *> Texts;
  /// Number of arguments, by place in `Diags`.
  std::vector<unsigned> NumArgs;
};

/// An acronym may open a text (`NET 3 has ...`); a capitalised word may not.
bool opensWithCapitalisedWord(StringRef Text) {
  return isUpper(Text.front()) && !(Text.size() > 1 && isUpper(Text[1]));
}

bool DiagEmitter::checkStyle(const Record *D, StringRef Text) {
  if (Text.empty()) {
    PrintError(D, "diagnostic has no text");
    return false;
  }
  if (D->getValueAsBit("Verbatim"))
    return true;
  if (opensWithCapitalisedWord(Text)) {
    PrintError(D, "text starts with a capital letter: " + quote(Text));
    return false;
  }
  if (Text.ends_with(".") && !Text.ends_with("...")) {
    PrintError(D, "text ends with a full stop: " + quote(Text));
    return false;
  }
  return true;
}

bool DiagEmitter::checkArguments(const Record *D, StringRef Text) {
  std::bitset<10> Used;
  unsigned Count = 0;
  for (size_t I = Text.find('%'); I != StringRef::npos;
       I = Text.find('%', I + 1)) {
    StringRef Number = Text.drop_front(I + 1).take_while(isDigit);
    if (Number.size() != 1) {
      PrintError(D, "'%' must be followed by an argument number from 0 to 9");
      return false;
    }
    unsigned N = Number.front() - '0';
    Used.set(N);
    Count = std::max(Count, N + 1);
  }
  for (unsigned N = 0; N != Count; ++N)
    if (!Used.test(N)) {
      PrintError(D, "text uses %" + Twine(Count - 1) + " but not %" + Twine(N));
      return false;
    }
  NumArgs.push_back(Count);
  return true;
}

bool DiagEmitter::checkUnique(const Record *D, StringRef Severity,
                              StringRef Text) {
  auto [Other, New] = Texts.try_emplace((Severity + ":" + Text).str(), D);
  if (New)
    return true;
  PrintError(D, Severity + " has the same text as '" +
                    Other->second->getName() + "'");
  PrintNote(Other->second->getLoc(), "the other one is here");
  return false;
}

bool DiagEmitter::check(const Record *D) {
  StringRef Severity = D->getValueAsString("Severity");
  StringRef Flag = D->getValueAsString("Flag");
  StringRef Text = D->getValueAsString("Text");
  bool Ok = true;
  if (Severity != "error" && Severity != "warning" && Severity != "note") {
    PrintError(D, "severity is '" + Severity +
                      "'; it must be error, warning or note");
    Ok = false;
  }
  if (Severity == "warning" && Flag.empty()) {
    PrintError(D, "warning has no flag");
    Ok = false;
  }
  if (Flag.starts_with("no-") || Flag == "error" ||
      Flag.starts_with("error=")) {
    PrintError(D, "-W" + Flag + " would mean something else");
    Ok = false;
  }
  if (Severity != "warning" && !Flag.empty()) {
    PrintError(D, "only a warning may have a flag, and this " + Severity +
                      " has '" + Flag + "'");
    Ok = false;
  }
  Ok &= checkStyle(D, Text);
  Ok &= checkArguments(D, Text);

  // Notes may share a text: "first one is here" goes with many errors.
  if (Severity != "note")
    Ok &= checkUnique(D, Severity, Text);
  return Ok;
}

bool DiagEmitter::checkAll() {
  bool Ok = true;
  for (const Record *D : Diags)
    Ok &= check(D);
  return Ok;
}

void DiagEmitter::emitTable(raw_ostream &OS) const {
  for (auto [D, Args] : zip_equal(Diags, NumArgs))
    OS << "{" << quote(D->getName())
       << ", ::ringc::Severity::" << camelCase(D->getValueAsString("Severity"))
       << ", " << quote(D->getValueAsString("Flag")) << ",\n "
       << quote(D->getValueAsString("Text")) << ", " << Args << "},\n";
}

void DiagEmitter::run(raw_ostream &OS) {
  if (!checkAll())
    return;

  emitHeader(OS, "Diagnostics");
  {
    Section S(OS, "GEN_DIAG_ENUM");
    for (const Record *D : Diags)
      OS << D->getName() << ",\n";
  }
  Section S(OS, "GEN_DIAG_TABLE");
  emitTable(OS);
}

void DiagEmitter::runForPlugin(raw_ostream &OS) {
  if (!checkAll())
    return;
  emitHeader(OS, "Diagnostics of a plug-in");
  OS << "/// For Registry::addDiagnostics.\n"
        "inline constexpr ::ringc::DiagnosticInfo Table[] = {\n";
  emitTable(OS);
  OS << "};\n";
  for (auto [I, D] : enumerate(Diags))
    OS << "inline constexpr const ::ringc::DiagnosticInfo &" << D->getName()
       << " = Table[" << I << "];\n";
}

TableGen::Emitter::OptClass<DiagEmitter> X("gen-diags",
                                           "Generate the table of diagnostics");

TableGen::Emitter::Opt PluginDiags(
    "gen-plugin-diags",
    [](RecordKeeper &Records, raw_ostream &OS) {
      DiagEmitter(Records).runForPlugin(OS);
    },
    "Generate the diagnostics of a plug-in");

} // namespace
