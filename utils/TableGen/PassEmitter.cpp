//===- PassEmitter.cpp - -gen-pass ----------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each pass of the file: its options as a struct, the function that reads
// them from text, and its PassInfo. PassBase.td shows what comes out and how a
// Pass.cpp uses it.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "PassModel.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

std::string enumType(const PassModel &P, const OptionModel &O) {
  return (P.Room + camelCase(O.Name)).str();
}

std::string memberType(const PassModel &P, const OptionModel &O) {
  switch (O.Type) {
  case OptionType::Enum:
    return enumType(P, O);
  case OptionType::Text:
    return "std::string";
  case OptionType::Bool:
  case OptionType::Int:
    return O.typeName().str();
  }
  llvm_unreachable("an option is of one of four types");
}

std::string enumerator(const PassModel &P, const OptionModel &O,
                       StringRef Value) {
  return enumType(P, O) + "::" + camelCase(Value);
}

std::string defaultValue(const PassModel &P, const OptionModel &O) {
  switch (O.Type) {
  case OptionType::Enum:
    return enumerator(P, O, O.Default);
  case OptionType::Text:
    return quote(O.Default);
  case OptionType::Bool:
  case OptionType::Int:
    return O.Default.str();
  }
  llvm_unreachable("an option is of one of four types");
}

void emitDecls(raw_ostream &OS, const PassModel &P) {
  for (const OptionModel &O : P.Options) {
    if (O.Type != OptionType::Enum)
      continue;
    OS << "/// " << P.Name << ": " << O.Summary << ".\nenum class "
       << enumType(P, O) << " {";
    ListSeparator Comma(",");
    for (StringRef V : O.Values)
      OS << Comma << " " << camelCase(V);
    OS << " };\n";
  }

  OS << "/// Options of " << P.Name << ": " << P.Summary << ".\nstruct "
     << P.Room << "Options {\n";
  for (const OptionModel &O : P.Options)
    OS << "  /// `" << O.Name << "`: " << O.Summary << ".\n  "
       << memberType(P, O) << " " << camelCase(O.Name) << " = "
       << defaultValue(P, O) << ";\n";
  OS << "};\n\n";

  OS << "/// Reads the options from `" << P.Name
     << "{...}`; the error names the option and what it allows.\n"
     << "llvm::Expected<" << P.Room << "Options> parse" << P.Room
     << "Options(const PassArguments &Args);\n"
     << "/// Makes the pass; defined in the room's Pass.cpp.\n"
     << "std::unique_ptr<FabricPass> create" << P.Room << "Pass(const "
     << P.Room << "Options &Options);\n"
     << "/// Everything known of " << P.Name << " without running it.\n"
     << "PassInfo get" << P.Room << "Info();\n";
}

/// Returns the statement that refuses `Value`, allowed being \p Allowed.
std::string refusal(const PassModel &P, const OptionModel &O,
                    StringRef Allowed) {
  std::string Front = ("option '" + O.Name + "' of pass '" + P.Name +
                       "' must be " + Allowed + ", not '")
                          .str();
  return "return llvm::createStringError(llvm::inconvertibleErrorCode(),\n"
         "          llvm::Twine(" +
         quote(Front) + ") + Value + \"'\");\n";
}

void emitParseOption(raw_ostream &OS, const PassModel &P,
                     const OptionModel &O) {
  std::string Member = "Options." + camelCase(O.Name);
  OS << "    if (Key == " << quote(O.Name) << ") {\n";
  switch (O.Type) {
  case OptionType::Bool:
    OS << "      if (Value != \"true\" && Value != \"false\")\n        "
       << refusal(P, O, "true or false") << "      " << Member
       << " = Value == \"true\";\n";
    break;
  case OptionType::Int: {
    std::string Allowed =
        ("a number from " + Twine(O.Min) + " to " + Twine(O.Max)).str();
    OS << "      long long Number;\n"
       << "      if (llvm::StringRef(Value).getAsInteger(10, Number) || Number "
          "< "
       << O.Min << " ||\n          Number > " << O.Max << ")\n        "
       << refusal(P, O, Allowed) << "      " << Member << " = int(Number);\n";
    break;
  }
  case OptionType::Enum:
    OS << "     ";
    for (StringRef V : O.Values)
      OS << " if (Value == " << quote(V) << ")\n        " << Member << " = "
         << enumerator(P, O, V) << ";\n      else";
    OS << "\n        " << refusal(P, O, "one of " + O.valueList(", "));
    break;
  case OptionType::Text: // from code; the parser of -passes stops at these
    OS << "      if (llvm::StringRef(Value).find_first_of(\",{}\") != "
          "llvm::StringRef::npos)\n        "
       << refusal(P, O, "text without ',', '{' and '}'") << "      " << Member
       << " = Value;\n";
    break;
  }
  OS << "      continue;\n    }\n";
}

void emitParse(raw_ostream &OS, const PassModel &P) {
  OS << "llvm::Expected<" << P.Room << "Options> parse" << P.Room
     << "Options(const PassArguments &Args) {\n";
  std::string Refuse =
      "return llvm::createStringError(llvm::inconvertibleErrorCode(),\n"
      "        llvm::Twine(" +
      quote(("pass '" + P.Name + "' has no option '").str()) + ") + ";
  if (P.Options.empty()) {
    OS << "  if (!Args.empty())\n    " << Refuse
       << "Args.begin()->first + \"'\");\n  return " << P.Room
       << "Options();\n}\n\n";
    return;
  }

  OS << "  " << P.Room << "Options Options;\n"
     << "  for (const auto &[Key, Value] : Args) {\n";
  std::string Known;
  for (const OptionModel &O : P.Options) {
    emitParseOption(OS, P, O);
    Known += (Known.empty() ? "'; it has " : ", ") + O.Name.str();
  }
  OS << "    " << Refuse << "Key + " << quote(Known)
     << ");\n  }\n  return Options;\n}\n\n";
}

void emitPhaseSet(raw_ostream &OS, ArrayRef<const Record *> Phases) {
  OS << "PhaseSet{";
  ListSeparator Comma;
  for (const Record *Phase : Phases)
    OS << Comma << "Phase::" << Phase->getName();
  OS << "}";
}

void emitInfo(raw_ostream &OS, const PassModel &P) {
  OS << "PassInfo get" << P.Room << "Info() {\n";
  if (!P.Options.empty()) {
    OS << "  static constexpr PassOptionInfo Options[] = {\n";
    for (const OptionModel &O : P.Options)
      OS << "    {" << quote(O.Name) << ", " << quote(O.typeName()) << ", "
         << quote(O.valueList("|")) << ", " << quote(O.Default) << ", "
         << quote(O.Summary) << "},\n";
    OS << "  };\n";
  }
  OS << "  PassInfo Info;\n"
     << "  Info.Name = " << quote(P.Name) << ";\n"
     << "  Info.Summary = " << quote(P.Summary) << ";\n  Info.Requires = ";
  emitPhaseSet(OS, P.Requires);
  OS << ";\n  Info.Establishes = ";
  emitPhaseSet(OS, P.Establishes);
  OS << ";\n";
  if (P.OnlyLooks)
    OS << "  Info.OnlyLooks = true;\n";
  if (!P.Options.empty())
    OS << "  Info.Options = Options;\n";
  OS << "  Info.Create = [](const PassArguments &Args)\n"
     << "      -> llvm::Expected<std::unique_ptr<FabricPass>> {\n"
     << "    llvm::Expected<" << P.Room << "Options> Parsed = parse" << P.Room
     << "Options(Args);\n"
     << "    if (!Parsed)\n      return Parsed.takeError();\n"
     << "    return create" << P.Room << "Pass(*Parsed);\n  };\n"
     << "  return Info;\n}\n";
}

void emitPasses(RecordKeeper &Records, raw_ostream &OS) {
  std::vector<PassModel> Passes = readPasses(Records);
  if (Passes.empty())
    return;
  emitHeader(OS, "Passes");
  {
    Section S(OS, "GEN_PASS_DECLS");
    OS << "namespace ringc {\n\n";
    for (const PassModel &P : Passes)
      emitDecls(OS, P);
    OS << "\n} // namespace ringc\n";
  }
  Section S(OS, "GEN_PASS_DEFS");
  OS << "namespace ringc {\n\n";
  for (const PassModel &P : Passes) {
    emitParse(OS, P);
    emitInfo(OS, P);
  }
  OS << "\n} // namespace ringc\n";
}

TableGen::Emitter::Opt X("gen-pass", emitPasses,
                         "Generate the options and the PassInfo of a pass");

} // namespace
