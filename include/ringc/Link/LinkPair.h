//===- LinkPair.h - Makes libnrt.so.1 and libnccom.so.2 ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pair is linked by ld.lld from the link kit, a folder that comes with
// ringc: an archive and a version script for each library, and libraries of
// nothing but the symbols, with their versions, that these need of the C
// library. So neither a compiler nor development files are needed where ringc
// runs, and the same input gives the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LINK_LINKPAIR_H
#define RINGC_LINK_LINKPAIR_H

#include "ringc/Diag/Diagnostics.h"
#include <optional>
#include <string>

namespace ringc {

/// What is linked with what.
struct LinkOptions {
  std::string
      Linker;      ///< -fuse-ld: a program; empty: the ld.lld of ringc's LLVM
  std::string Kit; ///< the folder of the link kit
};

/// The bytes of the two libraries.
struct PairFiles {
  std::string Nrt, Nccom;
};

/// Links the machine image \p Machine (ringc/ABI/MachineImage.h) into libnrt
/// and the blob \p Wiring into libnccom. Reports a linker or kit that isn't
/// there, and what the linker says. Nothing after an error. Temporary files are
/// gone when it returns.
std::optional<PairFiles> linkPair(llvm::StringRef Machine,
                                  llvm::StringRef Wiring,
                                  const LinkOptions &Options,
                                  DiagnosticEngine &Diags);

/// A relocatable object for this machine in which \p Bytes stand, aligned to 64
/// bytes, under the hidden symbol \p Symbol; no linker drops them.
std::string payloadObject(llvm::StringRef Symbol, llvm::StringRef Bytes);

} // namespace ringc

#endif // RINGC_LINK_LINKPAIR_H
