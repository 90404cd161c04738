//===- SourceText.h - Places in a text --------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns byte offsets into lines and columns, and takes a start tag apart where
// expat only says that it is there.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_SOURCETEXT_H
#define RINGC_LIB_TOPOLOGY_SOURCETEXT_H

#include "ringc/Diag/SrcLoc.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace ringc {

/// A text of less than 4 GiB with an index of its lines.
class SourceText {
public:
  SourceText(uint32_t File, llvm::StringRef Text);

  /// The place of byte \p Offset; past the end, the end.
  SrcLoc locate(size_t Offset) const;
  llvm::StringRef text() const { return Text; }

private:
  uint32_t File;
  llvm::StringRef Text;
  std::vector<uint32_t> LineStarts;
};

/// Where the parts of one attribute stand, as offsets into the text.
struct AttributeSpan {
  size_t Key, KeyEnd;
  size_t Value, ValueEnd; ///< inside the quotes
  /// Whether there is white space beside the `=`.
  bool Spaced;
};

/// The attributes of the start tag in [\p Begin, \p End) of \p Text, which an
/// XML parser has found well-formed; in order.
llvm::SmallVector<AttributeSpan, 8> scanStartTag(llvm::StringRef Text,
                                                 size_t Begin, size_t End);

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_SOURCETEXT_H
