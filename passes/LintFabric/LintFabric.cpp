//===- LintFabric.cpp - The table of checks, and what they share ----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts are found once a distinct server; then every check runs over them.
//
//===----------------------------------------------------------------------===//

#include "LintFabric.h"
#include <algorithm>
#include <map>

using namespace ringc;

std::span<const LintCheck> ringc::lintChecks() {
  static constexpr LintCheck Checks[] = {
      // Servers among one another.
      {true, lintUnequalServers},
      {false, lintNicPlaces},
      {false, lintCrossRail},
      // One server.
      {false, lintOddGpus},
      {false, lintSlowHops},
      {true, lintSamePort},
      {true, lintVirtualNics},
      {false, lintFlatPci},
      {false, lintNicUse},
  };
  return Checks;
}

static void countEnds(LintServer &S) {
  S.Ends.assign(S.Sys->numNets(), 0);
  for (const LintChannel &C : S.Channels)
    for (int Net : {C.Recv, C.Send})
      if (Net >= 0)
        ++S.Ends[size_t(Net)];
}

void LintView::describe() {
  // Real servers differ in GUIDs at least, so that each may be a distinct
  // server: the usual one is found by what can be compared.
  std::map<std::pair<unsigned, unsigned>, unsigned> Nodes;
  const auto KindOf = [](const LintServer &S) {
    return std::pair(S.numRanks(), S.Sys->numNets());
  };
  for (LintServer &S : Servers) {
    S.Nets = describeNets(*S.Sys);
    countEnds(S);
    Nodes[KindOf(S)] += S.NumNodes;
  }
  for (unsigned I = 1; I < Servers.size(); ++I)
    if (Nodes[KindOf(Servers[I])] > Nodes[KindOf(Servers[Usual])])
      Usual = I;
}

std::string ringc::listNames(std::span<const std::string> Names) {
  // A line holds some, and the first ones say which device they are of.
  constexpr size_t Shown = 6;
  std::string Text;
  for (size_t I = 0; I < std::min(Shown, Names.size()); ++I)
    Text += (I ? ", '" : "'") + Names[I] + "'";
  if (Names.size() > Shown)
    Text += " and " + std::to_string(Names.size() - Shown) + " more";
  return Text;
}
