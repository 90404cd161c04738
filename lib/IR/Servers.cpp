//===- Servers.cpp - Distinct servers, made and made anew -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree is compared with the servers there are; few are distinct.
//
//===----------------------------------------------------------------------===//

#include "ringc/IR/Servers.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace ringc;

static bool sameAttributes(const XmlElement &A, const XmlElement &B) {
  if (A.Attributes.size() != B.Attributes.size())
    return false;
  return all_of(A.Attributes, [&](const XmlAttribute &Each) {
    const XmlAttribute *Other = B.find(Each.Key);
    return Other && Other->Value == Each.Value;
  });
}

/// Pre-order and parents make the shape.
bool ringc::isSameServer(const XmlDocument &A, const XmlDocument &B) {
  if (A.Elements.size() != B.Elements.size())
    return false;
  for (uint32_t I = 0; I < A.Elements.size(); ++I)
    if (A[I].Name != B[I].Name || A[I].Parent != B[I].Parent ||
        !sameAttributes(A[I], B[I]))
      return false;
  return true;
}

ServerId ringc::addServer(Fabric &F, XmlDocument Doc, std::string Source) {
  for (uint32_t I = 0; I < F.Servers.size(); ++I)
    if (isSameServer(F.Servers[I].Xml, Doc))
      return ServerId(I);
  Server &S = F.Servers.emplace_back();
  S.Source = std::move(Source);
  S.Xml = std::move(Doc);
  return ServerId(uint32_t(F.Servers.size() - 1));
}

/// No more ranks than text IR holds; below it, rank numbers and tables stay far
/// from the limits of their types.
static bool checkRanks(const Fabric &F, DiagnosticEngine &Diags) {
  uint64_t Ranks = 0;
  for (ServerId Id : F.Nodes)
    Ranks += F.Servers[*Id].numRanks();
  if (Ranks > MaxFabricRanks) {
    Diags.report(diag::err_many_ranks)
        << F.numNodes() << Ranks << MaxFabricRanks;
    return false;
  }
  return true;
}

bool ringc::buildSystems(Fabric &F, const ServerCheck &Check,
                         DiagnosticEngine &Diags) {
  bool Ok = true;
  for (Server &S : F.Servers)
    Ok &= buildSystem(S.Xml, S.Sys, Diags, *F.Rules) &&
          finishSystem(S.Sys, F.singleNode(), Diags, *F.Rules) &&
          (!Check || Check(F, S, Diags));
  if (!Ok || !checkRanks(F, Diags))
    return false;
  F.numberRanks();
  F.Established.insert(Phase::System);
  return true;
}

ServerTrees ringc::takeTrees(const Fabric &F) {
  ServerTrees Trees;
  for (const Server &S : F.Servers)
    Trees.Trees.push_back({S.Source, S.Xml});
  for (ServerId Id : F.Nodes)
    Trees.OfNode.push_back(*Id);
  return Trees;
}

std::vector<uint32_t> ringc::selectTrees(ServerTrees &Trees,
                                         std::optional<NodeId> Only) {
  if (!Only) {
    std::vector<uint32_t> All(Trees.Trees.size());
    std::iota(All.begin(), All.end(), 0u);
    return All;
  }
  uint32_t &Mine = Trees.OfNode[**Only];
  if (count(Trees.OfNode, Mine) > 1) {
    const ServerTree Copy = Trees.Trees[Mine];
    Mine = uint32_t(Trees.Trees.size());
    Trees.Trees.push_back(Copy);
  }
  return {Mine};
}

std::optional<Fabric> ringc::rebuildServers(const Fabric &Like,
                                            ServerTrees Trees,
                                            const ServerCheck &Check,
                                            DiagnosticEngine &Diags) {
  Fabric F;
  F.Rules = Like.Rules;
  F.Files = Like.Files;
  std::vector<std::optional<ServerId>> Known(Trees.Trees.size());
  for (uint32_t Tree : Trees.OfNode) {
    if (!Known[Tree])
      Known[Tree] = addServer(F, std::move(Trees.Trees[Tree].Xml),
                              std::move(Trees.Trees[Tree].Source));
    F.Nodes.push_back(*Known[Tree]);
  }
  F.Established.insert(Phase::Parsed);
  if (!buildSystems(F, Check, Diags))
    return std::nullopt;
  return F;
}
