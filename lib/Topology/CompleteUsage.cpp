//===- CompleteUsage.cpp - What the ranks use -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every gpu and net is used; an element marked keep="1" is too. A used element
// stays with all its content, and everything above one stays; the rest goes, be
// it a switch or a whole cpu (nccl-search section 2, trim, confirmed).
//
//===----------------------------------------------------------------------===//

#include "Complete.h"
#include "Dictionaries.h"

using namespace llvm;
using namespace ringc;

void ringc::findUsage(Completion &C) {
  const size_t N = C.Doc.Elements.size();
  C.Used.assign(N, false);
  C.GpusBelow.assign(N, 0);
  C.NetsBelow.assign(N, 0);
  for (uint32_t I = 0; I < N; ++I) {
    const XmlElement &E = C.Doc[I];
    C.GpusBelow[I] = E.Name == "gpu";
    C.NetsBelow[I] = E.Name == "net";
    if (C.GpusBelow[I])
      C.Gpus.push_back(I);
    // All content of a kept element is kept with it.
    C.Used[I] = C.GpusBelow[I] || C.NetsBelow[I] || E.get("keep") == "1" ||
                (I && C.Used[E.Parent]);
  }
  // Children come after their parents: one pass backwards sums up.
  for (uint32_t I = uint32_t(N); --I > 0;) {
    const uint32_t Parent = C.Doc[I].Parent;
    C.Used[Parent] = C.Used[Parent] || C.Used[I];
    C.GpusBelow[Parent] += C.GpusBelow[I];
    C.NetsBelow[Parent] += C.NetsBelow[I];
  }
  C.Used[0] = true;
  if (C.Gpus.size() > unsigned(C.P.MaxNodesPerType))
    C.error(diag::err_too_many_gpus,
            C.Doc[C.Gpus[unsigned(C.P.MaxNodesPerType)]].Loc)
        << C.Gpus.size() << C.P.MaxNodesPerType;
}

void ringc::trim(Completion &C) {
  for (XmlElement &E : C.Doc.Elements)
    std::erase_if(E.Attributes,
                  [](const XmlAttribute &A) { return A.Key == "keep"; });
  keepElements(C.Doc, C.Used);
}

/// Reports the used children of pci \p I that NCCL makes nothing of.
static void checkPci(Completion &C, uint32_t I) {
  const XmlElement &E = C.Doc[I];
  unsigned Gpus = 0, Nics = 0;
  uint32_t FirstNic = XmlElement::None;
  for (uint32_t Child : E.Children) {
    Gpus += C.Doc[Child].Name == "gpu";
    if (C.Doc[Child].Name == "nic" && C.Used[Child] && ++Nics == 1)
      FirstNic = Child;
  }
  if (Gpus && Nics)
    C.Warnings.add(diag::warn_gpu_and_nic, C.Doc[FirstNic].Loc,
                   {nameElement(E)});

  const XmlAttribute *Class = E.find("class");
  const bool Device = Gpus || Nics;
  const bool Switch =
      !Device && (!Class || readPciClass(Class->Value) == PciClass::Pci);
  for (uint32_t Child : E.Children) {
    const XmlElement &Below = C.Doc[Child];
    const bool Lost = Below.Name == "pci"
                          ? !Switch
                          : Below.Name == "nic" && Child != FirstNic;
    if (!Lost || !C.Used[Child])
      continue;
    const diag::ID Reason =
        Device ? diag::note_pci_is_device : diag::note_pci_is_no_switch;
    const std::string Value = Class ? shorten(Class->Value) : std::string();
    const SrcLoc Loc = !Device && Class ? Class->ValueLoc : E.Loc;
    if (C.GpusBelow[Child]) {
      C.error(diag::err_gpu_dropped, Below.Loc)
          << nameElement(Below) << nameElement(E);
      C.Diags.report(Reason, Loc) << (Device ? nameElement(E) : Value);
    } else if (Findings::Finding *F =
                   C.Warnings.add(diag::warn_dropped, Below.Loc,
                                  {nameElement(Below), nameElement(E)})) {
      F->Notes.push_back({Reason, Loc, {Device ? nameElement(E) : Value}});
    }
  }
}

void ringc::checkShape(Completion &C) {
  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I)
    if (C.Doc[I].Name == "pci" && C.Used[I])
      checkPci(C, I);
}
