//===- Emitter.h - Writes a fabric in one of its forms ----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emitters read the IR and write bytes; they decide nothing. Same fabric, same
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_EMIT_EMITTER_H
#define RINGC_EMIT_EMITTER_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/IR/Fabric.h"
#include "ringc/Link/LinkPair.h"

namespace ringc {

/// What a kind of output may be asked for besides the fabric.
struct EmitOptions {
  /// -rank=R: one rank's view. json and nccl-log have it instead of the
  /// fabric's, wiring besides it; other kinds refuse.
  std::optional<RankId> Rank;
  LinkOptions Link = {}; ///< for kind so
};

/// One file of a kind that is several.
struct EmittedFile {
  std::string Name; ///< in the folder of -o
  std::string Bytes;
  std::string LinkTo; ///< not empty: it is a symbolic link to that name
};

/// One kind of output (`-emit=KIND`).
struct EmitterInfo {
  const char *Name;
  const char *Summary;
  PhaseSet Requires; ///< must be established before Emit is called
  bool Binary;       ///< not for a terminal
  /// Writes \p F; reports what it can't write. False after an error.
  bool (*Emit)(const Fabric &F, const EmitOptions &Options,
               llvm::raw_ostream &OS, DiagnosticEngine &Diags);
  /// In the place of Emit, for a kind that is several files.
  bool (*EmitFiles)(const Fabric &F, const EmitOptions &Options,
                    std::vector<EmittedFile> &Files,
                    DiagnosticEngine &Diags) = nullptr;
  llvm::ArrayRef<const char *> FileNames = {}; ///< what EmitFiles makes
  bool NeedsFabric = true;                     ///< else an empty one will do
};

/// All kinds, in the order of -emit=help.
llvm::ArrayRef<EmitterInfo> getEmitters();
/// Kinds `so` and `abi`, which stand apart: who wants them adds them to a
/// Registry, and only then the linker's room is linked.
llvm::ArrayRef<EmitterInfo> getPairEmitters();
/// The kind called \p Name, or null.
const EmitterInfo *findEmitter(llvm::StringRef Name);

/// Reports if \p Options ask for a rank that \p F, whose ranks are numbered,
/// doesn't have. True if not.
bool checkRank(const Fabric &F, const EmitOptions &Options,
               DiagnosticEngine &Diags);

/// Reads a wiring blob, input \p File of \p Diags (docs/WiringFormat.md).
/// Checks everything before using it. Nothing after an error. WiringView
/// (Wiring.h) reads one without making a fabric of it.
std::optional<Fabric> readWiring(uint32_t File, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_EMIT_EMITTER_H
