//===- Group.cpp - Whether a replica group can be wired -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ringc/Neuron/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;

namespace ringc::neuron {

bool checkGroup(const Machine &M, const MachinePart &Part, unsigned Nodes,
                StringRef Ranks, DiagnosticEngine &Diags) {
  const unsigned Each = M.coresOfChip(Part.LogicalSize);
  const unsigned OfServer = Part.Cores ? Part.Cores : Each * unsigned(M.Chips);
  const unsigned Nics = Part.Nics ? Part.Nics : unsigned(M.Nics.size());
  SmallVector<StringRef> Names;
  Ranks.split(Names, ',');
  std::set<unsigned> Seen, Wanted;
  unsigned Missing = 0;
  for (StringRef Name : Names) {
    unsigned Rank = 0;
    if (Name.getAsInteger(10, Rank) || Rank >= OfServer * Nodes) {
      Diags.report(diag::err_group_rank)
          << Ranks << Name << OfServer * Nodes - 1;
      return false;
    }
    if (!Seen.insert(Rank).second) {
      Diags.report(diag::err_group_twice) << Ranks << Rank;
      return false;
    }
    if (M.NicOfChip.empty())
      continue;
    const unsigned Nic = unsigned(M.NicOfChip[Rank % OfServer / Each]);
    if (Wanted.insert(Nic).second && Nic >= Nics)
      ++Missing;
  }
  if (Missing == 0)
    return true;
  Diags.report(diag::err_group_nics)
      << Ranks << Wanted.size() << Wanted.size() - Missing;
  return false;
}

} // namespace ringc::neuron
