//===- Complete.h - The steps of completion ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// completeSystemXml in pieces. Each works on the document and the marks made by
// those before it:
//
//   root, nesting   what NCCL skips is taken out (CompleteNesting)
//   usage           what is used: gpus, nets and all above them (CompleteUsage)
//   bus ids, hosts  names that must be unique (CompleteNames)
//   values          words and numbers NCCL misreads (CompleteValues)
//   ranks, missing  numbers and attributes to add (CompleteMissing)
//   trim            what is not used is taken out (CompleteUsage)
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_COMPLETE_H
#define RINGC_LIB_TOPOLOGY_COMPLETE_H

#include "Findings.h"
#include "ringc/ABI/Profile.h"
#include "ringc/Topology/XmlEdit.h"

namespace ringc {

/// What the steps of one completion share.
struct Completion {
  Completion(XmlDocument &Doc, DiagnosticEngine &Diags, const Profile &P)
      : Doc(Doc), Diags(Diags), P(P) {}

  XmlDocument &Doc;
  DiagnosticEngine &Diags;
  const Profile &P;
  Findings Warnings;
  /// By element: whether NCCL keeps it (nccl-search section 2, trim).
  std::vector<bool> Used;
  /// By element: how many gpus and nets it is or holds.
  std::vector<unsigned> GpusBelow, NetsBelow;
  /// By element: the local rank of a gpu.
  std::vector<unsigned> LocalRanks;
  /// The gpu elements, in document order.
  std::vector<uint32_t> Gpus;
  /// Whether the file merges the dumps of several hosts.
  bool SeveralHosts = false;
  /// Set by any step that can't go on.
  bool Failed = false;

  DiagnosticBuilder error(diag::ID Id, SrcLoc Loc) {
    Failed = true;
    return Diags.report(Id, Loc);
  }
};

/// For people: `cpu 1`, `pci 0000:01:00.0`, `gpu 3`, `net mlx5_0`, or only the
/// element's name.
std::string nameElement(const XmlElement &E);

/// The root is a `system` of version 1. False if there's no point in going on.
bool checkRoot(Completion &C);
/// Takes out elements where NCCL skips them; a gpu lost so is an error.
void checkNesting(Completion &C);
/// Says what a file without gpu elements is. False if there is none.
bool checkHasGpus(Completion &C);

/// Fills Used, GpusBelow, NetsBelow and Gpus.
void findUsage(Completion &C);
/// Takes out what is not used, and the `keep` marks.
void trim(Completion &C);

/// Bus ids are there, well-formed and unique on one host; hosts are told apart.
void checkNames(Completion &C);

/// Words outside NCCL's lists, numbers that C reads as something else,
/// misspelt attributes, links to nowhere.
void checkValues(Completion &C);

/// Fills LocalRanks.
void numberRanks(Completion &C);
/// Adds what is missing and sets the ranks.
void addMissing(Completion &C);

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_COMPLETE_H
