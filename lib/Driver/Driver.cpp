//===- Driver.cpp - From a command line to files --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Look up what the command line says, read every input, compile (with
// -split-input-file each part by itself, in an engine of its own), and only
// when nothing went wrong write every output.
//
//===----------------------------------------------------------------------===//

#include "ringc/Driver/Driver.h"
#include "Compilation.h"
#include "ExpectedDiagnostics.h"
#include "Outputs.h"
#include "Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

namespace {

/// The state of one run of the driver.
class Run {
public:
  Run(const Plan &P, raw_ostream &Err) : P(P), Err(Err), Instr(P.Options, Err) {
    for (const PlannedOutput &O : P.Outputs)
      Outputs.push_back({O.Path, {}});
  }

  /// Compiles one part; its output joins that of the parts before. False if the
  /// run fails.
  bool compilePart(InputTexts Texts);
  /// Writes everything, in the end. False after an error.
  bool write(raw_ostream &Out, DiagnosticEngine &Diags);

private:
  void reportRemarks(const RemarkList &Remarks, const DiagnosticEngine &Diags,
                     ExpectedDiagnostics *Expected);
  void join(std::vector<std::string> Emitted);
  std::vector<OutputFile> takeOutputs();

  const Plan &P;
  raw_ostream &Err;
  Instrumentation Instr;
  std::vector<OutputFile> Outputs; ///< by Plan::Outputs
  std::vector<EmittedFile> Files;  ///< of kinds that are several
  bool Joined = false;             ///< a part has emitted
  std::string RemarksText;
};

} // namespace

/// Prints the remarks asked for, or compares them, and keeps all for the file.
void Run::reportRemarks(const RemarkList &Remarks,
                        const DiagnosticEngine &Diags,
                        ExpectedDiagnostics *Expected) {
  for (const Remark *R : selectRemarks(Remarks, P.Options.RemarksFilter))
    if (Expected)
      Expected->see("remark", R->Loc, R->Function + ": " + R->message());
    else
      printRemark(*R, Diags, Err);
  raw_string_ostream OS(RemarksText);
  if (!P.Options.RemarksOutput.empty())
    writeRemarks(Remarks, Diags, OS);
}

/// Adds what a part emitted, after a line of its own as in mlir-opt.
void Run::join(std::vector<std::string> Emitted) {
  for (size_t I = 0; I < Emitted.size(); ++I)
    if (Joined)
      Outputs[I].Bytes.append("// -----\n").append(Emitted[I]);
    else
      Outputs[I].Bytes = std::move(Emitted[I]);
  Joined = true;
}

bool Run::compilePart(InputTexts Texts) {
  static constexpr StringLiteral Levels[] = {"note", "warning", "error"};
  DiagnosticEngine Diags(Err, P.Options.Color);
  setWarnings(P.Options, P.Known, Diags); // checked in makePlan
  const InputFiles Inputs = addFiles(std::move(Texts), Diags);

  ExpectedDiagnostics Expected;
  const bool Verify = P.Options.VerifyDiagnostics;
  if (Verify) {
    for (uint32_t File = 1; !Diags.getFileName(File).empty(); ++File)
      Expected.scan(File, Diags.getFileText(File));
    Diags.setHandler([&](const Diagnostic &D) {
      Expected.see(Levels[unsigned(D.Level)], D.Loc, D.Text);
    });
  }
  Compilation C(P, Inputs, Diags, Instr);
  const bool Ok = compileFabric(C);
  reportRemarks(C.remarks(), Diags, Verify ? &Expected : nullptr);
  if (Ok) {
    join(C.takeEmitted());
    Files = C.takeFiles();
  }
  if (!Verify)
    return Ok;
  Diags.setHandler({});
  return Expected.finish(Diags);
}

bool Run::write(raw_ostream &Out, DiagnosticEngine &Diags) {
  const std::vector<OutputFile> Files = takeOutputs();
  const Instrumentation::Stage Timed(Instr, "write");
  return writeOutputs(Files, P.Folder, Out, Diags);
}

std::vector<OutputFile> Run::takeOutputs() {
  const DriverOptions &O = P.Options;
  if (!Joined) // all parts failed as expected
    Outputs.clear();
  erase_if(Outputs, [](const OutputFile &F) { return F.Path.empty(); });
  for (EmittedFile &F : Files) {
    SmallString<128> Path(P.Folder);
    sys::path::append(Path, F.Name);
    Outputs.push_back(
        {Path.str().str(), std::move(F.Bytes), std::move(F.LinkTo)});
  }
  if (!O.RemarksOutput.empty())
    Outputs.push_back({O.RemarksOutput, std::move(RemarksText)});
  if (std::optional<std::string> Trace = Instr.takeTrace())
    Outputs.push_back({*traceFile(P), std::move(*Trace)});
  return std::move(Outputs);
}

std::optional<Fabric>
ringc::compileTexts(const DriverOptions &Options,
                    std::vector<std::unique_ptr<MemoryBuffer>> Inputs,
                    std::unique_ptr<MemoryBuffer> Graph, const Registry &Known,
                    DiagnosticEngine &Diags, RemarkList &Remarks) {
  DriverOptions O = Options;
  O.Inputs.clear();
  for (const std::unique_ptr<MemoryBuffer> &B : Inputs)
    O.Inputs.push_back(B->getBufferIdentifier().str());
  O.GraphFile.clear();
  O.Output.clear();
  O.Emit = {"none"};
  O.RemarksOutput.clear();
  O.TimeTraceFile.clear();
  O.PrintAnalyses.clear();
  O.SplitInputFile = O.TimePasses = O.TimeTrace = false;
  O.PrintBeforeAll = O.PrintAfterAll = O.PrintChanged = false;
  const std::optional<Plan> P = makePlan(O, Known, false, Diags);
  if (!P)
    return std::nullopt;
  std::optional<InputTexts> Texts = InputTexts();
  if (P->Machine)
    Texts = readTexts(*P, Diags);
  if (!Texts)
    return std::nullopt;
  for (std::unique_ptr<MemoryBuffer> &B : Inputs) {
    Texts->Order.push_back(Texts->Buffers.size());
    Texts->Buffers.push_back(std::move(B));
  }
  Texts->Graph = std::move(Graph);

  const InputFiles Files = addFiles(std::move(*Texts), Diags);
  Instrumentation Instr(O, nulls());
  Compilation C(*P, Files, Diags, Instr);
  const bool Ok = C.parse() && C.buildSystems() && C.runPasses();
  Remarks = C.takeRemarks();
  if (!Ok || Diags.hasErrors())
    return std::nullopt;
  return C.takeFabric();
}

bool ringc::emitFabric(const Fabric &F, StringRef Kind,
                       const EmitOptions &Options, const Registry &Known,
                       raw_ostream &OS, DiagnosticEngine &Diags) {
  const EmitterInfo *Info = Known.findEmitter(Kind);
  if (!Info) {
    reportUnknownKind(Kind, Known, Diags);
    return false;
  }
  if (const auto Missing = F.Established.firstMissing(Info->Requires)) {
    Diags.report(diag::err_kind_requires) << Kind << toString(*Missing);
    return false;
  }
  if (F.Established.contains(Phase::System) && !checkRank(F, Options, Diags))
    return false;
  return emitOne(F, *Info, Options, OS, Diags);
}

int ringc::compile(const DriverOptions &Options, const Registry &Known,
                   raw_ostream &Out, raw_ostream &Err) {
  DiagnosticEngine Diags(Err, Options.Color);
  const std::optional<Plan> P =
      makePlan(Options, Known, Out.is_displayed(), Diags);
  // What a plug-in's code does isn't the command line's fault.
  if (!P)
    return Diags.wasReported(diag::err_threw) ||
                   Diags.wasReported(diag::err_pass_not_made)
               ? ExitRefused
               : ExitUsage;
  std::optional<InputTexts> Texts = readTexts(*P, Diags);
  if (!Texts)
    return ExitRefused;

  std::vector<InputTexts> Parts;
  if (Options.SplitInputFile) {
    std::optional<std::vector<InputTexts>> Split =
        splitTexts(std::move(*Texts), Diags);
    if (!Split)
      return ExitRefused;
    Parts = std::move(*Split);
  } else {
    Parts.push_back(std::move(*Texts));
  }
  Run R(*P, Err);
  bool Ok = true;
  for (InputTexts &Part : Parts)
    Ok &= R.compilePart(std::move(Part));
  if (!Ok || !R.write(Out, Diags))
    return ExitRefused;
  return ExitOk;
}
