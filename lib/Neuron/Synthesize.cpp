//===- Synthesize.cpp - The system XML of a built-in machine --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cpu (one a NUMA node)
//     pci switch (one a NIC, or one a chip without)
//       pci bridge = chip
//         pci + gpu = logical core, with its nvlinks
//       pci + nic + net
//
// Links between chips are between the cores that own the two ports, links
// inside a chip between all its cores. On a machine with switches every chip's
// last core has a link to its switch.
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ringc::neuron {

namespace {

// Upstream's reader knows a GPU, a NIC, a bridge and an NVSwitch by these.
constexpr StringLiteral CoreClass = "0x030200", NicClass = "0x020000",
                        BridgeClass = "0x060400", SwitchClass = "0x068000";
/// Links between the cores of a chip are wider than those between chips; by how
/// much is ours.
constexpr int InChipWider = 4;

class Synthesizer {
public:
  Synthesizer(const Machine &M, unsigned Chips, unsigned CoresOfChip,
              unsigned Nics, PodMode Pod)
      : M(M), Chips(Chips), CoresOfChip(CoresOfChip), Nics(Nics), Pod(Pod),
        OS(Text) {}
  std::string run();

private:
  void cpu(int Numa);
  void pciSwitch(unsigned First, unsigned End, int Nic);
  void chip(unsigned Chip);
  void core(unsigned Chip, unsigned Core);
  void nic(int Nic);
  void link(const std::string &Target, int Count, StringRef Class);
  void openPci(const std::string &BusId, StringRef Class, unsigned Depth);

  int numaOf(unsigned Chip) const { return M.Numa.empty() ? 0 : M.Numa[Chip]; }
  int nicOf(unsigned Chip) const {
    return M.NicOfChip.empty() || unsigned(M.NicOfChip[Chip]) >= Nics
               ? -1
               : M.NicOfChip[Chip];
  }
  /// Each core is a function in a domain of its own (ours).
  std::string busIdOf(unsigned Chip, unsigned Core) const {
    return formatv("{0:x-4}:{1}", Core + 1, M.placeOf(Chip)).str();
  }
  /// The chip at port \p Port of \p Chip, or -1 if it isn't in use.
  int neighbour(unsigned Chip, unsigned Port) const {
    const int Far = M.neighbour(Chip, Port);
    return Far >= 0 && unsigned(Far) < Chips ? Far : -1;
  }
  /// The logical core that owns a port: ports are dealt to SEngines in order,
  /// cores to SEngines likewise.
  unsigned ownerOf(unsigned Port) const {
    return Port * CoresOfChip / M.numPorts();
  }

  const Machine &M;
  const unsigned Chips, CoresOfChip, Nics;
  const PodMode Pod;
  std::string Text;
  raw_string_ostream OS;
};

void Synthesizer::openPci(const std::string &BusId, StringRef Class,
                          unsigned Depth) {
  OS.indent(2 * Depth) << "<pci busid=\"" << BusId << "\" class=\"" << Class
                       << "\" link_speed=\"16 GT/s\" link_width=\"16\">\n";
}

void Synthesizer::link(const std::string &Target, int Count, StringRef Class) {
  OS << "            <nvlink target=\"" << Target << "\" count=\"" << Count
     << "\" tclass=\"" << Class << "\"/>\n";
}

void Synthesizer::core(unsigned Chip, unsigned Core) {
  openPci(busIdOf(Chip, Core), CoreClass, 4);
  const unsigned Rank = Chip * CoresOfChip + Core;
  OS << "          <gpu dev=\"" << Rank << "\" sm=\"" << M.Sm << "\" rank=\""
     << Rank << "\" gdr=\"1\">\n";
  for (unsigned Other = 0; Other < CoresOfChip; ++Other)
    if (Other != Core)
      link(busIdOf(Chip, Other), InChipWider * M.Links, CoreClass);
  for (unsigned Port = 0; Port < M.numPorts(); ++Port) {
    const int Far = neighbour(Chip, Port);
    if (Far < 0 || ownerOf(Port) != Core)
      continue;
    // The port that leads back.
    for (unsigned Back = 0; Back < M.numPorts(); ++Back)
      if (neighbour(unsigned(Far), Back) == int(Chip))
        link(busIdOf(unsigned(Far), ownerOf(Back)), M.Links, CoreClass);
  }
  if (M.Is == Shape::Jbogs && Core == CoresOfChip - 1)
    link(formatv("ffff:0{0}:00.0", Chip % 2).str(), M.Links, SwitchClass);
  OS << "          </gpu>\n        </pci>\n";
}

void Synthesizer::chip(unsigned Chip) {
  openPci("0000:" + M.placeOf(Chip), BridgeClass, 3);
  for (unsigned Core = 0; Core < CoresOfChip; ++Core)
    core(Chip, Core);
  OS << "      </pci>\n";
}

void Synthesizer::nic(int Nic) {
  openPci("0000:" + std::string(M.Nics[size_t(Nic)]), NicClass, 3);
  OS << "        <nic>\n          <net name=\"efa" << Nic << "\" dev=\"" << Nic
     << "\" speed=\"" << M.NicSpeed << "\" port=\"1\" guid=\""
     << formatv("{0:x}", 0xefa00 + unsigned(Nic))
     << "\" maxconn=\"64\" gdr=\"1\"/>\n        </nic>\n      </pci>\n";
}

/// A switch with chips and perhaps their NIC.
void Synthesizer::pciSwitch(unsigned First, unsigned End, int Nic) {
  openPci(formatv("fffe:{0:x-2}:00.0", First), BridgeClass, 2);
  for (unsigned Chip = First; Chip < End; ++Chip)
    chip(Chip);
  if (Nic >= 0)
    nic(Nic);
  OS << "    </pci>\n";
}

void Synthesizer::cpu(int Numa) {
  OS << "  <cpu numaid=\"" << Numa
     << "\" affinity=\"ffffffff\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
        "familyid=\"23\" modelid=\"49\">\n";
  for (unsigned Chip = 0; Chip < Chips;) {
    unsigned End = Chip + 1;
    while (End < Chips && nicOf(Chip) >= 0 && nicOf(End) == nicOf(Chip))
      ++End;
    if (numaOf(Chip) == Numa)
      pciSwitch(Chip, End, nicOf(Chip));
    Chip = End;
  }
  OS << "  </cpu>\n";
}

std::string Synthesizer::run() {
  OS << "<system version=\"1\" profile=\"neuron-2.31.24\" platform=\"" << M.Name
     << '"';
  if (Pod != PodMode::None)
    OS << " pod=\"" << toString(Pod) << '"';
  OS << ">\n";
  int Last = 0;
  for (unsigned Chip = 0; Chip < Chips; ++Chip)
    Last = std::max(Last, numaOf(Chip));
  for (int Numa = 0; Numa <= Last; ++Numa)
    cpu(Numa);
  OS << "</system>\n";
  return std::move(Text);
}

} // namespace

std::optional<std::string> synthesizeXml(const Machine &M,
                                         const MachinePart &Part,
                                         DiagnosticEngine &Diags) {
  const unsigned Errors = Diags.getNumErrors();
  if (Part.LogicalSize && Part.LogicalSize != unsigned(M.LogicalSize) &&
      !M.HasLogicalSizes)
    Diags.report(diag::err_machine_lnc)
        << Part.LogicalSize << M.Name << M.LogicalSize;
  const unsigned Each = M.coresOfChip(Part.LogicalSize);
  const unsigned All = Each * unsigned(M.Chips);
  const unsigned Cores = Part.Cores ? Part.Cores : All;
  const std::span<const int> Counts = M.chipCounts();
  const int Chips = int(Cores / Each);
  if (Cores > All)
    Diags.report(diag::err_machine_cores) << Cores << M.Name << All;
  else if (Cores % Each != 0)
    Diags.report(diag::err_machine_half_chip) << Cores << M.Name << Each;
  else if (Part.Verify && !isAllowedCount(M, unsigned(Chips)))
    Diags.report(diag::err_machine_devices)
        << M.Name << listCounts(Counts, 1) << Chips << Cores
        << listCounts(Counts, Each);
  const unsigned Nics = unsigned(M.Nics.size());
  if (Part.Nics > Nics)
    Diags.report(diag::err_machine_nics) << Part.Nics << M.Name << Nics;
  if (Part.Pod != PodMode::None && !isUltraServerMode(M.Pod))
    Diags.report(diag::err_machine_pod) << toString(Part.Pod) << M.Name;
  if (Diags.getNumErrors() != Errors)
    return std::nullopt;
  const PodMode Pod = Part.Pod == PodMode::None ? M.Pod : Part.Pod;
  return Synthesizer(M, unsigned(Chips), Each, Part.Nics ? Part.Nics : Nics,
                     Pod)
      .run();
}

} // namespace ringc::neuron
