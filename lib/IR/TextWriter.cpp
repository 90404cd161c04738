//===- TextWriter.cpp - The small print of text IR ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is a function of the value alone, so that equal fabrics give
// equal bytes.
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <charconv>

using namespace llvm;
using namespace ringc;

void TextWriter::noteFile(const Fabric &F, SrcLoc L) {
  if (L.File == 0 || L.File > F.Files.size())
    return;
  if (FileNumbers.size() <= L.File)
    FileNumbers.resize(F.Files.size() + 1);
  uint32_t &Number = FileNumbers[L.File];
  if (Number)
    return;
  // The same name under two numbers, as after a second reading, is one file.
  const StringRef Name = F.Files[L.File - 1];
  const size_t Index = size_t(llvm::find(FileNames, Name) - FileNames.begin());
  if (Index == FileNames.size())
    FileNames.push_back(Name);
  Number = uint32_t(Index + 1);
}

void TextWriter::numberFiles(const Fabric &F, PhaseSet Phases) {
  for (const Server &S : F.Servers) {
    if (Phases.contains(Phase::Parsed))
      for (const XmlElement &E : S.Xml.Elements) {
        noteFile(F, E.Loc);
        for (const XmlAttribute &A : E.Attributes) {
          noteFile(F, A.KeyLoc);
          noteFile(F, A.ValueLoc);
        }
      }
    if (Phases.contains(Phase::System))
      for (const auto &OfType : S.Sys.Nodes)
        for (const Node &N : OfType)
          noteFile(F, N.Loc);
  }
}

void TextWriter::string(StringRef Text) {
  OS << '"';
  printEscapedString(Text, OS);
  OS << '"';
}

void TextWriter::number(float Value) {
  char Digits[32];
  const auto [End, Problem] =
      std::to_chars(std::begin(Digits), std::end(Digits), Value);
  OS << StringRef(Digits, size_t(End - Digits));
}

void TextWriter::hex(uint64_t Value) { OS << format_hex(Value, 0); }

void TextWriter::name(ArrayRef<NamedValue> Names, int Value) {
  const StringRef Name = nameOf(Names, Value);
  if (Name.empty())
    OS << Value;
  else
    OS << Name;
}

SrcLoc TextWriter::numbered(SrcLoc L) const {
  return {L.File < FileNumbers.size() ? FileNumbers[L.File] : 0, L.Line, L.Col};
}

static raw_ostream &operator<<(raw_ostream &OS, SrcLoc L) {
  return OS << L.File << ':' << L.Line << ':' << L.Col;
}

void TextWriter::at(SrcLoc L) {
  L = numbered(L);
  if (L != SrcLoc())
    OS << " at " << L;
}

void TextWriter::at(SrcLoc L1, SrcLoc L2) {
  L1 = numbered(L1);
  L2 = numbered(L2);
  if (L1 != SrcLoc() || L2 != SrcLoc())
    OS << " at " << L1 << ", " << L2;
}

/// Where the run that begins at \p I ends: the index after its last value.
static size_t endOfRun(ArrayRef<int32_t> Values, size_t I) {
  if (I + 1 == Values.size())
    return I + 1;
  const int64_t Step = int64_t(Values[I + 1]) - Values[I];
  if (Step != 1 && Step != -1)
    return I + 1;
  size_t E = I + 2;
  while (E < Values.size() && int64_t(Values[E]) - Values[E - 1] == Step)
    ++E;
  return E - I >= 3 ? E : I + 1;
}

void TextWriter::list(ArrayRef<int32_t> Values) {
  constexpr size_t Width = 96;
  if (Values.empty()) {
    OS << " none\n";
    return;
  }
  size_t Column = 16; // about what stands before a list
  for (size_t I = 0; I < Values.size();) {
    const size_t E = endOfRun(Values, I);
    char Item[32]; // two numbers of at most 11 characters, and two dots
    char *P = std::to_chars(Item, Item + 12, Values[I]).ptr;
    if (E - I > 1) {
      *P++ = '.';
      *P++ = '.';
      P = std::to_chars(P, std::end(Item), Values[E - 1]).ptr;
    }
    const size_t Length = size_t(P - Item);
    if (I && Column + Length > Width) {
      OS << "\n   ";
      Column = 3;
    }
    OS << ' ' << StringRef(Item, Length);
    Column += Length + 2;
    if (E != Values.size())
      OS << ',';
    I = E;
  }
  OS << '\n';
}

void TextWriter::section(Section S) { OS << '\n' << sectionName(S) << '\n'; }

void TextWriter::section(Section S, size_t Server) {
  OS << '\n' << sectionName(S) << " server " << Server << '\n';
}
