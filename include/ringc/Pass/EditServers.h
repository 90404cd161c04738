//===- EditServers.h - For passes that change servers -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_PASS_EDITSERVERS_H
#define RINGC_PASS_EDITSERVERS_H

#include "ringc/Pass/Pass.h"

namespace ringc {

/// Refuses a pass \p Pass that would change servers from which channels were
/// made already, or node \p Node (-1: all) of fewer. False after an error.
bool checkEditable(const Fabric &F, llvm::StringRef Pass, int Node,
                   const PassContext &Ctx);

/// Where \p Text stands in the options of the running pass, or the pass itself
/// where it doesn't: it was made from code.
SrcLoc placeOfOption(llvm::StringRef Text, const PassContext &Ctx);

/// A tree that a pass edits.
struct TreeToEdit {
  uint32_t Tree;     ///< of ServerTrees::Trees
  ServerId Of;       ///< the server that it is the tree of
  std::string Where; ///< in remarks: `server 0`, or `node 3` if it is asked for
};

/// The trees of \p Trees, which are those of \p F, that an option `node` of
/// value \p Node means: all for -1, else one that no other node has.
std::vector<TreeToEdit> treesToEdit(const Fabric &F, ServerTrees &Trees,
                                    int Node);

} // namespace ringc

#endif // RINGC_PASS_EDITSERVERS_H
