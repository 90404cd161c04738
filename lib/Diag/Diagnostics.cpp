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
// and a caret. What comes from files may be hostile: long arguments and names
// lose their middle, of a long line a window is shown, control bytes as '?',
// and the caret counts characters, not bytes.
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
  /// Where every 64th line begins, so that an index of a text of nothing but
  /// lines is smaller than the text. Made when first asked for.
  std::vector<size_t> Milestones;
  static constexpr size_t LinesApart = 64;

  void placeMilestones(StringRef Text) {
    size_t Lines = 0, Start = 0;
    do {
      if (Lines++ % LinesApart == 0)
        Milestones.push_back(Start);
      Start = Text.find('\n', Start) + 1;
    } while (Start != 0);
  }

  /// Line \p Line, counted from 1, without its end; empty past the last.
  StringRef line(uint32_t Line) {
    if (!Buffer || Line == 0)
      return {};
    const StringRef Text = Buffer->getBuffer();
    if (Milestones.empty())
      placeMilestones(Text);
    const size_t Index = Line - 1;
    if (Index / LinesApart >= Milestones.size())
      return {};
    StringRef Rest = Text.substr(Milestones[Index / LinesApart]);
    for (size_t I = 0; I < Index % LinesApart; ++I)
      Rest = Rest.split('\n').second;
    return Rest.take_front(Rest.find('\n')).rtrim('\r');
  }
};

DiagnosticBuilder::~DiagnosticBuilder() {
  if (Engine)
    Engine->issue(*Info, Loc, Args);
}

DiagnosticEngine::DiagnosticEngine(raw_ostream &OS, bool Color)
    : OS(OS), Color(Color), Tables{Infos} {}

DiagnosticEngine::~DiagnosticEngine() = default;

uint32_t DiagnosticEngine::addFile(std::unique_ptr<MemoryBuffer> Buffer) {
  auto F = std::make_unique<File>();
  F->Name = Buffer->getBufferIdentifier().str();
  F->Buffer = std::move(Buffer);
  Files.push_back(std::move(F));
  return uint32_t(Files.size());
}

uint32_t DiagnosticEngine::addFileName(StringRef Name) {
  const auto [Place, New] =
      NamesOnly.try_emplace(Name, uint32_t(Files.size() + 1));
  if (New) {
    Files.push_back(std::make_unique<File>());
    Files.back()->Name = Name.str();
  }
  return Place->second;
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
  return DiagnosticBuilder(*this, getDiagnosticInfo(Id), Loc);
}

DiagnosticBuilder DiagnosticEngine::report(const DiagnosticInfo &Info,
                                           SrcLoc Loc) {
  return DiagnosticBuilder(*this, Info, Loc);
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
  std::vector<StringRef> Known;
  for (const ArrayRef<DiagnosticInfo> Table : Tables)
    for (const DiagnosticInfo &Info : Table) {
      if (Info.Default != Severity::Warning)
        continue;
      Known.push_back(Info.Flag);
      if (Flag == Info.Flag) {
        Kinds[&Info].Warning = State;
        Found = true;
      } else if (All && Kinds[&Info].Warning != WarningState::Off) {
        Kinds[&Info].Warning = State;
      }
    }
  if (Found)
    return Error::success();
  std::string Text = ("unknown warning '" + Flag + "'").str();
  if (StringRef Nearest = nearestName(Flag, Known); !Nearest.empty())
    Text += (", did you mean '" + Nearest + "'?").str();
  return createStringError(Text);
}

static bool isContinuationByte(char C) {
  return (static_cast<unsigned char>(C) & 0xc0) == 0x80;
}

/// \p Text without its middle where it is too long for a message. Both ends
/// stay: a path says most at its end.
static std::string cutMiddle(StringRef Text) {
  constexpr size_t Most = 512, Kept = 250;
  if (Text.size() <= Most)
    return Text.str();
  size_t Head = Kept, Tail = Text.size() - Kept;
  while (Head > 0 && isContinuationByte(Text[Head]))
    --Head;
  while (Tail < Text.size() && isContinuationByte(Text[Tail]))
    ++Tail;
  return (Text.take_front(Head) + "..." + Text.substr(Tail)).str();
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
    if (N >= Args.size()) {
      (Out += '%') += Text[I];
      continue;
    }
    for (char C : cutMiddle(Args[N]))
      if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
        Out += "\\x" + toHex(StringRef(&C, 1));
      else
        Out += C;
  }
  return Out;
}

void DiagnosticEngine::issue(const DiagnosticInfo &Info, SrcLoc Loc,
                             ArrayRef<std::string> Args) {
  // A plug-in's mistake is seen in the text.
  assert((Args.size() == Info.NumArgs || &Info < std::begin(Infos) ||
          &Info >= std::end(Infos)) &&
         "wrong number of arguments");
  Diagnostic D{&Info, Info.Default, Loc, fillIn(Info.Text, Args)};

  if (D.Level == Severity::Note) {
    if (LastSuppressed)
      return;
  } else {
    KindState &Kind = Kinds[&Info];
    if (D.Level == Severity::Warning && Kind.Warning == WarningState::Off) {
      LastSuppressed = true;
      return;
    }
    if (D.Level == Severity::Warning && Kind.Warning == WarningState::Error)
      D.Level = Severity::Error;
    NumErrors += D.Level == Severity::Error;
    LastSuppressed = ++Kind.Count > MaxPerKind;
    if (Kind.Count == MaxPerKind + 1 && !Handle) {
      const DiagnosticInfo &TooMany = Infos[diag::note_too_many];
      print({&TooMany, Severity::Note, Loc, TooMany.Text});
    }
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
  OS << (Name.empty() ? "ringc" : cutMiddle(Name)) << ':';
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
  if (*D.Info->Flag)
    OS << (D.Level == Severity::Error ? " [-Werror=" : " [-W") << D.Info->Flag
       << ']';
  OS << '\n';

  if (!D.Loc.isValid() || Name.empty())
    return;
  StringRef Line = Files[D.Loc.File - 1]->line(D.Loc.Line);
  if (!Line.empty())
    printLine(OS, Line, D.Loc.Col ? D.Loc.Col - 1 : 0);
}
