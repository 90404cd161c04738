//===- EditServers.cpp - For passes that change servers -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that rebuild servers (IR/Servers.h) refuse alike.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/EditServers.h"

using namespace llvm;
using namespace ringc;

std::vector<TreeToEdit> ringc::treesToEdit(const Fabric &F, ServerTrees &Trees,
                                           int Node) {
  std::optional<NodeId> Only;
  if (Node >= 0)
    Only = NodeId(unsigned(Node));
  std::vector<TreeToEdit> All;
  for (uint32_t Tree : selectTrees(Trees, Only))
    All.push_back({Tree, Only ? F.Nodes[**Only] : ServerId(Tree),
                   Only ? "node " + std::to_string(Node)
                        : "server " + std::to_string(Tree)});
  return All;
}

SrcLoc ringc::placeOfOption(StringRef Text, const PassContext &Ctx) {
  SrcLoc Place = Ctx.Place;
  if (!Place.isValid() || Text.empty())
    return Place;
  StringRef Rest = Ctx.Diags.getFileText(Place.File);
  for (uint32_t Line = 1; Line < Place.Line; ++Line)
    Rest = Rest.split('\n').second;
  Rest = Rest.drop_front(Place.Col - 1);
  // The pass's own name may have it, too.
  const size_t At = Rest.take_front(Rest.find('}')).find(Text, Rest.find('{'));
  if (At == StringRef::npos)
    return Place;
  // An option may stand on a line of its own.
  const StringRef Before = Rest.take_front(At);
  Place.Line += uint32_t(Before.count('\n'));
  const size_t Newline = Before.rfind('\n');
  Place.Col =
      uint32_t(Newline == StringRef::npos ? Place.Col + At : At - Newline);
  return Place;
}

bool ringc::checkEditable(const Fabric &F, StringRef Pass, int Node,
                          const PassContext &Ctx) {
  for (unsigned I = unsigned(Phase::System) + 1; I < NumPhases; ++I)
    if (F.Established.contains(Phase(I))) {
      Ctx.Diags.report(diag::err_servers_in_use, Ctx.Place)
          << Pass << toString(Phase(I));
      return false;
    }
  if (Node >= 0 && unsigned(Node) >= F.numNodes()) {
    Ctx.Diags.report(diag::err_node_option, Ctx.Place)
        << Pass << Node << F.numNodes();
    return false;
  }
  return true;
}
