//===- Dot.h - The parts of a drawing ---------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dot.cpp puts the drawing together of the servers (DotServer.cpp) and the
// rings (DotRings.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_DOT_H
#define RINGC_LIB_EMIT_DOT_H

#include "DotText.h"
#include "ringc/IR/Fabric.h"
#include "llvm/ADT/ArrayRef.h"

namespace ringc {

/// How a kind of line looks, everywhere in a drawing.
struct DotLine {
  llvm::StringRef Style, Color, Width;
};
/// A link inside a server.
DotLine lineOf(LinkType T);

/// Draws distinct server \p S of \p F: a box for the server, one for each CPU
/// and switch with what hangs below it, and the links with their widths. It
/// will stand left of the node \p RightNeighbour, unless that is empty.
void drawServer(const Fabric &F, ServerId S, llvm::StringRef RightNeighbour,
                DotText &D);

/// Distinct servers that are drawn at most.
constexpr uint32_t MaxDrawnServers = 8;

/// The nodes whose part of the rings is drawn: all, or if they are too many the
/// first ones and the last.
std::vector<NodeId> drawnNodes(const Fabric &F);

/// Draws every ring that is no copy, as a lane of its own in a colour of its
/// own: its ranks in order, through \p Nodes. Before the rings exist, the
/// channels inside each distinct server. All of it stands right of the node \p
/// Anchor. Needs graph.
void drawRings(const Fabric &F, llvm::ArrayRef<NodeId> Nodes,
               llvm::StringRef Anchor, DotText &D);

/// `1 rank`, `2 ranks`.
std::string countOf(size_t N, llvm::StringRef What);
/// `node 3`, `nodes 3 to 5`, `nodes 0, 2 and 7 more`.
std::string nameNodes(llvm::ArrayRef<NodeId> Nodes);

} // namespace ringc

#endif // RINGC_LIB_EMIT_DOT_H
