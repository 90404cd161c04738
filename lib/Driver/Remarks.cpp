//===- Remarks.cpp - Why something was decided, written out ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The YAML is LLVM's own serializer's, so llvm-remarkutil, opt-viewer and their
// like read it. Text between arguments has the key `String`, as LLVM's remarks
// have it.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/YAMLRemarkSerializer.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace ringc;

std::vector<const Remark *> ringc::selectRemarks(const RemarkList &Remarks,
                                                 StringRef Filter) {
  std::vector<const Remark *> Selected;
  if (Filter.empty())
    return Selected;
  const Regex Wanted(Filter);
  for (const Remark &R : Remarks.all())
    if (Wanted.match(R.Pass))
      Selected.push_back(&R);
  return Selected;
}

void ringc::printRemark(const Remark &R, const DiagnosticEngine &Diags,
                        raw_ostream &OS) {
  static constexpr StringLiteral Flags[] = {"-Rpass", "-Rpass-missed",
                                            "-Rpass-analysis"};
  const StringRef Name = Diags.getFileName(R.Loc.File);
  OS << (Name.empty() ? StringRef("ringc") : Name) << ':';
  if (R.Loc.isValid() && !Name.empty())
    OS << R.Loc.Line << ':' << R.Loc.Col << ':';
  OS << " remark: " << R.Function << ": ";
  // A line is a remark, whatever is in it.
  for (char C : R.message())
    if (C == '\n')
      OS << "\\n";
    else
      OS << C;
  OS << " [" << Flags[unsigned(R.RemarkKind)] << '=' << R.Pass << "]\n";
}

static remarks::Type typeOf(Remark::Kind K) {
  switch (K) {
  case Remark::Kind::Passed:
    return remarks::Type::Passed;
  case Remark::Kind::Missed:
    return remarks::Type::Missed;
  case Remark::Kind::Analysis:
    return remarks::Type::Analysis;
  }
  return remarks::Type::Unknown;
}

void ringc::writeRemarks(const RemarkList &Remarks,
                         const DiagnosticEngine &Diags, raw_ostream &OS) {
  remarks::YAMLRemarkSerializer Serializer(OS,
                                           remarks::SerializerMode::Standalone);
  for (const Remark &R : Remarks.all()) {
    remarks::Remark Out;
    Out.RemarkType = typeOf(R.RemarkKind);
    Out.PassName = R.Pass;
    Out.RemarkName = R.Name;
    Out.FunctionName = R.Function;
    if (R.Loc.isValid())
      Out.Loc = remarks::RemarkLocation{Diags.getFileName(R.Loc.File),
                                        R.Loc.Line, R.Loc.Col};
    for (const auto &[Key, Value] : R.Args) {
      remarks::Argument &A = Out.Args.emplace_back();
      A.Key = Key.empty() ? StringRef("String") : StringRef(Key);
      A.Val = Value;
    }
    Serializer.emit(Out);
  }
}
