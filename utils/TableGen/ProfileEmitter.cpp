//===- ProfileEmitter.cpp - -gen-profiles ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The speed lists and the table of profiles. Members are initialised by name,
// so the C++ compiler notices when Profile.h and Profiles.td drift apart.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

/// What a field of a profile is in C++.
enum class Kind { Enum, Bool, Int, Float };
struct FieldInfo {
  StringRef Name;
  Kind K;
  StringRef EnumType = "";
};

/// The fields after the two speed lists, in the order of Profile.h.
constexpr FieldInfo Fields[] = {
    {"NvlinkSm60", Kind::Float},
    {"NvlinkSm70", Kind::Float},
    {"NvlinkSm80", Kind::Float},
    {"NvlinkSm86", Kind::Float},
    {"NvlinkOther", Kind::Float},
    {"Nets", Kind::Enum, "NetOrder"},
    {"Second", Kind::Enum, "SecondHalf"},
    {"FlattenBroadcom", Kind::Bool},
    {"IntelP2pMul", Kind::Int},
    {"IntelP2pDiv", Kind::Int},
    {"P2pArm", Kind::Enum, "P2pLevel"},
    {"P2pIntelOld", Kind::Enum, "P2pLevel"},
    {"P2pIntelSkylake", Kind::Enum, "P2pLevel"},
    {"P2pZhaoxin", Kind::Enum, "P2pLevel"},
    {"P2pOther", Kind::Enum, "P2pLevel"},
    {"StepsSameChannels", Kind::Int},
    {"StepsTree", Kind::Int},
    {"StepsOther", Kind::Int},
    {"StepsTotal", Kind::Int},
    {"MaxSearchChannels", Kind::Int},
    {"MaxChannels", Kind::Int},
    {"MinChannels", Kind::Int},
    {"MaxNodesPerType", Kind::Int},
    {"MaxLinksPerNode", Kind::Int},
    {"MaxXmlElements", Kind::Int},
    {"MaxXmlAttributes", Kind::Int},
    {"MaxXmlChildren", Kind::Int},
    {"MaxXmlValue", Kind::Int},
};

/// \p Text as a float literal. What isn't a positive number is reported.
std::string floatLiteral(const Record *P, StringRef Field, StringRef Text) {
  double Value;
  if (Text.getAsDouble(Value) || !(Value > 0))
    PrintFatalError(P, Field + " has '" + Text +
                           "', which is not a positive number");
  return (Text.contains('.') ? Text + "f" : Text + ".0f").str();
}

void emitSpeeds(raw_ostream &OS, const Record *P, StringRef Field) {
  std::vector<StringRef> Speeds = P->getValueAsListOfStrings(Field);
  if (Speeds.empty())
    PrintFatalError(P, Field + " is empty");
  OS << "constexpr float " << P->getName() << Field << "[] = {";
  ListSeparator Comma;
  double Previous = 0;
  for (StringRef S : Speeds) {
    OS << Comma << floatLiteral(P, Field, S);
    double Value = 0;
    (void)S.getAsDouble(Value);
    if (Previous != 0 && Value >= Previous)
      PrintFatalError(P, Field + " does not fall at '" + S + "'");
    Previous = Value;
  }
  OS << "};\n";
}

void emitField(raw_ostream &OS, const Record *P, const FieldInfo &F) {
  OS << "  ." << F.Name << " = ";
  switch (F.K) {
  case Kind::Enum:
    OS << F.EnumType
       << "::" << P->getValueAsDef(F.Name)->getValueAsString("Name");
    break;
  case Kind::Bool:
    OS << (P->getValueAsBit(F.Name) ? "true" : "false");
    break;
  case Kind::Int:
    if (P->getValueAsInt(F.Name) <= 0)
      PrintFatalError(P, F.Name + " must be positive, not " +
                             Twine(P->getValueAsInt(F.Name)));
    OS << P->getValueAsInt(F.Name);
    break;
  case Kind::Float:
    OS << floatLiteral(P, F.Name, P->getValueAsString(F.Name));
    break;
  }
  OS << ",\n";
}

void emitProfiles(RecordKeeper &Records, raw_ostream &OS) {
  std::vector<const Record *> Profiles = inFileOrder(Records, "Profile");
  StringSet<> Names;
  for (const Record *P : Profiles)
    if (!Names.insert(P->getValueAsString("Name")).second)
      PrintFatalError(P, "two profiles are called '" +
                             P->getValueAsString("Name") + "'");

  emitHeader(OS, "Profiles");
  for (const Record *P : Profiles) {
    emitSpeeds(OS, P, "SpeedsInter");
    emitSpeeds(OS, P, "SpeedsIntra");
  }
  OS << "\nconstexpr Profile Profiles[] = {\n";
  for (const Record *P : Profiles) {
    OS << "{\n  .Name = " << quote(P->getValueAsString("Name"))
       << ",\n  .Summary = " << quote(P->getValueAsString("Summary")) << ",\n";
    emitField(OS, P, {"Search", Kind::Enum, "SearchKind"});
    OS << "  .SpeedsInter = " << P->getName() << "SpeedsInter,\n"
       << "  .SpeedsIntra = " << P->getName() << "SpeedsIntra,\n";
    for (const FieldInfo &F : Fields)
      emitField(OS, P, F);
    OS << "},\n";
  }
  OS << "};\n";
}

TableGen::Emitter::Opt X("gen-profiles", emitProfiles,
                         "Generate the table of profiles");

} // namespace
