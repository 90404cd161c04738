//===- XmlEdit.cpp - Finding and removing elements ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Documents are in pre-order: parents come before their children, so one pass
// forwards carries a mark down and one pass backwards carries it up.
//
//===----------------------------------------------------------------------===//

#include "ringc/Topology/XmlEdit.h"
#include "Dictionaries.h"
#include <algorithm>

using namespace ringc;

int ringc::readNumber(const XmlElement &E, std::string_view Key) {
  return readInt(E.get(Key));
}

int64_t ringc::readBusIdNumber(std::string_view Text) {
  return readBusId(Text);
}

NvlinkEnd ringc::nvlinkEnd(const XmlElement &Nvlink) {
  switch (readPciClass(Nvlink.get("tclass"))) {
  case PciClass::Gpu:
    return NvlinkEnd::Gpu;
  case PciClass::Cpu:
    return NvlinkEnd::Cpu;
  case PciClass::Pci:
  case PciClass::Nvs:
  case PciClass::Nic:
    break; // every other target is the one NVSwitch [section 3]
  }
  return NvlinkEnd::Switch;
}

std::vector<uint32_t> ringc::findElements(const XmlDocument &Doc,
                                          std::string_view Name) {
  std::vector<uint32_t> Found;
  for (uint32_t I = 0; I < Doc.Elements.size(); ++I)
    if (Doc[I].Name == Name)
      Found.push_back(I);
  return Found;
}

uint32_t ringc::findAbove(const XmlDocument &Doc, uint32_t Index,
                          std::string_view Name) {
  uint32_t I = Doc[Index].Parent;
  while (I != XmlElement::None && Doc[I].Name != Name)
    I = Doc[I].Parent;
  return I;
}

std::string_view ringc::busIdAbove(const XmlDocument &Doc, uint32_t Index) {
  const uint32_t Pci = findAbove(Doc, Index, "pci");
  return Pci == XmlElement::None ? std::string_view() : Doc[Pci].get("busid");
}

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

void ringc::removeElements(XmlDocument &Doc, const std::vector<bool> &Gone) {
  const uint32_t N = uint32_t(Doc.Elements.size());
  std::vector<bool> Lost(N), Keep(N);
  for (uint32_t I = 1; I < N; ++I) {
    const uint32_t Parent = Doc[I].Parent;
    Lost[I] = Gone[I] || Lost[Parent];
    // All content of a gpu or net is kept with it.
    Keep[I] = !Lost[I] && (Doc[I].Name == "gpu" || Doc[I].Name == "net" ||
                           (Keep[Parent] && Parent != 0));
  }
  for (uint32_t I = N; I-- > 1;)
    if (Keep[I])
      Keep[Doc[I].Parent] = true;
  keepElements(Doc, Keep);
}

std::vector<uint32_t> ringc::gpusByRank(const XmlDocument &Doc) {
  std::vector<uint32_t> Gpus = findElements(Doc, "gpu");
  std::stable_sort(Gpus.begin(), Gpus.end(), [&](uint32_t A, uint32_t B) {
    return readNumber(Doc[A], "rank") < readNumber(Doc[B], "rank");
  });
  return Gpus;
}

void ringc::setRanks(XmlDocument &Doc, const std::vector<uint32_t> &Gpus) {
  for (size_t Rank = 0; Rank < Gpus.size(); ++Rank)
    setAttribute(Doc[Gpus[Rank]], "rank", std::to_string(Rank));
}

void ringc::setAttribute(XmlElement &E, std::string_view Key,
                         std::string Value) {
  if (XmlAttribute *A = E.find(Key))
    A->Value = std::move(Value);
  else
    E.Attributes.push_back(
        {std::string(Key), std::move(Value), E.Loc, E.Loc, false});
}
