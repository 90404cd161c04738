//===- Servers.h - Distinct servers, made and made anew ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From completed trees to systems, for the front end and for passes that edit
// the trees. Nodes with equal trees share a server, however they came by them:
//
//   Fabric --takeTrees--> ServerTrees, edited --rebuildServers--> Fabric
//
// Nothing but Fabric::Nodes and FirstRank refers to servers before the channels
// are searched, so a fabric at phase `system` can be rebuilt whole.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_IR_SERVERS_H
#define RINGC_IR_SERVERS_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"
#include <functional>

namespace ringc {

/// Whether two completed trees are the same server: equal but for places and
/// the order of attributes.
bool isSameServer(const XmlDocument &A, const XmlDocument &B);

/// The distinct server of \p Doc: one that \p F has, or a new one.
ServerId addServer(Fabric &F, XmlDocument Doc, std::string Source);

/// What else must hold of a server that has its system. False after an error.
/// Empty: nothing.
using ServerCheck =
    std::function<bool(const Fabric &, const Server &, DiagnosticEngine &)>;

/// Takes \p F from parsed to system. False after an error.
bool buildSystems(Fabric &F, const ServerCheck &Check, DiagnosticEngine &Diags);

/// A tree to be edited, and the input it came from (Server::Source).
struct ServerTree {
  std::string Source;
  XmlDocument Xml;
};

/// The trees of a fabric, apart from everything made from them.
struct ServerTrees {
  std::vector<ServerTree> Trees;
  std::vector<uint32_t> OfNode; ///< by node: which of Trees
};

/// Copies of \p F's trees: tree S is that of server S.
ServerTrees takeTrees(const Fabric &F);

/// Which of \p Trees an edit of node \p Only changes, after that node got a
/// tree of its own; without a node, all of them.
std::vector<uint32_t> selectTrees(ServerTrees &Trees,
                                  std::optional<NodeId> Only);

/// A fabric with the profile and files of \p Like and the nodes of \p Trees,
/// at phase system: equal trees are one server, servers stand in order of their
/// first node, trees that no node uses are left out. Nothing after an error.
std::optional<Fabric> rebuildServers(const Fabric &Like, ServerTrees Trees,
                                     const ServerCheck &Check,
                                     DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_IR_SERVERS_H
