//===- DotText.h - Statements of a Graphviz graph ---------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One statement a line, indented by depth. Ids are ours and need no quotes;
// attribute values are always quoted. What comes from a file goes through
// escapeDot, what is ours may hold Graphviz's own escapes (`\n` ends a line of
// a label, `\l` ends one that is set to the left).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_DOTTEXT_H
#define RINGC_LIB_EMIT_DOTTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <initializer_list>
#include <string>
#include <utility>

namespace ringc {

/// \p Text as it stands in a label: quotes, backslashes and entities keep their
/// looks, and control characters and bytes that are no UTF-8 show as `\x0a`.
std::string escapeDot(llvm::StringRef Text);

/// Name and value; one without a value isn't written.
using DotAttribute = std::pair<llvm::StringRef, std::string>;
using DotAttributes = std::initializer_list<DotAttribute>;

class DotText {
public:
  explicit DotText(llvm::raw_ostream &OS) : OS(OS) {}

  /// Begins the graph itself.
  void graph(llvm::StringRef Name);
  /// Begins a box around nodes.
  void cluster(llvm::StringRef Id, DotAttributes Attributes);
  /// Ends the innermost of what was begun.
  void end();
  /// Attributes of the innermost graph, or what its nodes and edges have unless
  /// they say otherwise: \p What is `graph`, `node` or `edge`.
  void defaults(llvm::StringRef What, DotAttributes Attributes);
  void node(llvm::StringRef Id, DotAttributes Attributes = {});
  void edge(llvm::StringRef From, llvm::StringRef To,
            DotAttributes Attributes = {});

private:
  llvm::raw_ostream &line() { return OS.indent(2 * Depth); }
  void attributes(DotAttributes Attributes);

  llvm::raw_ostream &OS;
  unsigned Depth = 0;
};

} // namespace ringc

#endif // RINGC_LIB_EMIT_DOTTEXT_H
