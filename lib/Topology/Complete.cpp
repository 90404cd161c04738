//===- Complete.cpp - A tree NCCL could build from ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the machine NCCL completes a topology from the driver, sysfs and the
// network plug-in. Offline there is only the file: what it says is taken as it
// is, what it lacks is assumed, and each assumption is a warning (nccl-search
// section 2, "offline completion"). Errors are told as they are found, all
// warnings after them in the order of the file.
//
//===----------------------------------------------------------------------===//

#include "Complete.h"
#include "ringc/Topology/FrontEnd.h"

using namespace llvm;
using namespace ringc;

void ringc::keepElements(XmlDocument &Doc, const std::vector<bool> &Keep) {
  std::vector<uint32_t> NewIndex(Doc.Elements.size(), XmlElement::None);
  uint32_t Next = 0;
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I)
    if (I == 0 || Keep[I])
      NewIndex[I] = Next++;
  if (Next == Doc.Elements.size())
    return;

  XmlDocument Out;
  Out.Elements.reserve(Next);
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I) {
    if (NewIndex[I] == XmlElement::None)
      continue;
    XmlElement E = std::move(Doc[I]);
    if (E.Parent != XmlElement::None)
      E.Parent = NewIndex[E.Parent];
    std::vector<uint32_t> Children;
    for (uint32_t C : E.Children)
      if (NewIndex[C] != XmlElement::None)
        Children.push_back(NewIndex[C]);
    E.Children = std::move(Children);
    Out.Elements.push_back(std::move(E));
  }
  Doc = std::move(Out);
}

std::string ringc::nameElement(const XmlElement &E) {
  static constexpr std::pair<std::string_view, std::string_view> Keys[] = {
      {"cpu", "numaid"}, {"pci", "busid"}, {"gpu", "dev"}, {"net", "name"}};
  for (const auto &[Name, Key] : Keys)
    if (E.Name == Name)
      if (std::string_view Value = E.get(Key); !Value.empty())
        return E.Name + " " + shorten(Value);
  return shorten(E.Name);
}

uint32_t ringc::findAbove(const XmlDocument &Doc, uint32_t Index,
                          std::string_view Name) {
  uint32_t I = Doc[Index].Parent;
  while (I != XmlElement::None && Doc[I].Name != Name)
    I = Doc[I].Parent;
  return I;
}

bool ringc::completeSystemXml(XmlDocument &Doc, DiagnosticEngine &Diags,
                              const Profile &P) {
  if (Doc.empty())
    return false;
  Completion C(Doc, Diags, P);
  if (!checkRoot(C))
    return false;
  checkNesting(C);
  findUsage(C);
  if (C.Failed || checkHasGpus(C)) {
    checkNames(C);
    checkValues(C);
    if (!C.Failed) {
      numberRanks(C);
      addMissing(C);
      trim(C);
    }
  }
  C.Warnings.report(Diags);
  return !C.Failed;
}
