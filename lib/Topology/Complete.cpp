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

std::string ringc::nameElement(const XmlElement &E) {
  static constexpr std::pair<std::string_view, std::string_view> Keys[] = {
      {"cpu", "numaid"}, {"pci", "busid"}, {"gpu", "dev"}, {"net", "name"}};
  for (const auto &[Name, Key] : Keys)
    if (E.Name == Name)
      if (std::string_view Value = E.get(Key); !Value.empty())
        return E.Name + " " + shorten(Value);
  return shorten(E.Name);
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
