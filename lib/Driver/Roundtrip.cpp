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

#include "Compilation.h"
#include "ringc/IR/Text.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ringc;

static std::string print(const Fabric &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  printFabric(F, OS);
  return Text;
}

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

/// Reads \p Bytes back with \p Read. Reports \p Id with the reader's first line
/// if it refuses them.
static std::optional<Fabric>
readBack(StringRef Bytes, diag::ID Id, DiagnosticEngine &Diags,
         std::optional<Fabric> (*Read)(uint32_t, DiagnosticEngine &)) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  DiagnosticEngine Own(OS);
  const uint32_t File = Own.addFile(MemoryBuffer::getMemBuffer(
      Bytes, "printed", /*RequiresNullTerminator=*/false));
  std::optional<Fabric> F = Read(File, Own);
  if (!F)
    Diags.report(Id) << StringRef(Messages).split('\n').first;
  return F;
}

static bool verifyBlob(const Fabric &F, const std::string &Text,
                       DiagnosticEngine &Diags) {
  const EmitterInfo *Wiring = findEmitter("wiring");
  if (!Wiring || !F.Established.containsAll(Wiring->Requires))
    return true;
  std::string Blob;
  raw_string_ostream OS(Blob);
  if (!Wiring->Emit(F, EmitOptions(), OS, Diags))
    return false;
  std::optional<Fabric> Back =
      readBack(Blob, diag::err_roundtrip_blob, Diags, readWiring);
  if (!Back)
    return false;
  const std::string Again = print(*Back);
  if (Again == Text)
    return true;
  reportDifference(diag::err_roundtrip_blob_text, Text, Again, Diags);
  return false;
}

bool ringc::verifyRoundtrip(const Fabric &F, DiagnosticEngine &Diags) {
  const std::string Text = print(F);
  std::optional<Fabric> Back =
      readBack(Text, diag::err_roundtrip_parse, Diags, parseFabric);
  if (!Back)
    return false;
  const std::string Again = print(*Back);
  if (Again != Text) {
    reportDifference(diag::err_roundtrip_text, Text, Again, Diags);
    return false;
  }
  return verifyBlob(F, Text, Diags);
}
