//===- FileChecks.cpp - What the topology of a server shows ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These look at the completed elements, so that they point at the file, and see
// NICs that a fabric of one node has no use for.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "LintFabric.h"
#include "ringc/Topology/XmlEdit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>

using namespace llvm;
using namespace ringc;

/// How many `pci` elements stand above element \p I.
static unsigned pciDepth(const XmlDocument &Doc, uint32_t I) {
  unsigned Depth = 0;
  while ((I = findAbove(Doc, I, "pci")) != XmlElement::None)
    ++Depth;
  return Depth;
}

void lint::checkOddGpus(const Fabric &F, DiagnosticEngine &Diags) {
  for (const Server &S : F.Servers) {
    const std::vector<uint32_t> Gpus = findElements(S.Xml, "gpu");
    std::vector<int> NvLinks, Generations;
    for (uint32_t Gpu : Gpus) {
      int Count = 0;
      for (uint32_t Child : S.Xml[Gpu].Children)
        if (S.Xml[Child].Name == "nvlink")
          Count += readNumber(S.Xml[Child], "count");
      NvLinks.push_back(Count);
      Generations.push_back(readNumber(S.Xml[Gpu], "sm"));
    }
    const auto Report = [&](const std::vector<int> &Values, diag::ID Id) {
      const std::optional<size_t> Odd = oddOne(Values);
      if (!Odd)
        return;
      const XmlElement &Gpu = S.Xml[Gpus[*Odd]];
      Diags.report(Id, Gpu.Loc)
          << Gpu.get("dev") << busIdAbove(S.Xml, Gpus[*Odd]) << Values[*Odd]
          << Values[*Odd ? 0 : 1] << Gpus.size() - 1;
    };
    Report(NvLinks, diag::warn_lint_odd_nvlinks);
    Report(Generations, diag::warn_lint_odd_sm);
  }
}

void lint::checkVirtualNets(const Fabric &F, DiagnosticEngine &Diags) {
  constexpr size_t MostNames = 8;
  for (const Server &S : F.Servers) {
    std::vector<std::string> Names;
    SrcLoc First;
    for (uint32_t Net : findElements(S.Xml, "net")) {
      if (pciDepth(S.Xml, Net))
        continue;
      if (Names.empty())
        First = S.Xml[Net].Loc;
      Names.push_back("'" + std::string(S.Xml[Net].get("name")) + "'");
    }
    if (Names.empty())
      continue;
    const size_t Count = Names.size();
    if (Count > MostNames) {
      Names.resize(MostNames);
      Names.push_back("...");
    }
    Diags.report(diag::warn_lint_virtual_net, First)
        << Count << join(Names, ", ");
  }
}

void lint::checkSameNets(const Fabric &F, DiagnosticEngine &Diags) {
  for (const Server &S : F.Servers) {
    std::map<std::pair<uint64_t, int>, const XmlElement *> Known;
    for (uint32_t I : findElements(S.Xml, "net")) {
      const XmlElement *Net = &S.Xml[I];
      uint64_t Guid = 0;
      // Cards without a number are told apart by their device's.
      if (StringRef(Net->get("guid")).getAsInteger(0, Guid) || Guid == 0)
        continue;
      const auto [At, New] =
          Known.try_emplace({Guid, readNumber(*Net, "port")}, Net);
      if (New)
        continue;
      Diags.report(diag::warn_lint_same_net, Net->Loc)
          << Net->get("name") << At->second->get("name") << Net->get("guid")
          << Net->get("port");
      Diags.report(diag::note_lint_other_net, At->second->Loc);
    }
  }
}

/// A speed or width that the machine couldn't read.
static bool isUnknownLink(const XmlElement &Pci) {
  return !StringRef(Pci.get("link_speed")).contains("T/s") ||
         readNumber(Pci, "link_width") == 0;
}

void lint::checkFlatPci(const Fabric &F, DiagnosticEngine &Diags) {
  for (const Server &S : F.Servers) {
    const std::vector<uint32_t> Gpus = findElements(S.Xml, "gpu");
    const std::vector<uint32_t> Nets = findElements(S.Xml, "net");
    if (Gpus.size() < 2 || Nets.empty())
      continue;
    // A machine without switches may be meant so; one that can't say how fast
    // its links are is a guest that doesn't see them.
    const auto IsFlat = [&](uint32_t I) { return pciDepth(S.Xml, I) == 1; };
    const auto IsUnknown = [&](uint32_t Gpu) {
      const XmlElement &Pci = S.Xml[findAbove(S.Xml, Gpu, "pci")];
      return isUnknownLink(Pci) || Pci.find("link_speed")->Assumed;
    };
    if (all_of(Gpus, IsFlat) && all_of(Nets, IsFlat) && all_of(Gpus, IsUnknown))
      Diags.report(diag::warn_lint_flat_pci, S.Xml[Gpus.front()].Loc)
          << Gpus.size() << Nets.size();
  }
}

/// How many elements the text of an XML file has: completion drops some.
static size_t countElements(StringRef Text) {
  size_t Count = 0;
  for (size_t At = Text.find('<'); At != StringRef::npos;
       At = Text.find('<', At + 1)) {
    if (Text.substr(At).starts_with("<!--"))
      At = std::min(Text.find("-->", At), Text.size() - 1);
    else
      Count += At + 1 < Text.size() && isAlpha(Text[At + 1]);
  }
  return Count;
}

void lint::checkManyElements(const Fabric &F, DiagnosticEngine &Diags) {
  // NCCL 2.8 and the Neuron fork hold so many (users-want, "corrupts memory").
  constexpr size_t Most = 256, Near = 240;
  for (const Server &S : F.Servers) {
    // Text IR and blobs don't tell what the file was.
    const StringRef Text = Diags.getFileText(placeOf(S).File);
    const size_t Count = Text.trim().starts_with("<") ? countElements(Text) : 0;
    if (Count >= Near)
      Diags.report(diag::warn_lint_many_elements, placeOf(S)) << Count << Most;
  }
}
