//===- PhaseEmitter.cpp - -gen-phases -------------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerators, the number and the texts of the phases, in pipeline order,
// which is the order of the file.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

/// PhaseSet keeps one bit a phase in 32.
constexpr size_t MaxPhases = 32;

void emitPhases(RecordKeeper &Records, raw_ostream &OS) {
  std::vector<const Record *> Phases = inFileOrder(Records, "Phase");
  if (Phases.size() > MaxPhases)
    PrintFatalError(Phases[MaxPhases],
                    "more than " + Twine(MaxPhases) + " phases");

  emitHeader(OS, "Phases");
  {
    Section S(OS, "GEN_PHASE_ENUM");
    for (const Record *P : Phases)
      OS << P->getName() << ", ///< " << P->getValueAsString("Means") << "\n";
  }
  {
    Section S(OS, "GEN_PHASE_COUNT");
    OS << "constexpr unsigned NumPhases = " << Phases.size() << ";\n";
  }
  Section S(OS, "GEN_PHASE_TABLE");
  for (const Record *P : Phases)
    OS << "{" << quote(P->getValueAsString("Name")) << ", "
       << quote(P->getValueAsString("Means")) << "},\n";
}

TableGen::Emitter::Opt X("gen-phases", emitPhases,
                         "Generate the enumeration of phases");

} // namespace
