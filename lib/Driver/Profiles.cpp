//===- Profiles.cpp - Which profile a run follows -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -emit=topology writes profile="..." into the root element under the Neuron
// rules; other names there are taken, too. Whether a text is XML at all is for
// its reader to say: the attribute is looked for in the root's start tag as far
// as there is one.
//
//===----------------------------------------------------------------------===//

#include "Profiles.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ringc;

/// What files without a mark are of.
static constexpr StringLiteral DefaultProfile = "nccl-2.10.3";

static constexpr StringLiteral Spaces = " \t\r\n";

/// The value of attribute `profile` of the root element, inside \p Text, or
/// nothing.
static std::optional<StringRef> profileOf(StringRef Text) {
  Text = findRootElement(Text);
  size_t At = Text.find_first_of(" \t\r\n/>");
  for (;;) {
    At = Text.find_first_not_of(Spaces, At);
    const size_t Equals = Text.find_first_of("=/>", At);
    if (Equals == StringRef::npos || Text[Equals] != '=')
      return std::nullopt;
    const StringRef Key = Text.slice(At, Equals).rtrim(Spaces);
    const size_t Open = Text.find_first_not_of(Spaces, Equals + 1);
    if (Open == StringRef::npos || (Text[Open] != '"' && Text[Open] != '\''))
      return std::nullopt;
    const size_t Close = Text.find(Text[Open], Open + 1);
    if (Close == StringRef::npos)
      return std::nullopt;
    if (Key == "profile")
      return Text.slice(Open + 1, Close);
    At = Close + 1;
  }
}

static SrcLoc locOf(StringRef Text, StringRef Part, uint32_t File) {
  const StringRef Before = Text.take_front(size_t(Part.data() - Text.data()));
  return {File, uint32_t(Before.count('\n') + 1),
          uint32_t(Before.size() - Before.rfind('\n'))};
}

const Profile *ringc::chooseProfile(const Plan &P, ArrayRef<uint32_t> Files,
                                    DiagnosticEngine &Diags) {
  if (P.Rules)
    return P.Rules;
  const Profile *Chosen = nullptr;
  SrcLoc ChosenLoc;
  for (uint32_t File : Files) {
    const StringRef Text = Diags.getFileText(File);
    const std::optional<StringRef> Name = profileOf(Text);
    if (!Name)
      continue;
    const SrcLoc Loc = locOf(Text, *Name, File);
    const Profile *Found = findProfile(*Name);
    if (!Found) {
      Diags.report(diag::err_unknown_profile, Loc) << *Name << profileNames();
      return nullptr;
    }
    if (Chosen && Found != Chosen) {
      Diags.report(diag::err_profiles_differ, Loc) << *Name << Chosen->Name;
      Diags.report(diag::note_first_profile, ChosenLoc);
      return nullptr;
    }
    if (!Chosen)
      ChosenLoc = Loc;
    Chosen = Found;
  }
  return Chosen ? Chosen : findProfile(DefaultProfile);
}
