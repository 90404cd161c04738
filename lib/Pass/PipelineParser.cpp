//===- PipelineParser.cpp - Passes from text ------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pipeline := [pass (',' pass)*]
//   pass     := name ['{' [option (',' option)*] '}']
//   option   := name ['=' value]
//
// White space may stand between any two of these. A name ends at white space or
// punctuation, a value at ',' or '}'. An unknown name doesn't end the parse, so
// one run shows all of them; a wrong punctuation does.
//
//===----------------------------------------------------------------------===//

#include "ringc/Diag/Suggest.h"
#include "ringc/Pass/Guard.h"
#include "ringc/Pass/PassManager.h"

using namespace llvm;

namespace ringc {

/// Reads one pipeline text.
class PipelineParser {
public:
  PipelineParser(StringRef Text, uint32_t File, DiagnosticEngine &Diags,
                 const PassRegistry &Registry, StringRef Default)
      : Text(Text), File(File), Diags(Diags), Registry(Registry),
        Default(Default) {}

  bool parse(PassManager &PM);

private:
  SrcLoc locOf(size_t Offset);
  void skipSpace();
  bool accept(char C);
  bool expected(StringRef What);
  StringRef word(StringRef EndsAt);
  bool parsePass(PassManager &PM);
  std::unique_ptr<FabricPass> make(const PassInfo &Info,
                                   const PassArguments &Args, SrcLoc Loc);
  bool parseOptions(StringRef Pass, const PassInfo *Info, PassArguments &Args);
  void checkOption(const PassInfo &Info, StringRef Key, SrcLoc Loc);
  void reportUnknownPass(StringRef Name, SrcLoc Loc);
  void addDefault(PassManager &PM, SrcLoc Loc);

  StringRef Text;
  size_t At = 0;
  size_t Counted = 0, LineStart = 0; ///< lines are counted up to here
  uint32_t Line = 1;
  uint32_t File;
  DiagnosticEngine &Diags;
  const PassRegistry &Registry;
  StringRef Default;
};

} // namespace ringc

using namespace ringc;

/// Places are asked for from front to back, or nearly: no byte is counted
/// again, however many passes there are.
SrcLoc PipelineParser::locOf(size_t Offset) {
  if (Offset < LineStart)
    Counted = LineStart = 0, Line = 1;
  for (; Counted < Offset; ++Counted)
    if (Text[Counted] == '\n') {
      LineStart = Counted + 1;
      ++Line;
    }
  return {File, Line, uint32_t(Offset - LineStart + 1)};
}

void PipelineParser::skipSpace() {
  At = std::min(Text.find_first_not_of(" \t\r\n", At), Text.size());
}

bool PipelineParser::accept(char C) {
  skipSpace();
  if (At == Text.size() || Text[At] != C)
    return false;
  ++At;
  return true;
}

bool PipelineParser::expected(StringRef What) {
  Diags.report(diag::err_pipeline_expected, locOf(At)) << What;
  return false;
}

/// What stands before the next byte of \p EndsAt, without space around it.
StringRef PipelineParser::word(StringRef EndsAt) {
  skipSpace();
  const StringRef Word = Text.slice(At, Text.find_first_of(EndsAt, At));
  At += Word.size();
  return Word.rtrim();
}

void PipelineParser::reportUnknownPass(StringRef Name, SrcLoc Loc) {
  if (Name == "default") {
    Diags.report(diag::err_default_in_default, Loc);
    return;
  }
  std::vector<StringRef> Known;
  if (!Default.empty())
    Known.push_back("default");
  for (const PassInfo &P : Registry.all())
    Known.push_back(P.Name);
  if (StringRef Nearest = nearestName(Name, Known); !Nearest.empty())
    Diags.report(diag::err_unknown_pass_suggest, Loc) << Name << Nearest;
  else
    Diags.report(diag::err_unknown_pass, Loc) << Name;
}

void PipelineParser::checkOption(const PassInfo &Info, StringRef Key,
                                 SrcLoc Loc) {
  std::vector<StringRef> Known;
  for (const PassOptionInfo &O : Info.Options)
    Known.push_back(O.Name);
  if (is_contained(Known, Key))
    return;
  if (StringRef Nearest = nearestName(Key, Known); !Nearest.empty())
    Diags.report(diag::err_unknown_option_suggest, Loc)
        << Info.Name << Key << Nearest;
  else
    Diags.report(diag::err_unknown_option, Loc) << Info.Name << Key;
}

/// The part in braces, after `{`. Options are checked if the pass is known.
bool PipelineParser::parseOptions(StringRef Pass, const PassInfo *Info,
                                  PassArguments &Args) {
  if (accept('}'))
    return true;
  do {
    skipSpace();
    const SrcLoc Loc = locOf(At);
    const StringRef Key = word(" \t\r\n=,{}");
    if (Key.empty())
      return expected("the name of an option");
    StringRef Value = "true";
    if (accept('=') && (Value = word(",{}")).empty())
      return expected("a value");
    if (Info)
      checkOption(*Info, Key, Loc);
    if (!Args.emplace(Key, Value).second)
      Diags.report(diag::err_option_twice, Loc) << Pass << Key;
  } while (accept(','));
  return accept('}') || expected("',' or '}'");
}

/// What `default` stands for, as if it had been written there. A mistake in it
/// is reported in a file of its own.
void PipelineParser::addDefault(PassManager &PM, SrcLoc Loc) {
  const uint32_t DefaultFile =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(Default, "default"));
  PassManager Inner;
  if (!PipelineParser(Default, DefaultFile, Diags, Registry, "").parse(Inner))
    return;
  for (PassManager::Entry &E : Inner.Entries) {
    E.Loc = Loc;
    E.FromDefault = true;
    PM.Entries.push_back(std::move(E));
  }
}

/// The pass \p Info with \p Args, or null after an error: what makes it may be
/// a stranger's.
std::unique_ptr<FabricPass> PipelineParser::make(const PassInfo &Info,
                                                 const PassArguments &Args,
                                                 SrcLoc Loc) {
  std::unique_ptr<FabricPass> Made;
  std::string Refusal;
  const bool Returned = callGuarded("pass", Info.Name, Diags, [&] {
    if (Expected<std::unique_ptr<FabricPass>> Pass = Info.Create(Args))
      Made = std::move(*Pass);
    else
      Refusal = toString(Pass.takeError());
  });
  if (!Refusal.empty())
    Diags.report(diag::err_pass_option, Loc) << Refusal;
  else if (Returned && !Made)
    Diags.report(diag::err_pass_not_made, Loc) << Info.Name;
  return Made;
}

bool PipelineParser::parsePass(PassManager &PM) {
  skipSpace();
  const SrcLoc Loc = locOf(At);
  const StringRef Name = word(" \t\r\n,{}");
  if (Name.empty())
    return expected("the name of a pass");
  const bool IsDefault = Name == "default" && !Default.empty();
  const PassInfo *Info = Registry.find(Name);
  if (!Info && !IsDefault)
    reportUnknownPass(Name, Loc);

  PassArguments Args;
  const unsigned Before = Diags.getNumErrors();
  if (!IsDefault && accept('{') && !parseOptions(Name, Info, Args))
    return false;
  if (IsDefault)
    addDefault(PM, Loc);
  if (!Info || Diags.getNumErrors() != Before)
    return true;

  if (std::unique_ptr<FabricPass> Pass = make(*Info, Args, Loc))
    PM.Entries.push_back({*Info, std::move(Pass), Loc});
  return true;
}

bool PipelineParser::parse(PassManager &PM) {
  const unsigned Before = Diags.getNumErrors();
  skipSpace();
  if (At == Text.size())
    return true;
  do {
    if (!parsePass(PM))
      return false;
  } while (accept(','));
  skipSpace();
  if (At != Text.size())
    return expected("',' or the end of the pipeline");
  return Diags.getNumErrors() == Before;
}

std::optional<PassManager> PassManager::parse(uint32_t File,
                                              DiagnosticEngine &Diags,
                                              const PassRegistry &Registry,
                                              StringRef Default) {
  PassManager PM;
  PipelineParser P(Diags.getFileText(File), File, Diags, Registry, Default);
  if (!P.parse(PM))
    return std::nullopt;
  return PM;
}
