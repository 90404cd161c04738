//===- CompleteNames.cpp - Bus ids and hosts ------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NCCL finds PCI devices by bus id, so two gpus with one bus id would be one. A
// file that merges the dumps of several hosts repeats bus ids rightly;
// host_hash on the cpus tells them apart.
//
//===----------------------------------------------------------------------===//

#include "Complete.h"
#include "Dictionaries.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;
using namespace ringc;

static StringRef hostOf(const XmlDocument &Doc, uint32_t Index) {
  uint32_t Cpu = findAbove(Doc, Index, "cpu");
  if (Cpu == XmlElement::None)
    return {};
  return Doc[Cpu].get("host_hash");
}

static bool holdsChild(const XmlDocument &Doc, uint32_t Index,
                       std::string_view Name) {
  for (uint32_t Child : Doc[Index].Children)
    if (Doc[Child].Name == Name)
      return true;
  return false;
}

static void checkHosts(Completion &C) {
  std::map<std::string_view, const XmlAttribute *> Hosts;
  const XmlAttribute *First = nullptr, *Second = nullptr;
  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I) {
    const XmlAttribute *Host = C.Doc[I].find("host_hash");
    if (C.Doc[I].Name != "cpu" || !C.Used[I] || !Host)
      continue;
    if (!Hosts.try_emplace(Host->Value, Host).second)
      continue;
    if (!First)
      First = Host;
    else if (!Second)
      Second = Host;
  }
  if (!Second)
    return;
  C.SeveralHosts = true;
  Findings::Finding *F =
      C.Warnings.add(diag::warn_several_hosts, Second->ValueLoc,
                     {std::to_string(Hosts.size()), shorten(Second->Value),
                      std::to_string(C.Gpus.size())});
  F->Notes.push_back(
      {diag::note_first_host, First->ValueLoc, {shorten(First->Value)}});
}

/// Whether \p Id has the form that the kernel writes: `dddd:bb:dd.f`,
/// hexadecimal, with four or more digits of domain.
static bool isBusId(StringRef Id) {
  auto [Domain, Rest] = Id.split(':');
  auto [Bus, Function] = Rest.split(':');
  auto isHex = [](StringRef S) { return all_of(S, isHexDigit); };
  return Domain.size() >= 4 && Domain.size() <= 8 && isHex(Domain) &&
         Bus.size() == 2 && isHex(Bus) && Function.size() == 4 &&
         Function[2] == '.' && isHex(Function.take_front(2)) &&
         isHexDigit(Function[3]);
}

/// \p Second has the bus id of \p First, on the same host.
static void reportDuplicate(Completion &C, uint32_t First, uint32_t Second) {
  const XmlAttribute &A = *C.Doc[First].find("busid");
  const XmlAttribute &B = *C.Doc[Second].find("busid");
  if (holdsChild(C.Doc, First, "gpu") && holdsChild(C.Doc, Second, "gpu")) {
    C.error(diag::err_duplicate_busid, B.ValueLoc) << shorten(B.Value);
    C.Diags.report(diag::note_first_place, A.ValueLoc);
  } else if (Findings::Finding *F = C.Warnings.add(
                 diag::warn_duplicate_busid, B.ValueLoc, {shorten(B.Value)})) {
    F->Notes.push_back({diag::note_first_place, A.ValueLoc, {}});
  }
}

void ringc::checkNames(Completion &C) {
  checkHosts(C);
  // By bus id: the first element of each host. An element without host_hash
  // may be on any of them.
  std::map<int64_t, std::map<StringRef, uint32_t>> ById;
  for (uint32_t I = 0; I < C.Doc.Elements.size(); ++I) {
    const XmlElement &E = C.Doc[I];
    if (E.Name != "pci" || !C.Used[I])
      continue;
    const XmlAttribute *Id = E.find("busid");
    if (!Id) {
      C.error(diag::err_missing_attribute, E.Loc) << "pci" << "busid";
      continue;
    }
    if (!isBusId(Id->Value))
      C.Warnings.add(diag::warn_busid_form, Id->ValueLoc,
                     {shorten(Id->Value),
                      utohexstr(uint64_t(readBusId(Id->Value)), true)});
    else if (StringRef(Id->Value).lower() != Id->Value)
      C.Warnings.add(diag::warn_busid_case, Id->ValueLoc, {Id->Value});

    std::map<StringRef, uint32_t> &Same = ById[readBusId(Id->Value)];
    StringRef Host = hostOf(C.Doc, I);
    auto It = Same.find(Host);
    if (It == Same.end())
      It = Host.empty() ? Same.begin() : Same.find("");
    if (It == Same.end())
      Same.emplace(Host, I);
    else
      reportDuplicate(C, It->second, I);
  }
}
