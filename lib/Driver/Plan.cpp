//===- Plan.cpp - What the command line means -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function looks at one group of flags and reports what is wrong there;
// all of them are asked, so that one run shows every mistake. Nothing is read
// and nothing computed here.
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "Outputs.h"
#include "ringc/Diag/Suggest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace ringc;

static void reportUnknown(StringRef What, StringRef Name,
                          ArrayRef<StringRef> Known, DiagnosticEngine &Diags) {
  if (StringRef Nearest = nearestName(Name, Known); !Nearest.empty())
    Diags.report(diag::err_unknown_value_suggest) << What << Name << Nearest;
  else
    Diags.report(diag::err_unknown_value) << What << Name << join(Known, ", ");
}

void ringc::reportUnknownKind(StringRef Name, const Registry &Known,
                              DiagnosticEngine &Diags) {
  std::vector<StringRef> Names;
  for (const EmitterInfo &E : Known.emitters())
    Names.push_back(E.Name);
  reportUnknown("kind of output", Name, Names, Diags);
}

std::string ringc::profileNames() {
  std::string Names;
  for (const Profile &P : getProfiles())
    Names += (Names.empty() ? "" : ", ") + std::string(P.Name);
  return Names;
}

bool ringc::setWarnings(const DriverOptions &Options, const Registry &Known,
                        DiagnosticEngine &Diags) {
  bool Ok = true;
  Known.tell(Diags);
  for (const std::string &W : Options.WarningOptions)
    if (Error E = Diags.setWarningOption(W)) {
      Diags.report(diag::err_option_value)
          << "-W" + W << toString(std::move(E));
      Ok = false;
    }
  return Ok;
}

std::optional<PassManager> ringc::parsePasses(const Plan &P,
                                              DiagnosticEngine &Diags) {
  const uint32_t File = Diags.addFile(
      MemoryBuffer::getMemBufferCopy(P.Options.Passes, "-passes"));
  return PassManager::parse(File, Diags, P.Known.passes(),
                            P.Known.pipeline(getDefaultPipeline()));
}

/// A file's name without folders and extension, from which outputs get theirs.
static std::string stemOf(StringRef Input) {
  StringRef Stem = Input == "-" ? "ringc" : sys::path::stem(Input);
  return Stem.empty() ? "ringc" : Stem.str();
}

static void checkInputs(const Plan &P, DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  if (O.Inputs.empty() && O.Platform.empty() && P.NeedsFabric)
    Diags.report(diag::err_no_input);
  const auto StdIn = llvm::count(O.Inputs, "-");
  if (StdIn > 1)
    Diags.report(diag::err_stdin_twice) << StdIn;
  if (O.SplitInputFile && O.Inputs.size() > 1)
    Diags.report(diag::err_split_one_input) << O.Inputs.size();
  if (O.NumNodes && O.NumNodes < O.Inputs.size())
    Diags.report(diag::err_fewer_nodes) << O.NumNodes << O.Inputs.size();
}

static void planMachine(Plan &P, DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  if (O.Platform.empty()) {
    for (const auto &[Name, IsGiven] :
         {std::pair("cores", O.Part.Cores != 0),
          std::pair("lnc", O.Part.LogicalSize != 0),
          std::pair("nets", O.Part.Nics != 0),
          std::pair("pod", O.Part.Pod != neuron::PodMode::None),
          std::pair("group", !O.Groups.empty())})
      if (IsGiven)
        Diags.report(diag::err_machine_option) << Name;
    return;
  }
  P.Stem = O.Platform;
  if (!O.Inputs.empty())
    Diags.report(diag::err_machine_and_inputs) << O.Platform << O.Inputs.size();
  P.Machine = neuron::findMachine(O.Platform);
  if (P.Machine)
    return;
  std::vector<StringRef> Known;
  for (const neuron::Machine &Each : neuron::getMachines())
    Known.push_back(Each.Name);
  reportUnknown("platform", O.Platform, Known, Diags);
}

static void planProfile(Plan &P, DiagnosticEngine &Diags) {
  if (P.Options.Profile == "auto")
    return;
  P.Rules = findProfile(P.Options.Profile);
  if (P.Rules)
    return;
  std::vector<StringRef> Known = {"auto"};
  for (const Profile &Each : getProfiles())
    Known.push_back(Each.Name);
  reportUnknown("profile", P.Options.Profile, Known, Diags);
}

static std::optional<Phase> lookUpPhase(StringRef Name,
                                        DiagnosticEngine &Diags) {
  if (std::optional<Phase> P = parsePhase(Name))
    return P;
  std::vector<StringRef> Known;
  for (unsigned I = 0; I < NumPhases; ++I)
    Known.push_back(toString(Phase(I)));
  reportUnknown("phase", Name, Known, Diags);
  return std::nullopt;
}

static void planStop(Plan &P, DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  if (!O.UntilAfter.empty() && !O.UntilBefore.empty()) {
    Diags.report(diag::err_until_both) << O.UntilAfter << O.UntilBefore;
    return;
  }
  P.StopIncluding = O.UntilBefore.empty();
  const std::string &Name = P.StopIncluding ? O.UntilAfter : O.UntilBefore;
  if (Name.empty())
    return;
  P.Stop = lookUpPhase(Name, Diags);
  if (P.Stop == Phase::Parsed && !P.StopIncluding)
    Diags.report(diag::err_until_before_first) << Name;
}

static void checkPassNames(const Plan &P, DiagnosticEngine &Diags) {
  std::vector<StringRef> Known;
  for (const PassInfo &Info : P.Known.passes().all())
    Known.push_back(Info.Name);
  for (const auto *Names : {&P.Options.PrintBefore, &P.Options.PrintAfter})
    for (const std::string &Name : *Names)
      if (!P.Known.passes().find(Name))
        reportUnknown("pass", Name, Known, Diags);
  std::vector<StringRef> Analyses;
  for (const AnalysisInfo &Info : P.Known.analyses())
    Analyses.push_back(Info.Name);
  for (const std::string &Name : P.Options.PrintAnalyses)
    if (!P.Known.findAnalysis(Name))
      reportUnknown("analysis", Name, Analyses, Diags);
  std::string Wrong;
  const std::string &Filter = P.Options.RemarksFilter;
  if (!Filter.empty() && !Regex(Filter).isValid(Wrong))
    Diags.report(diag::err_option_value) << "-pass-remarks" << Wrong;
}

/// The kinds asked for, each once, without `none`.
static std::vector<const EmitterInfo *> planKinds(const Plan &P,
                                                  DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  const bool Whole = O.UntilAfter.empty() && O.UntilBefore.empty();
  std::vector<std::string> Names = O.Emit;
  if (Names.empty())
    Names = {Whole && !O.SplitInputFile ? "wiring" : "ring"};
  std::vector<const EmitterInfo *> Kinds;
  for (const std::string &Name : Names) {
    const EmitterInfo *Kind = P.Known.findEmitter(Name);
    if (!Kind)
      reportUnknownKind(Name, P.Known, Diags);
    else if (Name != "none" && !is_contained(Kinds, Kind))
      Kinds.push_back(Kind);
    if (Kind && Kind->Binary && O.SplitInputFile)
      Diags.report(diag::err_split_binary) << Name;
  }
  return Kinds;
}

static void planOutputs(Plan &P, bool OutIsTerminal, DiagnosticEngine &Diags) {
  const std::string &Output = P.Options.Output;
  const std::vector<const EmitterInfo *> Kinds = planKinds(P, Diags);
  const auto Several =
      find_if(Kinds, [](const EmitterInfo *Kind) { return Kind->EmitFiles; });
  P.NeedsFabric =
      Kinds.empty() || !P.Options.Inputs.empty() ||
      !P.Options.Platform.empty() ||
      any_of(Kinds, [](const EmitterInfo *Kind) { return Kind->NeedsFabric; });
  if (Several != Kinds.end() && (Output.empty() || Output == "-")) {
    Diags.report(diag::err_kind_needs_folder) << (*Several)->Name;
    return;
  }
  const bool IsFolder =
      !Output.empty() &&
      (sys::path::is_separator(Output.back()) ||
       sys::fs::is_directory(Output) || Several != Kinds.end());
  if (Kinds.size() > 1 && !IsFolder) {
    Diags.report(diag::err_kinds_need_folder) << Kinds.size();
    return;
  }
  if (IsFolder)
    P.Folder = Output;
  for (const EmitterInfo *Kind : Kinds) {
    if (Kind->EmitFiles) {
      P.Outputs.push_back({Kind, ""});
      continue;
    }
    const std::string Name = P.Stem + "." + Kind->Name;
    SmallString<128> Path(Output);
    if (IsFolder)
      sys::path::append(Path, Name);
    else if (Output.empty())
      Path = Kind->Binary ? StringRef(Name) : "-";
    if (Kind->Binary && Path == "-" && OutIsTerminal)
      Diags.report(diag::err_binary_to_terminal) << Kind->Name;
    P.Outputs.push_back({Kind, Path.str().str()});
  }
}

std::optional<std::string> ringc::traceFile(const Plan &P) {
  if (!P.Options.TimeTraceFile.empty())
    return P.Options.TimeTraceFile;
  if (P.Options.TimeTrace)
    return P.Stem + ".time-trace";
  return std::nullopt;
}

/// Refuses files that would overwrite one another, and a name of our own making
/// that is an input's.
static void checkClashes(const Plan &P, DiagnosticEngine &Diags) {
  const DriverOptions &O = P.Options;
  std::vector<std::string> Paths;
  for (const PlannedOutput &Output : P.Outputs)
    if (!Output.Path.empty())
      Paths.push_back(Output.Path);
  for (const PlannedOutput &Output : P.Outputs)
    for (const char *Name : Output.Kind->FileNames) {
      SmallString<128> Path(P.Folder);
      sys::path::append(Path, Name);
      Paths.push_back(Path.str().str());
    }
  if (!O.RemarksOutput.empty())
    Paths.push_back(O.RemarksOutput);
  if (const std::optional<std::string> Trace = traceFile(P))
    Paths.push_back(*Trace);
  StringSet<> Seen;
  for (const std::string &Path : Paths) {
    if (Path != "-" && !isSpecialFile(Path) && !Seen.insert(Path).second)
      Diags.report(diag::err_same_output) << Path;
    for (const std::string &Input : O.Inputs)
      if (Path != O.Output && sys::fs::equivalent(Path, Input))
        Diags.report(diag::err_output_is_input) << Path;
  }
}

std::optional<Plan> ringc::makePlan(const DriverOptions &Options,
                                    const Registry &Known, bool OutIsTerminal,
                                    DiagnosticEngine &Diags) {
  Plan P(Options, Known);
  if (!Options.Inputs.empty())
    P.Stem = stemOf(Options.Inputs.front());
  planMachine(P, Diags);
  planProfile(P, Diags);
  planStop(P, Diags);
  checkPassNames(P, Diags);
  planOutputs(P, OutIsTerminal, Diags);
  checkInputs(P, Diags);
  checkClashes(P, Diags);
  const bool WarningsOk = setWarnings(Options, Known, Diags);
  const bool PassesOk = parsePasses(P, Diags).has_value();
  if (Diags.hasErrors() || !WarningsOk || !PassesOk)
    return std::nullopt;
  return P;
}
