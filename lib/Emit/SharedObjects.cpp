//===- SharedObjects.cpp - -emit=so and -emit=abi -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime pair with a compiled fabric in it: the machine in libnrt, the
// wiring blob in libnccom. And the table of symbols between the two.
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "MachineImage.h"
#include "PlaceImage.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace ringc;

static constexpr const char *PairFileNames[] = {"libnrt.so.1", "libnccom.so.2",
                                                "libnrt.so", "libnccom.so"};

static bool emitPair(const Fabric &F, const EmitOptions &Options,
                     std::vector<EmittedFile> &Files, DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "so", Diags))
    return false;
  std::string Wiring;
  raw_string_ostream OS(Wiring);
  if (!emitWiring(F, EmitOptions(), OS, Diags))
    return false;
  const std::string Machine = machineImage(F), Places = placeImage(F);
  std::optional<PairFiles> Pair =
      linkPair({Machine, Wiring, Places}, Options.Link, Diags);
  if (!Pair)
    return false;
  const auto &[Nrt, Nccom, NrtLink, NccomLink] = PairFileNames;
  Files.push_back({Nrt, std::move(Pair->Nrt), ""});
  Files.push_back({Nccom, std::move(Pair->Nccom), ""});
  Files.push_back({NrtLink, "", Nrt});
  Files.push_back({NccomLink, "", Nccom});
  return true;
}

namespace {

/// A row of Symbols.td.
struct SymbolRow {
  const char *Direction;
  unsigned Index;
  const char *Name, *Version, *Definer;
  uint64_t Address, Slot;
  const char *TrampolineName;
  uint64_t Trampoline;
  const char *Signature, *Grade, *Note;
};

} // namespace

static constexpr SymbolRow Symbols[] = {
#include "ringc/ABI/Symbols.inc"
};

static bool emitAbi(const Fabric &, const EmitOptions &Options, raw_ostream &OS,
                    DiagnosticEngine &Diags) {
  if (!refuseRank(Options, "abi", Diags))
    return false;
  OS << "direction\tindex\tsymbol\tversion\tdefiner\taddress\tslot\ttrampoline"
        "\ttrampoline_address\tsignature\tgrade\tnote\n";
  const auto Text = [](const char *T) { return *T ? T : "-"; };
  const auto Place = [&](uint64_t Address) {
    if (Address)
      OS << format_hex(Address, 1);
    else
      OS << '-';
    OS << '\t';
  };
  for (const SymbolRow &S : Symbols) {
    OS << S.Direction << '\t' << S.Index << '\t' << S.Name << '\t'
       << Text(S.Version) << '\t' << S.Definer << '\t';
    Place(S.Address);
    Place(S.Slot);
    OS << Text(S.TrampolineName) << '\t';
    Place(S.Trampoline);
    OS << S.Signature << '\t' << S.Grade << '\t' << Text(S.Note) << '\n';
  }
  return true;
}

static constexpr EmitterInfo PairEmitters[] = {
    {"so",
     "the runtime pair libnrt.so.1 and libnccom.so.2 with the wiring inside",
     allPhases(), true, nullptr, emitPair, PairFileNames},
    {"abi",
     "the symbols between libnrt and libnccom, a table for programs",
     PhaseSet(),
     false,
     emitAbi,
     nullptr,
     {},
     /*NeedsFabric=*/false},
};

llvm::ArrayRef<EmitterInfo> ringc::getPairEmitters() { return PairEmitters; }
