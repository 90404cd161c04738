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

/// What ringc puts into the pair.
struct PairImages {
  llvm::StringRef Machine; ///< ringc/ABI/MachineImage.h, into libnrt
  llvm::StringRef Wiring;  ///< the blob, into libnccom
  llvm::StringRef Places;  ///< ringc/ABI/PlaceImage.h, into libnccom
};

/// The bytes of the two libraries.
struct PairFiles {
  std::string Nrt, Nccom;
};

/// Links \p Images into libnrt and libnccom. Reports a linker or kit that isn't
/// there, and what the linker says. Nothing after an error. Temporary files are
/// gone when it returns.
std::optional<PairFiles> linkPair(const PairImages &Images,
                                  const LinkOptions &Options,
                                  DiagnosticEngine &Diags);

/// A relocatable object for this machine in which \p Bytes stand, aligned to 64
/// bytes, under the hidden symbol \p Symbol; no linker drops them.
std::string payloadObject(llvm::StringRef Symbol, llvm::StringRef Bytes);

} // namespace ringc

#endif // RINGC_LINK_LINKPAIR_H
