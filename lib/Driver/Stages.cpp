//===- Stages.cpp - What each stage does ----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work itself is done below, in the front end, the passes and the emitters;
// here it is asked for, timed, verified and stopped where the command line
// says.
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Roundtrip.h"
#include "ringc/IR/Verify.h"
#include "ringc/Pass/Guard.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

bool Compilation::verify(Phase Which) {
  const Instrumentation::Stage Timed(Instr, "verify");
  return !P.Options.VerifyEach || verifyPhase(F, Which, Diags);
}

PassManager::Check Compilation::timedVerifier() {
  return [this](const Fabric &Now, DiagnosticEngine &Engine) {
    const Instrumentation::Stage Timed(Instr, "verify");
    return verifyFabric(Now, Engine) && P.Known.verify(Now, Engine) &&
           (!P.Known.hasPlugins() || !Now.Established.contains(Phase::System) ||
            Audit.check(Now, Engine));
  };
}

/// Refuses an input that is past the phase at which the run shall stop.
bool Compilation::checkStop() {
  if (!P.Stop)
    return true;
  if (!P.StopIncluding && F.Established.contains(*P.Stop)) {
    Diags.report(diag::err_stop_before_established) << toString(*P.Stop);
    return false;
  }
  for (unsigned I = NumPhases; I-- > unsigned(*P.Stop) + 1;) {
    if (!F.Established.contains(Phase(I)))
      continue;
    Diags.report(diag::err_stop_past)
        << toString(*P.Stop) << toString(Phase(I));
    return false;
  }
  return true;
}

bool Compilation::parse() {
  {
    const Instrumentation::Stage Timed(Instr, "parse");
    if (!parseInputs(P, Inputs, F, Diags))
      return false;
  }
  if (!checkStop())
    return false;
  // What came as text IR or as a blob was not made by our passes, or not now:
  // it is verified whatever -verify-each says.
  const bool Fresh = F.Established == PhaseSet{Phase::Parsed};
  if (P.Known.hasPlugins())
    Audit.accept(F);
  if (Fresh ? verify(Phase::Parsed) : timedVerifier()(F, Diags))
    return true;
  // Places point into the topology that the text came from.
  Diags.report(diag::note_found_in_input, SrcLoc{Inputs.Files.front(), 0, 0});
  return false;
}

EmitOptions Compilation::emitOptions() const {
  EmitOptions Options;
  if (P.Options.Rank)
    Options.Rank = RankId(*P.Options.Rank);
  Options.Link = P.Options.Link;
  return Options;
}

bool Compilation::buildSystems() {
  if (!F.Established.contains(Phase::System)) {
    if (P.stopsBefore(Phase::System))
      return true;
    {
      const Instrumentation::Stage Timed(Instr, "system");
      if (!ringc::buildSystems(F, serverCheck(P.Options.Part.Verify), Diags))
        return false;
    }
    if (!verify(Phase::System))
      return false;
    if (P.Known.hasPlugins())
      Audit.accept(F);
  }
  // From here on ranks have numbers, so whatever is emitted: is there this one?
  return checkRank(F, emitOptions(), Diags);
}

/// Calls \p Do for 0 .. \p N-1 on up to \p Threads threads.
static void forEach(unsigned Threads, unsigned N,
                    function_ref<void(unsigned)> Do) {
  Threads = std::min(Threads, N);
  if (Threads <= 1) {
    for (unsigned I = 0; I < N; ++I)
      Do(I);
    return;
  }
  ThreadGuard Guard;
  {
    DefaultThreadPool Pool(hardware_concurrency(Threads));
    for (unsigned I = 0; I < N; ++I)
      Pool.async([&Guard, Do, I] { Guard.call([&] { Do(I); }); });
    Pool.wait();
  }
  Guard.rethrow();
}

/// Refuses kinds of output that need more than holds at the end.
bool Compilation::checkKinds(PhaseSet AtEnd) {
  bool Ok = true;
  for (const PlannedOutput &O : P.Outputs) {
    const std::optional<Phase> Missing = AtEnd.firstMissing(O.Kind->Requires);
    if (!Missing)
      continue;
    Diags.report(diag::err_kind_requires) << O.Kind->Name << toString(*Missing);
    if (const PassInfo *Info = P.Known.passes().findEstablishing(*Missing))
      Diags.report(diag::note_kind_pass) << Info->Name;
    Ok = false;
  }
  return Ok;
}

bool Compilation::readGraphFile(XmlDocument &Graph) {
  if (!Inputs.Graph)
    return true;
  Graph = readXml(Inputs.Graph, Diags, *F.Rules);
  return !Graph.empty();
}

/// Runs the default pipeline on a fabric that is not the one compiled, as far
/// as it comes after the servers: who edits servers asks for this, and what
/// plug-ins have inserted among such passes isn't to be done twice. What passes
/// remark is about another fabric than the user's, so no one sees it.
bool Compilation::runDefault(Fabric &Other, const XmlDocument *GraphFile,
                             DiagnosticEngine &Engine) {
  const uint32_t File = Engine.addFile(MemoryBuffer::getMemBufferCopy(
      P.Known.pipeline(getDefaultPipeline(), Phase::Graph), "default"));
  std::optional<PassManager> PM =
      PassManager::parse(File, Engine, P.Known.passes(), "");
  if (!PM)
    return false;
  RemarkList Dropped;
  PassContext Ctx{Engine, Dropped, threads(), GraphFile};
  PM->setVerifyEach(P.Options.VerifyEach ? timedVerifier() : nullptr);
  return PM->run(Other, Ctx, P.Known.passes());
}

std::function<void(unsigned, function_ref<void(unsigned)>)>
Compilation::threads() const {
  return [this](unsigned N, function_ref<void(unsigned)> Do) {
    forEach(P.Options.Threads, N, Do);
  };
}

PassContext Compilation::passContext(const XmlDocument &Graph) {
  PassContext Ctx{Diags, Remarks, threads()};
  if (!Graph.empty())
    Ctx.GraphFile = &Graph;
  Ctx.CheckServer = serverCheck(P.Options.Part.Verify);
  // Only remarks tell of it, and it costs as much as the run itself.
  if (!P.Options.RemarksFilter.empty() || !P.Options.RemarksOutput.empty())
    Ctx.RunDefault = [this, GraphFile = Ctx.GraphFile](
                         Fabric &Other, DiagnosticEngine &Engine) {
      return runDefault(Other, GraphFile, Engine);
    };
  return Ctx;
}

/// Reports a pass that changes the fabric though it says that it only looks:
/// results of analyses stay.
void Compilation::holdToLooking(PassManager &PM) {
  const auto Before = std::make_shared<size_t>(0);
  PM.instrument({[Before](const PassInfo &Info, const Fabric &Now) {
                   if (Info.OnlyLooks)
                     *Before = sumOf(Now);
                 },
                 [this, Before](const PassInfo &Info, const Fabric &Now) {
                   if (Info.OnlyLooks && sumOf(Now) != *Before)
                     Diags.report(diag::err_audit_looks) << Info.Name;
                 }});
}

bool Compilation::runPasses() {
  PassManager PM;
  if (!P.stopsBefore(Phase::System)) {
    std::optional<PassManager> Parsed = parsePasses(P, Diags);
    if (!Parsed)
      return false;
    PM = std::move(*Parsed);
  }
  PM.skipEstablished(F);
  if (P.Stop && !P.stopsBefore(Phase::System) &&
      !PM.stopAt(*P.Stop, P.StopIncluding, F, Diags, P.Known.passes()))
    return false;
  if (!PM.check(F, Diags, P.Known.passes()) ||
      !checkKinds(PM.establishedAfter(F)))
    return false;

  XmlDocument Graph;
  if (PM.establishes(Phase::Graph)) {
    if (!readGraphFile(Graph))
      return false;
  } else if (Inputs.Graph) {
    Diags.report(diag::err_graph_too_late);
    return false;
  }
  PassContext Ctx = passContext(Graph);
  PM.setVerifyEach(P.Options.VerifyEach ? timedVerifier() : nullptr);
  Instr.attach(PM, F);
  if (P.Known.hasPlugins())
    holdToLooking(PM);
  if (P.Options.VerifyRoundtrip) {
    if (!verifyRoundtrip(F, Diags))
      return false;
    PM.instrument({{}, [&](const PassInfo &, const Fabric &Now) {
                     if (!Diags.hasErrors())
                       verifyRoundtrip(Now, Diags);
                   }});
  }
  if (!PM.run(F, Ctx, P.Known.passes()))
    return false;
  // Nothing leaves unverified, whatever -verify-each says.
  if (!P.Options.VerifyEach && !timedVerifier()(F, Diags))
    return false;
  return printAnalyses();
}

bool Compilation::printAnalyses() {
  for (const std::string &Name : P.Options.PrintAnalyses) {
    const AnalysisInfo &Info = *P.Known.findAnalysis(Name);
    if (const auto Missing = F.Established.firstMissing(Info.Requires)) {
      Diags.report(diag::err_analysis_requires) << Name << toString(*Missing);
      return false;
    }
    std::string Text;
    raw_string_ostream OS(Text);
    bool Found = false;
    const bool Returned = callGuarded("analysis", Name, Diags, [&] {
      const std::unique_ptr<AnalysisResult> Result = Info.Run(F);
      Found = Result != nullptr;
      if (Found)
        Result->print(OS);
    });
    if (Returned && !Found)
      Diags.report(diag::err_analysis_silent) << Name;
    if (!Returned || !Found)
      return false;
    Instr.printAnalysis(Name, Text);
  }
  return true;
}

/// Calls \p Emit, the function of \p Kind. False after an error, of which there
/// is one if it fails.
static bool callEmitter(const EmitterInfo &Kind, DiagnosticEngine &Diags,
                        function_ref<bool()> Emit) {
  const unsigned Errors = Diags.getNumErrors();
  bool Ok = false;
  if (callGuarded("kind of output", Kind.Name, Diags, [&] { Ok = Emit(); }) &&
      !Ok && Diags.getNumErrors() == Errors)
    Diags.report(diag::err_emitter_silent) << Kind.Name;
  return Diags.getNumErrors() == Errors;
}

bool ringc::emitOne(const Fabric &F, const EmitterInfo &Kind,
                    const EmitOptions &Options, raw_ostream &OS,
                    DiagnosticEngine &Diags) {
  if (!Kind.Emit) {
    Diags.report(diag::err_emit_files) << Kind.Name;
    return false;
  }
  return callEmitter(Kind, Diags,
                     [&] { return Kind.Emit(F, Options, OS, Diags); });
}

bool Compilation::emit() {
  const EmitOptions Options = emitOptions();
  bool Ok = true;
  for (const PlannedOutput &O : P.Outputs) {
    const Instrumentation::Stage Timed(Instr,
                                       std::string("emit ") + O.Kind->Name);
    raw_string_ostream OS(Emitted.emplace_back());
    Ok &= O.Kind->EmitFiles
              ? callEmitter(
                    *O.Kind, Diags,
                    [&] { return O.Kind->EmitFiles(F, Options, Files, Diags); })
              : emitOne(F, *O.Kind, Options, OS, Diags);
  }
  // A warning made an error by -Werror counts, too.
  return Ok && !Diags.hasErrors();
}
