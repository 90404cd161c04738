//===- Diagnostics.cpp - Located messages ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message is looked up, filled in, filtered by its warning state, counted and
// printed: name, line and column, severity, text, flag; then the source line
// and a caret. Source lines may be hostile: a window of the line is shown,
// control bytes as '?', and the caret counts characters, not bytes.
//
//===----------------------------------------------------------------------===//

#include "ringc/Diag/Diagnostics.h"
#include "ringc/Diag/Suggest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;
using namespace ringc;

static constexpr DiagnosticInfo Infos[] = {
#define GEN_DIAG_TABLE
#include "ringc/Diag/Diagnostics.inc"
};

const DiagnosticInfo &ringc::getDiagnosticInfo(diag::ID Id) {
  assert(Id < diag::NumDiagnostics && "no such diagnostic");
  return Infos[Id];
}

/// One input: its name, its text if there is one, and where its lines begin.
struct DiagnosticEngine::File {
  std::string Name;
  std::unique_ptr<MemoryBuffer> Buffer;
  std::vector<size_t> LineStarts; ///< made when first asked for

  /// Line \p Line, counted from 1, without its end; empty past the last.
  StringRef line(uint32_t Line) {
    if (!Buffer)
      return {};
    StringRef Text = Buffer->getBuffer();
    if (LineStarts.empty()) {
      LineStarts.push_back(0);
      for (size_t I = Text.find('\n'); I != StringRef::npos;
           I = Text.find('\n', I + 1))
        LineStarts.push_back(I + 1);
    }
    if (Line == 0 || Line > LineStarts.size())
      return {};
    StringRef Rest = Text.substr(LineStarts[Line - 1]);
    return Rest.take_front(Rest.find('\n')).rtrim('\r');
  }
};

DiagnosticBuilder::~DiagnosticBuilder() {
  if (Engine)
    Engine->issue(Id, Loc, Args);
}

DiagnosticEngine::DiagnosticEngine(raw_ostream &OS, bool Color)
    : OS(OS), Color(Color), States(diag::NumDiagnostics, WarningState::On),
      Counts(diag::NumDiagnostics, 0) {}

DiagnosticEngine::~DiagnosticEngine() = default;

uint32_t DiagnosticEngine::addFile(std::unique_ptr<MemoryBuffer> Buffer) {
  auto F = std::make_unique<File>();
  F->Name = Buffer->getBufferIdentifier().str();
  F->Buffer = std::move(Buffer);
  Files.push_back(std::move(F));
  return uint32_t(Files.size());
}

uint32_t DiagnosticEngine::addFileName(StringRef Name) {
  for (size_t I = 0; I < Files.size(); ++I)
    if (!Files[I]->Buffer && Files[I]->Name == Name)
      return uint32_t(I + 1);
  auto F = std::make_unique<File>();
  F->Name = Name.str();
  Files.push_back(std::move(F));
  return uint32_t(Files.size());
}

StringRef DiagnosticEngine::getFileName(uint32_t File) const {
  return File && File <= Files.size() ? StringRef(Files[File - 1]->Name) : "";
}

StringRef DiagnosticEngine::getFileText(uint32_t File) const {
  if (!File || File > Files.size() || !Files[File - 1]->Buffer)
    return {};
  return Files[File - 1]->Buffer->getBuffer();
}

DiagnosticBuilder DiagnosticEngine::report(diag::ID Id, SrcLoc Loc) {
  return DiagnosticBuilder(*this, Id, Loc);
}

Error DiagnosticEngine::setWarningOption(StringRef Option) {
  WarningState State = WarningState::On;
  StringRef Flag = Option;
  if (Flag.consume_front("no-"))
    State = WarningState::Off;
  else if (Flag == "error" || Flag.consume_front("error="))
    State = WarningState::Error;
  const bool All = Flag == "error" && State == WarningState::Error;
  bool Found = All;
  for (unsigned I = 0; I < diag::NumDiagnostics; ++I) {
    if (Infos[I].Default != Severity::Warning)
      continue;
    if (Flag == Infos[I].Flag) {
      States[I] = State;
      Found = true;
    } else if (All && States[I] != WarningState::Off) {
      States[I] = State;
    }
  }
  if (Found)
    return Error::success();

  std::vector<StringRef> Known;
  for (const DiagnosticInfo &Info : Infos)
    if (*Info.Flag)
      Known.push_back(Info.Flag);
  std::string Text = ("unknown warning '" + Flag + "'").str();
  if (StringRef Nearest = nearestName(Flag, Known); !Nearest.empty())
    Text += (", did you mean '" + Nearest + "'?").str();
  return createStringError(Text);
}

/// \p Text with `%0`, `%1`, ... replaced. Control bytes in arguments, which
/// come from files, are made visible.
static std::string fillIn(StringRef Text, ArrayRef<std::string> Args) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] != '%' || I + 1 == Text.size() || !isDigit(Text[I + 1])) {
      Out += Text[I];
      continue;
    }
    unsigned N = unsigned(Text[++I] - '0');
    assert(N < Args.size() && "a diagnostic lacks an argument");
    if (N >= Args.size())
      continue;
    for (char C : Args[N])
      if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
        Out += "\\x" + toHex(StringRef(&C, 1));
      else
        Out += C;
  }
  return Out;
}

void DiagnosticEngine::issue(diag::ID Id, SrcLoc Loc,
                             ArrayRef<std::string> Args) {
  const DiagnosticInfo &Info = Infos[Id];
  assert(Args.size() == Info.NumArgs && "wrong number of arguments");
  Diagnostic D{Id, Info.Default, Loc, fillIn(Info.Text, Args)};

  if (D.Level == Severity::Note) {
    if (LastSuppressed)
      return;
  } else {
    if (D.Level == Severity::Warning && States[Id] == WarningState::Off) {
      LastSuppressed = true;
      return;
    }
    if (D.Level == Severity::Warning && States[Id] == WarningState::Error)
      D.Level = Severity::Error;
    NumErrors += D.Level == Severity::Error;
    LastSuppressed = ++Counts[Id] > MaxPerKind;
    if (Counts[Id] == MaxPerKind + 1 && !Handle)
      print({diag::note_too_many, Severity::Note, Loc,
             Infos[diag::note_too_many].Text});
    if (LastSuppressed)
      return;
  }
  if (Handle)
    Handle(D);
  else
    print(D);
}

/// Bytes of a source line shown before and after the caret.
static constexpr size_t ShownBefore = 80, ShownAfter = 80;

static bool isContinuationByte(char C) {
  return (static_cast<unsigned char>(C) & 0xc0) == 0x80;
}

/// The window of \p Line around byte \p Caret, and a caret under it.
static void printLine(raw_ostream &OS, StringRef Line, size_t Caret) {
  size_t From = Caret > ShownBefore ? Caret - ShownBefore : 0;
  size_t To = std::min(Line.size(), Caret + ShownAfter);
  while (From < Caret && From < Line.size() && isContinuationByte(Line[From]))
    ++From;
  while (To < Line.size() && isContinuationByte(Line[To]))
    ++To;
  // Bytes that are no UTF-8 would spoil whatever reads the messages.
  const bool Utf8 = json::isUTF8(Line.slice(From, To));
  size_t Column = 0;
  for (size_t I = From; I < To; ++I) {
    char C = Line[I];
    if (C == '\t')
      C = ' ';
    else if (!Utf8 && static_cast<unsigned char>(C) >= 0x80)
      C = '?';
    else if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      C = '?';
    OS << C;
    Column += I < Caret && !isContinuationByte(Line[I]);
  }
  OS << '\n';
  OS.indent(unsigned(Column)) << "^\n";
}

void DiagnosticEngine::print(const Diagnostic &D) {
  static constexpr struct {
    StringRef Word;
    raw_ostream::Colors Colour;
  } Looks[] = {{"note", raw_ostream::CYAN},
               {"warning", raw_ostream::MAGENTA},
               {"error", raw_ostream::RED}};
  const auto &Look = Looks[unsigned(D.Level)];

  StringRef Name = getFileName(D.Loc.File);
  if (Color)
    OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  OS << (Name.empty() ? StringRef("ringc") : Name) << ':';
  if (D.Loc.isValid() && !Name.empty())
    OS << D.Loc.Line << ':' << D.Loc.Col << ':';
  OS << ' ';
  if (Color)
    OS.changeColor(Look.Colour, true);
  OS << Look.Word << ": ";
  if (Color) {
    OS.resetColor();
    OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  }
  OS << D.Text;
  if (Color)
    OS.resetColor();
  const DiagnosticInfo &Info = Infos[D.Id];
  if (*Info.Flag)
    OS << (D.Level == Severity::Error ? " [-Werror=" : " [-W") << Info.Flag
       << ']';
  OS << '\n';

  if (!D.Loc.isValid() || Name.empty())
    return;
  StringRef Line = Files[D.Loc.File - 1]->line(D.Loc.Line);
  if (!Line.empty())
    printLine(OS, Line, D.Loc.Col ? D.Loc.Col - 1 : 0);
}
