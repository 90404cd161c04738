//===- Compilation.h - One fabric on its way --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of Pipeline.cpp, over what they share.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_COMPILATION_H
#define RINGC_LIB_DRIVER_COMPILATION_H

#include "Audit.h"
#include "Inputs.h"
#include "Instrumentation.h"
#include "Plan.h"

namespace ringc {

/// One fabric, from its inputs to the bytes of its outputs. Each stage reports
/// to the engine, returns false after an error, and does nothing where the
/// fabric is past it or the run stops before it.
class Compilation {
public:
  Compilation(const Plan &P, const InputFiles &Inputs, DiagnosticEngine &Diags,
              Instrumentation &Instr)
      : P(P), Inputs(Inputs), Diags(Diags), Instr(Instr) {}

  bool parse();
  bool buildSystems();
  bool runPasses();
  bool emit();

  const RemarkList &remarks() const { return Remarks; }
  RemarkList takeRemarks() { return std::move(Remarks); }
  Fabric takeFabric() { return std::move(F); }
  /// What emit() made, in the order of Plan::Outputs.
  std::vector<std::string> takeEmitted() { return std::move(Emitted); }
  /// What emit() made of kinds that are several files; of these, the above has
  /// nothing.
  std::vector<EmittedFile> takeFiles() { return std::move(Files); }
  /// Whether nothing is asked for that has to do with inputs.
  bool needsFabric() const { return P.NeedsFabric; }

private:
  bool verify(Phase P);
  PassManager::Check timedVerifier();
  bool checkStop();
  EmitOptions emitOptions() const;
  bool checkKinds(PhaseSet AtEnd);
  bool readGraphFile(XmlDocument &Graph);
  void holdToLooking(PassManager &PM);
  bool printAnalyses();
  PassContext passContext(const XmlDocument &Graph);
  std::function<void(unsigned, llvm::function_ref<void(unsigned)>)>
  threads() const;
  bool runDefault(Fabric &Other, const XmlDocument *GraphFile,
                  DiagnosticEngine &Engine);

  const Plan &P;
  const InputFiles &Inputs;
  DiagnosticEngine &Diags;
  Instrumentation &Instr;
  ServerAudit Audit; ///< used with plug-ins only
  Fabric F;
  RemarkList Remarks;
  std::vector<std::string> Emitted;
  std::vector<EmittedFile> Files;
};

/// Writes \p F as one kind, whose phases hold. False after an error, of which
/// there is one if nothing could be written.
bool emitOne(const Fabric &F, const EmitterInfo &Kind,
             const EmitOptions &Options, llvm::raw_ostream &OS,
             DiagnosticEngine &Diags);

/// The whole way (Pipeline.cpp). False after an error.
bool compileFabric(Compilation &C);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_COMPILATION_H
