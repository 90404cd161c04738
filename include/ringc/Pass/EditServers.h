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

/// The node that an option `node` names; nothing for -1, all of them.
std::optional<NodeId> nodeOption(int Node);

} // namespace ringc

#endif // RINGC_PASS_EDITSERVERS_H
