//===- StructEmitter.cpp - -gen-structs -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structs in C++, with the padding a compiler would put there written out
// and a static_assert on the size and on every offset, so a wrong record can't
// be compiled, let alone written.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "StructModel.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

void emitPadding(raw_ostream &OS, unsigned &Number, uint64_t Bytes) {
  if (Bytes)
    OS << "  uint8_t _pad" << Number++ << "[" << Bytes << "];\n";
}

void emitField(raw_ostream &OS, const FieldModel &F) {
  OS << "  " << F.Type.Spelling << (F.Type.K == TypeModel::Pointer ? "" : " ")
     << F.Name;
  for (int64_t E : F.Extents)
    OS << "[" << E << "]";
  OS << ";";
  if (F.Grade != "confirmed" || !F.Note.empty())
    OS << " ///< " << (F.Grade != "confirmed" ? F.Grade : "")
       << (F.Grade != "confirmed" && !F.Note.empty() ? ": " : "") << F.Note;
  OS << "\n";
}

void emitStruct(raw_ostream &OS, const StructModel &S) {
  OS << "/// " << S.Means << ".\nstruct " << S.Name << " {\n";
  unsigned NumPads = 0;
  uint64_t End = 0;
  for (const FieldModel &F : S.Fields) {
    emitPadding(OS, NumPads, F.Offset - End);
    emitField(OS, F);
    End = F.end();
  }
  emitPadding(OS, NumPads, S.Size - End);
  OS << "};\nstatic_assert(sizeof(" << S.Name << ") == " << S.Size << ");\n";
  for (const FieldModel &F : S.Fields)
    OS << "static_assert(offsetof(" << S.Name << ", " << F.Name
       << ") == " << F.Offset << ");\n";
  OS << "\n";
}

void emitStructs(RecordKeeper &Records, raw_ostream &OS) {
  LayoutModel Layout = readLayout(Records);
  emitHeader(OS, "Runtime records");
  for (StringRef Name : Layout.Opaque)
    OS << "struct " << Name << ";\n";
  OS << "\n";
  for (const StructModel &S : Layout.Structs)
    emitStruct(OS, S);
}

TableGen::Emitter::Opt X("gen-structs", emitStructs,
                         "Generate the structs with their static_asserts");

} // namespace
