//===- StructModel.cpp - Records as Structs.td declares them --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structs are read in file order, so a struct's type is known to those after
// it. Each field is then laid beside the end of the one before: it may not
// begin earlier (overlap), not off its alignment, and not later than its
// alignment asks (a hole). The same holds for the struct's end.
//
//===----------------------------------------------------------------------===//

#include "StructModel.h"
#include "Common.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace ringc::tblgen {

uint64_t FieldModel::size() const {
  uint64_t Result = Type.Size;
  for (int64_t E : Extents)
    Result *= E;
  return Result;
}

namespace {

class LayoutReader {
public:
  explicit LayoutReader(const RecordKeeper &Records) : Records(Records) {}
  LayoutModel read();

private:
  void readScalars();
  void groupFields();
  void readStruct(const Record *Def);
  bool readField(const Record *Def, FieldModel &F);
  bool resolve(const Record *Def, StringRef Spelling, TypeModel &T);
  bool resolvePointee(const Record *Def, StringRef Spelling);
  void checkPlace(const FieldModel &F, const FieldModel *Previous);
  void checkEnd(const StructModel &S);
  void error(const Record *Def, const Twine &Text) {
    PrintError(Def, Text);
    Ok = false;
  }

  const RecordKeeper &Records;
  LayoutModel Layout;
  StringMap<TypeModel> Types; ///< scalars and the structs read so far
  StringSet<> Pointees;       ///< what else a pointer may point to
  DenseMap<const Record *, std::vector<const Record *>> FieldsOf;
  bool Ok = true;
};

LayoutModel LayoutReader::read() {
  readScalars();
  groupFields();
  for (const Record *Def : inFileOrder(Records, "Struct"))
    readStruct(Def);
  if (!Ok)
    return {};
  return std::move(Layout);
}

void LayoutReader::readScalars() {
  for (const Record *Def : inFileOrder(Records, "Scalar")) {
    TypeModel T;
    T.Spelling = Def->getValueAsString("Spelling");
    T.Size = T.Align = Def->getValueAsInt("Size");
    T.Letter = Def->getValueAsString("Letter");
    Types[T.Spelling] = T;
  }
  for (const Record *Def : inFileOrder(Records, "Opaque")) {
    Pointees.insert(Def->getValueAsString("Name"));
    Layout.Opaque.push_back(Def->getValueAsString("Name"));
  }
  Pointees.insert("void");
}

void LayoutReader::groupFields() {
  for (const Record *Def : inFileOrder(Records, "Field")) {
    if (const Record *Parent = Def->getValueAsOptionalDef("In"))
      FieldsOf[Parent].push_back(Def);
    else
      error(Def, "field '" + Def->getValueAsString("Name") +
                     "' belongs to no struct");
  }
}

bool LayoutReader::resolvePointee(const Record *Def, StringRef Spelling) {
  Spelling = Spelling.rtrim();
  Spelling.consume_front("const ");
  Spelling.consume_front("volatile ");
  if (Spelling.ends_with("*"))
    return resolvePointee(Def, Spelling.drop_back());
  if (Types.contains(Spelling) || Pointees.contains(Spelling))
    return true;
  error(Def, "unknown type '" + Spelling + "' behind a pointer");
  return false;
}

bool LayoutReader::resolve(const Record *Def, StringRef Spelling,
                           TypeModel &T) {
  if (Spelling.ends_with("*")) {
    T = {TypeModel::Pointer, Spelling, 8, 8, "Q"};
    return resolvePointee(Def, Spelling.drop_back());
  }
  auto It = Types.find(Spelling);
  if (It == Types.end()) {
    error(Def, "unknown type '" + Spelling + "'");
    return false;
  }
  T = It->second;
  return true;
}

bool LayoutReader::readField(const Record *Def, FieldModel &F) {
  F.Def = Def;
  F.Name = Def->getValueAsString("Name");
  F.Note = Def->getValueAsString("Note");
  F.Grade = Def->getValueAsDef("Confidence")->getValueAsString("Name");
  F.Extents = Def->getValueAsListOfInts("Extents");
  if (!resolve(Def, Def->getValueAsString("Type"), F.Type))
    return false;
  if (any_of(F.Extents, [](int64_t E) { return E <= 0; })) {
    error(Def, "field '" + F.Name + "' has an extent that is not positive");
    return false;
  }
  if (F.Extents.size() > 3) {
    error(Def, "field '" + F.Name + "' has more than 3 extents");
    return false;
  }
  int64_t Offset = Def->getValueAsInt("Offset");
  if (Offset < 0) {
    error(Def, "field '" + F.Name + "' has the offset " + Twine(Offset));
    return false;
  }
  F.Offset = Offset;
  return true;
}

void LayoutReader::checkPlace(const FieldModel &F, const FieldModel *Previous) {
  uint64_t Begin = Previous ? Previous->end() : 0;
  if (F.Offset < Begin) {
    error(F.Def, "field '" + F.Name + "' at " + Twine(F.Offset) +
                     " overlaps '" + Previous->Name + "', which ends at " +
                     Twine(Begin));
    return;
  }
  if (F.Offset % F.Type.Align) {
    error(F.Def, "field '" + F.Name + "' at " + Twine(F.Offset) +
                     " is not aligned to " + Twine(F.Type.Align) +
                     " as its type '" + F.Type.Spelling + "' asks");
    return;
  }
  if (uint64_t Natural = alignTo(Begin, F.Type.Align); F.Offset != Natural)
    error(F.Def, "hole of " + Twine(F.Offset - Natural) +
                     " bytes before field '" + F.Name +
                     "': it could begin at " + Twine(Natural) + ", not " +
                     Twine(F.Offset));
}

void LayoutReader::checkEnd(const StructModel &S) {
  uint64_t End = S.Fields.back().end();
  uint64_t Natural = alignTo(End, S.Align);
  if (S.Size < Natural)
    error(S.Def, "struct '" + S.Name + "' is declared with " + Twine(S.Size) +
                     " bytes, but its fields need " + Twine(Natural));
  if (S.Size > Natural)
    error(S.Def, "struct '" + S.Name + "' is declared with " + Twine(S.Size) +
                     " bytes, but its fields end at " + Twine(End) +
                     ": declare the rest as a field");
}

void LayoutReader::readStruct(const Record *Def) {
  StructModel S;
  S.Def = Def;
  S.Name = Def->getName();
  S.Means = Def->getValueAsString("Means");
  S.Source = Def->getValueAsString("Source");
  S.Size = Def->getValueAsInt("Size");
  // Known by name from here on, so a struct may point to itself.
  Pointees.insert(S.Name);

  StringSet<> Names;
  bool Complete = true;
  for (const Record *FieldDef : FieldsOf[Def]) {
    FieldModel F;
    if (!readField(FieldDef, F)) {
      Complete = false;
      continue;
    }
    if (!Names.insert(F.Name).second)
      error(FieldDef,
            "struct '" + S.Name + "' has two fields called '" + F.Name + "'");
    // Beside a field that couldn't be read there is nothing to compare with.
    if (Complete)
      checkPlace(F, S.Fields.empty() ? nullptr : &S.Fields.back());
    S.Align = std::max(S.Align, F.Type.Align);
    S.Fields.push_back(std::move(F));
  }
  if (FieldsOf[Def].empty())
    error(Def, "struct '" + S.Name + "' has no fields");
  else if (Complete)
    checkEnd(S);
  Types[S.Name] = {TypeModel::Struct, S.Name, S.Size, S.Align, ""};
  Layout.Structs.push_back(std::move(S));
}

} // namespace

LayoutModel readLayout(const RecordKeeper &Records) {
  return LayoutReader(Records).read();
}

} // namespace ringc::tblgen
