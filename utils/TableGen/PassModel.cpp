//===- PassModel.cpp - A pass as its .td file declares it -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TableGen gives a nameless option the place of its class, which helps nobody,
// so mistakes in an option are reported at the pass and name the option.
//
//===----------------------------------------------------------------------===//

#include "PassModel.h"
#include "Common.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"
#include <limits>

using namespace llvm;

namespace ringc::tblgen {

StringRef OptionModel::typeName() const {
  switch (Type) {
  case OptionType::Bool:
    return "bool";
  case OptionType::Int:
    return "int";
  case OptionType::Enum:
    return "enum";
  case OptionType::Text:
    return "text";
  }
  llvm_unreachable("an option is of one of four types");
}

std::string OptionModel::valueList(StringRef Separator) const {
  return join(Values, Separator);
}

namespace {

/// Lower-case words joined by hyphens: what can be typed in -passes and turned
/// into an identifier.
bool isKebabCase(StringRef Name) {
  return !Name.empty() && isLower(Name.front()) && isAlnum(Name.back()) &&
         !Name.contains("--") && all_of(Name, [](char C) {
           return isLower(C) || isDigit(C) || C == '-';
         });
}

bool checkInt(const PassModel &P, const OptionModel &O) {
  bool Ok = true;
  constexpr int64_t Lowest = std::numeric_limits<int>::min();
  constexpr int64_t Highest = std::numeric_limits<int>::max();
  if (O.Min > O.Max || O.Min < Lowest || O.Max > Highest) {
    PrintError(P.Def, "option '" + O.Name + "' has the range " + Twine(O.Min) +
                          " to " + Twine(O.Max));
    Ok = false;
  }
  int64_t Default;
  if (O.Default.getAsInteger(10, Default) || Default < O.Min ||
      Default > O.Max) {
    PrintError(P.Def, "option '" + O.Name + "' has the default " + O.Default +
                          ", outside its range " + Twine(O.Min) + " to " +
                          Twine(O.Max));
    Ok = false;
  }
  return Ok;
}

bool checkEnum(const PassModel &P, const OptionModel &O) {
  bool Ok = true;
  StringSet<> Seen;
  for (StringRef V : O.Values) {
    if (!isKebabCase(V)) {
      PrintError(P.Def, "option '" + O.Name + "' has the value '" + V +
                            "', which is not lower-case words and hyphens");
      Ok = false;
    }
    if (!Seen.insert(V).second) {
      PrintError(P.Def,
                 "option '" + O.Name + "' has the value '" + V + "' twice");
      Ok = false;
    }
  }
  if (!Seen.contains(O.Default)) {
    PrintError(P.Def, "option '" + O.Name + "' has the default '" + O.Default +
                          "', which is none of its values");
    Ok = false;
  }
  return Ok;
}

/// What -passes can't hand over can't be a default either.
bool checkText(const PassModel &P, const OptionModel &O) {
  if (O.Default.find_first_of(",{}") == StringRef::npos &&
      O.Default == O.Default.trim())
    return true;
  PrintError(P.Def, "option '" + O.Name + "' has the default '" + O.Default +
                        "', which can't be written in -passes");
  return false;
}

bool checkOption(const PassModel &P, const OptionModel &O, StringSet<> &Names) {
  bool Ok = true;
  if (!isKebabCase(O.Name)) {
    PrintError(P.Def, "option name '" + O.Name +
                          "' is not lower-case words and hyphens");
    Ok = false;
  }
  if (!Names.insert(O.Name).second) {
    PrintError(P.Def, "pass has two options called '" + O.Name + "'");
    Ok = false;
  }
  if (O.Type == OptionType::Int)
    Ok &= checkInt(P, O);
  if (O.Type == OptionType::Enum)
    Ok &= checkEnum(P, O);
  if (O.Type == OptionType::Text)
    Ok &= checkText(P, O);
  return Ok;
}

bool checkPass(const PassModel &P) {
  bool Ok = true;
  if (!isKebabCase(P.Name)) {
    PrintError(P.Def, "pass name '" + P.Name +
                          "' is not lower-case words and hyphens");
    Ok = false;
  }
  for (const Record *Phase : P.Establishes)
    if (is_contained(P.Requires, Phase)) {
      PrintError(P.Def, "pass '" + P.Name +
                            "' both requires and establishes '" +
                            Phase->getValueAsString("Name") + "'");
      Ok = false;
    }
  StringSet<> Names;
  for (const OptionModel &O : P.Options)
    Ok &= checkOption(P, O, Names);
  return Ok;
}

OptionModel readOption(const Record *R) {
  StringRef Type = R->getValueAsString("Type");
  return {R->getValueAsString("Name"),
          Type == "bool"   ? OptionType::Bool
          : Type == "int"  ? OptionType::Int
          : Type == "enum" ? OptionType::Enum
                           : OptionType::Text,
          R->getValueAsString("Default"),
          R->getValueAsString("Summary"),
          R->getValueAsListOfStrings("Values"),
          R->getValueAsInt("Min"),
          R->getValueAsInt("Max")};
}

} // namespace

std::vector<PassModel> readPasses(const RecordKeeper &Records) {
  std::vector<PassModel> Result;
  bool Ok = true;
  for (const Record *Def : inFileOrder(Records, "Pass")) {
    PassModel P;
    P.Def = Def;
    P.Room = Def->getName();
    P.Name = Def->getValueAsString("Name");
    P.Summary = Def->getValueAsString("Summary");
    P.Description = Def->getValueAsString("Description");
    append_range(P.Requires, Def->getValueAsListOfDefs("Requires"));
    append_range(P.Establishes, Def->getValueAsListOfDefs("Establishes"));
    P.OnlyLooks = Def->getValueAsBit("OnlyLooks");
    for (const Record *O : Def->getValueAsListOfDefs("Options"))
      P.Options.push_back(readOption(O));
    Ok &= checkPass(P);
    Result.push_back(std::move(P));
  }
  if (!Ok)
    Result.clear();
  return Result;
}

} // namespace ringc::tblgen
