//===- Names.h - Words of the text IR ---------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What printer and parser must agree on and neither owns: the words for
// enumerators, the fields of the search graph, the sections and their order.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_IR_NAMES_H
#define RINGC_LIB_IR_NAMES_H

#include "ringc/IR/Fabric.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ringc {

/// The version in the first line. It is raised when an older reader would
/// misunderstand a text.
constexpr int TextVersion = 1;

/// Most channels a fabric may have: the runtime's channel table has 32 places;
/// twice that leaves room for a pass that is about to clamp.
constexpr unsigned MaxTextChannels = 64;
/// Entries of ncclTopoRanks::JbogKangaringPath.
constexpr unsigned NumKangaEntries = 16;

/// A word and the number it stands for.
struct NamedValue {
  llvm::StringRef Name;
  int Value;
};

llvm::ArrayRef<NamedValue> nodeTypeNames();
llvm::ArrayRef<NamedValue> linkTypeNames();
llvm::ArrayRef<NamedValue> pathTypeNames();
llvm::ArrayRef<NamedValue> cpuArchNames();
llvm::ArrayRef<NamedValue> cpuVendorNames();
llvm::ArrayRef<NamedValue> cpuModelNames();
llvm::ArrayRef<NamedValue> transportNames();

/// The name of \p Value, or empty.
llvm::StringRef nameOf(llvm::ArrayRef<NamedValue> Names, int Value);

/// A scalar field of abi::ncclTopoGraph: one of the two pointers is set.
struct GraphField {
  llvm::StringLiteral Name;
  int abi::ncclTopoGraph::*Int;
  float abi::ncclTopoGraph::*Float;
  bool IsPathType;
};
llvm::ArrayRef<GraphField> graphFields();

/// Channels of \p G that its tables can hold: nChannels, made safe.
unsigned storedChannels(const abi::ncclTopoGraph &G);

/// The parts of a text after its header.
enum class Section : uint8_t {
  Parsed,
  System,
  Graph,
  Fragments,
  Gathered,
  Channels,
  Stitched,
  Rings,
  Bound,
  Connected,
  P2p,
};
constexpr unsigned NumSections = unsigned(Section::P2p) + 1;

llvm::StringRef sectionName(Section S);
/// Whether there is one of \p S for each distinct server.
bool isPerServer(Section S);
/// Whether a text with \p Established phases has \p S.
bool hasSection(PhaseSet Established, Section S);

} // namespace ringc

#endif // RINGC_LIB_IR_NAMES_H
