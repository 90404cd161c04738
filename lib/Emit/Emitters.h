//===- Emitters.h - One function a kind of output ---------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind the table of Emitters.cpp, each in a file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_EMITTERS_H
#define RINGC_LIB_EMIT_EMITTERS_H

#include "ringc/Emit/Emitter.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc {

using EmitFunction = bool(const Fabric &F, const EmitOptions &Options,
                          llvm::raw_ostream &OS, DiagnosticEngine &Diags);

EmitFunction emitWiring;
EmitFunction emitJson;
EmitFunction emitDot;
EmitFunction emitNcclGraph;
EmitFunction emitNcclLog;
EmitFunction emitTopology;
EmitFunction emitBandwidth;

/// The kanga paths of \p F, in global ranks: those of its one node, if its
/// fragments add up to any.
std::vector<std::vector<int>> kangaPathsOf(const Fabric &F);

/// Reports if \p Options ask for one rank's view, which \p Kind doesn't have.
/// True if not.
bool refuseRank(const EmitOptions &Options, llvm::StringRef Kind,
                DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_LIB_EMIT_EMITTERS_H
