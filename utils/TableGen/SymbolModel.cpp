//===- SymbolModel.cpp - Symbols as Symbols.td declares them --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Besides spelling, what the tables promise one another: numbers of a direction
// count from 0, slots fall by 8 bytes, and every type is declared somewhere.
//
//===----------------------------------------------------------------------===//

#include "SymbolModel.h"
#include "Common.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace ringc::tblgen {

namespace {

class BoundaryReader {
public:
  explicit BoundaryReader(const RecordKeeper &Records);
  BoundaryModel run();

private:
  bool read(const Record *Def, SymbolModel &S);
  bool readArg(const Record *Def, StringRef Text, ArgModel &Arg);
  bool checkType(const Record *Def, StringRef Type);
  bool checkPlace(const SymbolModel &S);

  const RecordKeeper &Records;
  BoundaryModel Out;
  StringSet<> Types;
  StringMap<unsigned> Next; ///< number, by direction
  uint64_t LastSlot = 0;
};

BoundaryReader::BoundaryReader(const RecordKeeper &Records) : Records(Records) {
  Out.Layout = readLayout(Records);
  for (const StructModel &S : Out.Layout.Structs)
    Types.insert(S.Name);
  for (StringRef Class : {"Enumeration", "Alias", "Handle"})
    for (const Record *R : inFileOrder(Records, Class))
      Types.insert(R->getName());
  for (StringRef Name : {"void", "bool", "char", "int", "uint8_t", "uint32_t",
                         "uint64_t", "size_t"})
    Types.insert(Name);
}

bool BoundaryReader::checkType(const Record *Def, StringRef Type) {
  if (Types.contains(Type))
    return true;
  PrintError(Def, "type '" + Type + "' is declared nowhere");
  return false;
}

bool BoundaryReader::readArg(const Record *Def, StringRef Text, ArgModel &Arg) {
  const auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  Arg.Spelling = Text.str();
  const StringRef Whole = Text.take_front(Text.find('['));
  Arg.Name = Whole.substr(
      Whole.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                             "WXYZ0123456789_") +
      1);
  Arg.IsRequired =
      (Text.contains('*') || Whole.size() != Text.size()) &&
      !is_contained(Def->getValueAsListOfStrings("Nullable"), Arg.Name);
  StringRef Type = Text;
  while (Type.consume_front("const ") || Type.consume_front("volatile "))
    continue;
  Arg.Type = Type.take_while(IsWord);
  if (Arg.Name.empty() || Arg.Name.size() == Whole.size()) {
    PrintError(Def, "argument '" + Text + "' isn't a type and a name");
    return false;
  }
  return checkType(Def, Arg.Type);
}

bool BoundaryReader::checkPlace(const SymbolModel &S) {
  if (S.Direction != "forward" && S.Direction != "reverse")
    return true;
  unsigned &Expected = Next[S.Direction];
  if (S.Index != Expected) {
    PrintError(S.Def, S.Direction + " symbol has number " + Twine(S.Index) +
                          ", expected " + Twine(Expected));
    return false;
  }
  ++Expected;
  constexpr uint64_t Stride = 8;
  if (S.Slot && LastSlot && S.Slot + Stride != LastSlot) {
    PrintError(S.Def, "slot 0x" + Twine::utohexstr(S.Slot) +
                          " isn't 8 bytes below 0x" +
                          Twine::utohexstr(LastSlot));
    return false;
  }
  LastSlot = S.Slot ? S.Slot : LastSlot;
  return true;
}

bool BoundaryReader::read(const Record *Def, SymbolModel &S) {
  S.Def = Def;
  S.Name = Def->getName();
  S.Direction = Def->getValueAsString("Direction");
  S.Version = Def->getValueAsString("Version");
  S.Definer = Def->getValueAsString("Definer");
  S.Result = Def->getValueAsString("Result");
  S.Note = Def->getValueAsString("Note");
  S.Grade = Def->getValueAsDef("Confidence")->getValueAsString("Name");
  S.Index = unsigned(Def->getValueAsInt("Index"));
  S.Address = uint64_t(Def->getValueAsInt("Address"));
  if (S.Direction == "forward") {
    S.Slot = uint64_t(Def->getValueAsInt("Slot"));
    S.Trampoline = uint64_t(Def->getValueAsInt("Trampoline"));
    S.Cell = Def->getValueAsDef("In")->getValueAsString("Name");
    if (!S.Name.starts_with("neuron")) {
      PrintError(Def, "a forward symbol is called neuron...");
      return false;
    }
  }
  bool Ok = checkPlace(S);
  if (!S.isFunction())
    return Ok;
  StringRef Result = S.Result;
  Ok &= checkType(Def, Result.take_front(Result.find(' ')));
  for (StringRef Text : Def->getValueAsListOfStrings("Args"))
    Ok &= readArg(Def, Text, S.Args.emplace_back());
  return Ok;
}

BoundaryModel BoundaryReader::run() {
  bool Ok = true;
  for (const Record *Def : inFileOrder(Records, "Symbol"))
    Ok &= read(Def, Out.Symbols.emplace_back());
  if (!Ok)
    Out.Symbols.clear();
  return std::move(Out);
}

} // namespace

std::string SymbolModel::trampoline() const {
  return ("nccl" + Name.drop_front(StringRef("neuron").size())).str();
}

std::string SymbolModel::parameters() const {
  if (Args.empty())
    return "void";
  std::string Text;
  ListSeparator Comma;
  for (const ArgModel &A : Args)
    Text += (StringRef(Comma) + A.Spelling).str();
  return Text;
}

std::string SymbolModel::signature() const {
  return isFunction() ? (Result + " (" + parameters() + ")").str()
                      : Result.str();
}

BoundaryModel readBoundary(const RecordKeeper &Records) {
  return BoundaryReader(Records).run();
}

} // namespace ringc::tblgen
