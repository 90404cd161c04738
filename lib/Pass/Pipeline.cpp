//===- Pipeline.cpp - Pipelines as text
//------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a,b{key=value,flag},c`: names separated by commas, options in braces, white
// space anywhere between. Errors say where in the text, and which known name is
// nearest.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ringc;

namespace {

/// Reads a pipeline from left to right.
class PipelineParser {
public:
  PipelineParser(StringRef Text, const PassRegistry &Registry)
      : Text(Text), Registry(Registry) {}
  Error parse(PassManager &PM);

private:
  Error fail(const Twine &What) const {
    return createStringError("in the pipeline, column " + Twine(Pos + 1) +
                             ": " + What);
  }
  void skipSpace() {
    while (Pos < Text.size() && isSpace(Text[Pos]))
      ++Pos;
  }
  bool consume(char C) {
    skipSpace();
    if (Pos == Text.size() || Text[Pos] != C)
      return false;
    ++Pos;
    return true;
  }
  StringRef word(StringRef Stops);
  Error parsePass(PassManager &PM);
  Error parseOptions(const PassInfo &Info, PassArguments &Arguments);
  Error parseOption(const PassInfo &Info, PassArguments &Arguments);

  StringRef Text;
  const PassRegistry &Registry;
  size_t Pos = 0;
};

} // namespace

/// `, did you mean 'x'?` with the nearest of \p Names, or nothing.
template <typename Range>
static std::string suggest(StringRef Name, Range &&Names) {
  StringRef Nearest;
  unsigned Best = 4; // further away is no typing slip
  for (StringRef Known : Names) {
    const unsigned Distance = Name.edit_distance(Known, true, Best);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Known;
    }
  }
  return Nearest.empty() ? "" : (", did you mean '" + Nearest + "'?").str();
}

StringRef PipelineParser::word(StringRef Stops) {
  skipSpace();
  const size_t End = std::min(Text.find_first_of(Stops, Pos), Text.size());
  const StringRef Word = Text.slice(Pos, End).rtrim();
  return Word;
}

Error PipelineParser::parse(PassManager &PM) {
  skipSpace();
  if (Pos == Text.size())
    return fail("expected a pass");
  do {
    if (Error E = parsePass(PM))
      return E;
  } while (consume(','));
  skipSpace();
  if (Pos != Text.size())
    return fail("expected ',' or the end, found '" + Text.substr(Pos, 1) + "'");
  return Error::success();
}

Error PipelineParser::parsePass(PassManager &PM) {
  const StringRef Name = word(",{} \t\n");
  if (Name.empty())
    return fail("expected a pass");
  const PassInfo *Info = Registry.find(Name);
  if (!Info) {
    std::vector<StringRef> Known;
    for (const PassInfo &I : Registry.all())
      Known.push_back(I.Name);
    return fail("unknown pass '" + Name + "'" + suggest(Name, Known));
  }
  Pos += Name.size();
  PassArguments Arguments;
  if (consume('{'))
    if (Error E = parseOptions(*Info, Arguments))
      return E;
  Expected<std::unique_ptr<FabricPass>> Pass = Info->Create(Arguments);
  if (!Pass)
    return fail(toString(Pass.takeError()));
  PM.add(*Info, std::move(*Pass));
  return Error::success();
}

Error PipelineParser::parseOptions(const PassInfo &Info,
                                   PassArguments &Arguments) {
  if (consume('}'))
    return Error::success();
  do {
    if (Error E = parseOption(Info, Arguments))
      return E;
  } while (consume(','));
  if (!consume('}'))
    return fail("expected ',' or '}' after an option of '" + Twine(Info.Name) +
                "'");
  return Error::success();
}

Error PipelineParser::parseOption(const PassInfo &Info,
                                  PassArguments &Arguments) {
  const StringRef Key = word(",={}");
  std::vector<StringRef> Known;
  for (const PassOptionInfo &O : Info.Options)
    Known.push_back(O.Name);
  if (!is_contained(Known, Key))
    return fail("pass '" + Twine(Info.Name) + "' has no option '" + Key + "'" +
                suggest(Key, Known));
  if (Arguments.count(Key.str()))
    return fail("option '" + Key + "' of '" + Info.Name + "' is given twice");
  Pos += Key.size();
  StringRef Value = "true"; // a bare flag
  if (consume('=')) {
    Value = word(",{}");
    Pos += Value.size();
  }
  Arguments[Key.str()] = Value.str();
  return Error::success();
}

Expected<PassManager> PassManager::parse(StringRef Pipeline,
                                         const PassRegistry &Registry) {
  PassManager PM;
  if (Error E = PipelineParser(Pipeline, Registry).parse(PM))
    return E;
  return PM;
}
