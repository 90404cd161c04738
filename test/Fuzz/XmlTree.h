//===- XmlTree.h - XML as a mutator sees it ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements and attributes of a small XML text, to be changed and written again.
// Text between tags, comments and declarations are dropped; mutations of bytes
// keep them in play.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_FUZZ_XMLTREE_H
#define RINGC_TEST_FUZZ_XMLTREE_H

#include "Random.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace ringc::fuzz {

struct XmlNode {
  std::string Name;
  std::vector<std::pair<std::string, std::string>> Attributes;
  std::vector<XmlNode> Children;
};

/// What a mutator may write.
struct XmlWords {
  llvm::ArrayRef<const char *> Elements, Keys, Values;
};

/// The words of the target's XML; each target has its own.
XmlWords targetWords();

/// The root element of \p Text; nothing where tags don't match or nest deeper
/// than any input of ours could.
std::optional<XmlNode> parseTree(llvm::StringRef Text);

/// \p Root as text, an element a line.
std::string printTree(const XmlNode &Root);

/// One edit of the tree: takes out, doubles, moves, wraps or renames an
/// element, or changes, adds or takes out an attribute.
void changeTree(XmlNode &Root, const XmlWords &Words, Random &R);

/// Puts an element of \p From somewhere into \p Root.
void graft(XmlNode &Root, XmlNode From, Random &R);

/// A custom mutator for XML: mostly edits of the tree, else of bytes.
size_t mutateXml(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed,
                 const XmlWords &Words);
/// A custom crossover: an element of \p B in \p A.
size_t crossXml(llvm::StringRef A, llvm::StringRef B, uint8_t *Out,
                size_t MaxSize, unsigned Seed);

} // namespace ringc::fuzz

#endif // RINGC_TEST_FUZZ_XMLTREE_H
