//===- ReflectionEmitter.cpp - -gen-struct-reflection ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same structs as data, for code that walks over fields: Layout.h has the
// types of the tables.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "StructModel.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

StringRef kindName(TypeModel::Kind K) {
  switch (K) {
  case TypeModel::Scalar:
    return "Scalar";
  case TypeModel::Pointer:
    return "Pointer";
  case TypeModel::Struct:
    return "Struct";
  }
  llvm_unreachable("a type is of one of three kinds");
}

void emitFields(raw_ostream &OS, const StructModel &S) {
  OS << "inline constexpr FieldLayout " << S.Name << "Fields[] = {\n";
  for (const FieldModel &F : S.Fields) {
    OS << "{" << quote(F.Name) << ", " << quote(F.Type.Spelling)
       << ", TypeKind::" << kindName(F.Type.K) << ", " << F.Type.Size << ", {";
    ListSeparator Comma;
    for (int64_t E : F.Extents)
      OS << Comma << E;
    OS << "}, " << F.Offset << ", Grade::" << camelCase(F.Grade) << "},\n";
  }
  OS << "};\n";
}

void emitReflection(RecordKeeper &Records, raw_ostream &OS) {
  LayoutModel Layout = readLayout(Records);
  emitHeader(OS, "Layouts of the runtime records");
  for (const StructModel &S : Layout.Structs)
    emitFields(OS, S);
  OS << "\ninline constexpr StructLayout Structs[] = {\n";
  for (const StructModel &S : Layout.Structs)
    OS << "{" << quote(S.Name) << ", " << S.Size << ", " << S.Align << ", "
       << S.Name << "Fields},\n";
  OS << "};\n";
}

TableGen::Emitter::Opt X("gen-struct-reflection", emitReflection,
                         "Generate the table of structs and fields");

} // namespace
