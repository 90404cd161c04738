//===- Roundtrip.cpp - What is written can be read back -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fabric is printed, parsed and printed again, in an engine of its own, so
// that positions of the run stay what they are. A complete fabric goes through
// a wiring blob in the same way.
//
//===----------------------------------------------------------------------===//

#include "Roundtrip.h"
#include "ringc/Emit/Emitter.h"
#include "ringc/IR/Text.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

/// Reports \p Id with the first line in which two different texts differ.
static void reportDifference(diag::ID Id, StringRef Before, StringRef After,
                             DiagnosticEngine &Diags) {
  for (unsigned Line = 1;; ++Line) {
    StringRef Old, New;
    std::tie(Old, Before) = Before.split('\n');
    std::tie(New, After) = After.split('\n');
    if (Old == New && !(Before.empty() && After.empty()))
      continue;
    Diags.report(Id) << Line << New << Old;
    return;
  }
}

bool ringc::readsBack(StringRef Text, StringRef Bytes, FabricReader Read,
                      diag::ID Refused, diag::ID Changed,
                      DiagnosticEngine &Diags) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Own(OS);
  const uint32_t File = Own.addFile(MemoryBuffer::getMemBuffer(
      Bytes, "printed", /*RequiresNullTerminator=*/false));
  const std::optional<Fabric> Back = Read(File, Own);
  if (!Back) {
    Diags.report(Refused) << StringRef(Messages).split('\n').first;
    return false;
  }
  const std::string Again = printToString(*Back);
  if (Again != Text)
    reportDifference(Changed, Text, Again, Diags);
  return Again == Text;
}

bool ringc::verifyRoundtrip(const Fabric &F, DiagnosticEngine &Diags) {
  const std::string Text = printToString(F);
  if (!readsBack(Text, Text, parseFabric, diag::err_roundtrip_parse,
                 diag::err_roundtrip_text, Diags))
    return false;
  const EmitterInfo *Wiring = findEmitter("wiring");
  if (!Wiring || !F.Established.containsAll(Wiring->Requires))
    return true;
  std::string Blob;
  raw_string_ostream OS(Blob);
  return Wiring->Emit(F, EmitOptions(), OS, Diags) &&
         readsBack(Text, Blob, readWiring, diag::err_roundtrip_blob,
                   diag::err_roundtrip_blob_text, Diags);
}
