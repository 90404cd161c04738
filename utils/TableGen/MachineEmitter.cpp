//===- MachineEmitter.cpp - -gen-machines ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of built-in machines. What a record says of its chips must be said
// of all of them, and neighbours be neighbours in both directions.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace ringc::tblgen;

namespace {

constexpr StringRef IntLists[] = {"Ports", "ChipOfRid", "Numa", "NicOfChip"};
constexpr StringRef TextLists[] = {"ChipBusIds", "Nics"};
constexpr StringRef Ints[] = {
    "Chips", "Cores",    "SEngines", "LogicalSize",  "Sm",
    "Links", "NicSpeed", "Instance", "InstanceSize", "Servers"};

/// Reports a list that is there for some chips only.
void checkPerChip(const Record *M, StringRef Field, size_t Size,
                  size_t EachChip = 1) {
  const size_t Chips = size_t(M->getValueAsInt("Chips"));
  if (Size != 0 && Size != Chips * EachChip)
    PrintFatalError(M, Field + " has " + Twine(Size) + " entries for " +
                           Twine(Chips) + " chips");
}

void checkPorts(const Record *M) {
  const std::vector<int64_t> Ports = M->getValueAsListOfInts("Ports");
  const size_t Chips = size_t(M->getValueAsInt("Chips"));
  const size_t Each = Ports.size() / Chips;
  if (Ports.size() != Each * Chips)
    checkPerChip(M, "Ports", Ports.size());
  for (size_t I = 0; I < Ports.size(); ++I) {
    const int64_t Far = Ports[I], Chip = int64_t(I / Each);
    if (Far < 0 || size_t(Far) >= Chips)
      PrintFatalError(M, "a port of chip " + Twine(Chip) + " leads to " +
                             Twine(Far));
    if (count(ArrayRef(Ports).slice(size_t(Far) * Each, Each), Chip) != 1)
      PrintFatalError(M, "chip " + Twine(Far) + " has not one port back to " +
                             Twine(Chip));
  }
}

void check(const Record *M) {
  checkPorts(M);
  const std::vector<int64_t> ChipOfRid = M->getValueAsListOfInts("ChipOfRid");
  checkPerChip(M, "ChipOfRid", ChipOfRid.size());
  for (size_t Chip = 0; Chip < ChipOfRid.size(); ++Chip)
    if (count(ChipOfRid, int64_t(Chip)) != 1)
      PrintFatalError(M, "chip " + Twine(Chip) + " has not one routing id");
  checkPerChip(M, "Numa", M->getValueAsListOfInts("Numa").size());
  checkPerChip(M, "ChipBusIds",
               M->getValueAsListOfStrings("ChipBusIds").size());
  const std::vector<int64_t> Of = M->getValueAsListOfInts("NicOfChip");
  const size_t Nics = M->getValueAsListOfStrings("Nics").size();
  if (Nics != 0 || !Of.empty())
    checkPerChip(M, "NicOfChip", std::max<size_t>(Of.size(), 1));
  for (int64_t Nic : Of)
    if (Nic < 0 || size_t(Nic) >= Nics)
      PrintFatalError(M, "there is no NIC " + Twine(Nic));
}

void emitMachines(RecordKeeper &Records, raw_ostream &OS) {
  const std::vector<const Record *> All = inFileOrder(Records, "Machine");
  emitHeader(OS, "Machines");
  const auto ListName = [](size_t I, StringRef Field) {
    return ("Machine" + Twine(I) + Field).str();
  };
  for (size_t I = 0; I < All.size(); ++I) {
    check(All[I]);
    for (StringRef Field : IntLists) {
      const std::vector<int64_t> List = All[I]->getValueAsListOfInts(Field);
      if (List.empty())
        continue;
      OS << "constexpr int " << ListName(I, Field) << "[] = {";
      interleaveComma(List, OS);
      OS << "};\n";
    }
    for (StringRef Field : TextLists) {
      const std::vector<StringRef> List =
          All[I]->getValueAsListOfStrings(Field);
      if (List.empty())
        continue;
      OS << "constexpr std::string_view " << ListName(I, Field) << "[] = {";
      interleaveComma(List, OS, [&](StringRef Text) { OS << quote(Text); });
      OS << "};\n";
    }
  }
  OS << "\nconstexpr Machine Machines[] = {\n";
  for (size_t I = 0; I < All.size(); ++I) {
    const Record *M = All[I];
    OS << "{\n  .Name = " << quote(M->getValueAsString("Name"))
       << ",\n  .Summary = " << quote(M->getValueAsString("Summary"))
       << ",\n  .Arch = " << quote(M->getValueAsString("Arch"))
       << ",\n  .Of = Family::"
       << M->getValueAsDef("Of")->getValueAsString("Name")
       << ",\n  .Is = Shape::"
       << M->getValueAsDef("Is")->getValueAsString("Name") << ",\n";
    for (StringRef Field : Ints)
      OS << "  ." << Field << " = " << M->getValueAsInt(Field) << ",\n";
    OS << "  .Pod = PodMode::"
       << M->getValueAsDef("Pod")->getValueAsString("Name") << ",\n";
    OS << "  .HasLogicalSizes = "
       << (M->getValueAsBit("HasLogicalSizes") ? "true" : "false") << ",\n";
    for (StringRef Field : IntLists)
      if (!M->getValueAsListOfInts(Field).empty())
        OS << "  ." << Field << " = " << ListName(I, Field) << ",\n";
    for (StringRef Field : TextLists)
      if (!M->getValueAsListOfStrings(Field).empty())
        OS << "  ." << Field << " = " << ListName(I, Field) << ",\n";
    OS << "},\n";
  }
  OS << "};\n";
}

TableGen::Emitter::Opt X("gen-machines", emitMachines,
                         "Generate the table of built-in machines");

} // namespace
