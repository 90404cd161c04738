//===- AbiDocEmitter.cpp - -gen-abi-doc -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/ABI.md: a table for each struct.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "StructModel.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

constexpr char Head[] =
    R"md(<!-- Generated from include/ringc/ABI/Structs.td by utils/update-docs; do not edit. -->
# The runtime's records

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

void emitAbiDoc(RecordKeeper &Records, raw_ostream &OS) {
  LayoutModel Layout = readLayout(Records);
  OS << Head;
  for (const StructModel &S : Layout.Structs) {
    OS << "\n## " << S.Name << "\n\n"
       << S.Size << " bytes: " << S.Means << ". Source: " << S.Source << ".\n\n"
       << "| offset | field | type | extents | grade | note |\n"
       << "|---:|---|---|---|---|---|\n";
    for (const FieldModel &F : S.Fields)
      emitField(OS, F);
  }
}

TableGen::Emitter::Opt X("gen-abi-doc", emitAbiDoc, "Generate docs/ABI.md");

} // namespace
