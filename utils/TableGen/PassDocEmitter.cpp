//===- PassDocEmitter.cpp - -gen-pass-doc ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Passes.md: what each pass does, needs and takes, in the order of the
// pipeline.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "PassModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

constexpr char Head[] =
    R"md(<!-- Generated from the .td files of passes/ by utils/update-docs; do not edit. -->
# The passes

The built-in passes: first those of the default pipeline, in its order. `-passes` takes them by
name, with options in braces: `-passes='preset,postset{second-half=reverse}'`. A pass
runs only when all phases it requires are established; `docs/Life.md` says what each
phase means.
)md";

/// The paragraphs of a `[{ ... }]`, without the indentation they have in the
/// file.
void emitDescription(raw_ostream &OS, StringRef Text) {
  SmallVector<StringRef, 16> Lines;
  Text.trim('\n').split(Lines, '\n');
  size_t Indent = StringRef::npos;
  for (StringRef Line : Lines)
    Indent = std::min(Indent, Line.find_first_not_of(' '));
  OS << "\n";
  for (StringRef Line : Lines)
    OS << Line.drop_front(std::min(Indent, Line.size())).rtrim() << "\n";
}

void emitPhases(raw_ostream &OS, ArrayRef<const Record *> Phases) {
  if (Phases.empty())
    OS << "nothing";
  ListSeparator Comma;
  for (const Record *P : Phases)
    OS << Comma << "`" << P->getValueAsString("Name") << "`";
}

void emitOption(raw_ostream &OS, const OptionModel &O) {
  OS << "| `" << O.Name << "` | ";
  switch (O.Type) {
  case OptionType::Bool:
    OS << "`true` or `false`";
    break;
  case OptionType::Int:
    OS << O.Min << " to " << O.Max;
    break;
  case OptionType::Enum:
    OS << "`" << O.valueList("`, `") << "`";
    break;
  case OptionType::Text:
    OS << "text";
    break;
  }
  OS << " | ";
  if (O.Default.empty())
    OS << "none";
  else
    OS << "`" << O.Default << "`";
  OS << " | " << O.Summary << " |\n";
}

void emitPassDoc(RecordKeeper &Records, raw_ostream &OS) {
  OS << Head;
  for (const PassModel &P : readPasses(Records)) {
    OS << "\n## " << P.Name << "\n\n"
       << "Room `passes/" << P.Room << "`: " << P.Summary << ".\n\n"
       << "Requires ";
    emitPhases(OS, P.Requires);
    OS << "; establishes ";
    emitPhases(OS, P.Establishes);
    OS << ".\n";
    if (!P.Description.trim().empty())
      emitDescription(OS, P.Description.rtrim());
    if (P.Options.empty())
      continue;
    OS << "\n| option | values | default | |\n|---|---|---|---|\n";
    for (const OptionModel &O : P.Options)
      emitOption(OS, O);
  }
}

TableGen::Emitter::Opt X("gen-pass-doc", emitPassDoc,
                         "Generate docs/Passes.md");

} // namespace
