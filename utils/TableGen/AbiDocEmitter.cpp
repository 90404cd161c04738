//===- AbiDocEmitter.cpp - -gen-abi-doc -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/ABI.md: a table for each struct, then one for each direction of symbols,
// and the numbers.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "SymbolModel.h"
#include "llvm/Support/Format.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

constexpr char Head[] =
    R"md(<!-- Generated from include/ringc/ABI/Symbols.td by utils/update-docs; do not edit. -->
# The runtime's records and symbols

These are the records ringc reads and writes, byte for byte as the runtime lays
them out on x86-64: little-endian, pointers of 8 bytes. `ringc/ABI/Structs.h` has
them in C++, where the compiler checks every size and offset; `ringc/ABI/Layout.h`
has them as data.

Offsets and sizes are in bytes. Bytes between two fields, and after the last one,
are padding and zero; there are never more of them than alignment asks for, so a
stretch whose use nobody knows is a field too. How sure a field's place is:

- **confirmed**: a source shows it, or it is forced by neighbours that are shown;
- **inferred**: it fits everything known, but no source shows it;
- **unknown**: the bytes exist, their use isn't known; ringc writes zeros;
- **design**: the sources leave the bytes open and the use is ringc's own.
)md";

void emitField(raw_ostream &OS, const FieldModel &F) {
  OS << "| " << F.Offset << " | `" << F.Name << "` | `" << F.Type.Spelling
     << "` | ";
  for (int64_t E : F.Extents)
    OS << "[" << E << "]";
  OS << " | " << F.Grade << " | " << F.Note << " |\n";
}

constexpr char SymbolHead[] = R"md(
# Symbols

What crosses the edge between `libnrt.so.1` and `libnccom.so.2`, and what programs
call. `ringc -emit=abi` prints the same as a table for other programs;
`ringc-pair/abi.h` is it in C. Addresses are those of the real libraries, version
2.31.24; every row is confirmed unless it says else.
)md";

struct DirectionText {
  StringRef Direction, Text;
};
constexpr DirectionText Directions[] = {
    {"forward",
     "Forward: libnccom exports these without a version; libnrt looks "
     "them up by name, keeps each in a slot and calls it through a "
     "trampoline."},
    {"reverse", "Reverse: libnrt exports these at NRT_2.0.0; libnccom imports "
                "them, and nothing else, from it."},
    {"public", "Public: libnrt exports these at NRT_2.0.0, for programs."},
    {"async", "Async: libnrt exports these at NRT_3.0.0, for programs."},
    {"net", "Net: objects of a network plug-in, `libnccom-net.so`."},
};

void emitSymbolTable(const BoundaryModel &B, const DirectionText &D,
                     raw_ostream &OS) {
  const bool Forward = D.Direction == "forward";
  OS << "\n"
     << D.Text << "\n\n| symbol | signature | "
     << (Forward ? "address | slot | trampoline" : "address")
     << " | note |\n|---|---|---:|" << (Forward ? "---:|---|" : "") << "---|\n";
  for (const SymbolModel &S : B.Symbols) {
    if (S.Direction != D.Direction)
      continue;
    OS << "| `" << S.Name << "` | `" << S.signature() << "` | ";
    if (S.Address)
      OS << format_hex(S.Address, 1);
    if (Forward)
      OS << " | " << format_hex(S.Slot, 1) << " | `" << S.trampoline() << "` "
         << format_hex(S.Trampoline, 1);
    OS << " | " << (S.Grade == "confirmed" ? "" : (S.Grade + ": ").str())
       << S.Note << " |\n";
  }
}

void emitNumbers(const RecordKeeper &Records, raw_ostream &OS) {
  OS << "\n# Numbers\n";
  for (const Record *E : inFileOrder(Records, "Enumeration")) {
    OS << "\n`" << E->getName() << "`: " << E->getValueAsString("Means") << ".";
    const char *Separator = " ";
    for (const Record *V : E->getValueAsListOfDefs("Values")) {
      OS << Separator << "`" << V->getValueAsString("Name") << "` "
         << V->getValueAsInt("Number");
      Separator = ", ";
    }
    OS << ".\n";
  }
}

void emitAbiDoc(RecordKeeper &Records, raw_ostream &OS) {
  const BoundaryModel B = readBoundary(Records);
  OS << Head;
  for (const StructModel &S : B.Layout.Structs) {
    OS << "\n## " << S.Name << "\n\n"
       << S.Size << " bytes: " << S.Means << ". Source: " << S.Source << ".\n\n"
       << "| offset | field | type | extents | grade | note |\n"
       << "|---:|---|---|---|---|---|\n";
    for (const FieldModel &F : S.Fields)
      emitField(OS, F);
  }
  OS << SymbolHead;
  for (const DirectionText &D : Directions)
    emitSymbolTable(B, D, OS);
  emitNumbers(Records, OS);
}

TableGen::Emitter::Opt X("gen-abi-doc", emitAbiDoc, "Generate docs/ABI.md");

} // namespace
