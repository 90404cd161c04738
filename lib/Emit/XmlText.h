//===- XmlText.h - XML as NCCL writes and reads it --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of NCCL's own dumps (nccl-search section 2, confirmed): no
// declaration, two spaces a level, each tag on one line, ` key="value"` in
// stored order, `/>` without a space before it. NCCL's reader takes nothing
// much looser.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_EMIT_XMLTEXT_H
#define RINGC_LIB_EMIT_XMLTEXT_H

#include "ringc/Diag/Number.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc {

/// How a value fares in an attribute.
enum class XmlValue : uint8_t {
  Plain,     ///< written as it is
  Escaped,   ///< needs entities, which NCCL's reader doesn't decode
  Impossible ///< holds a byte that XML can't
};
XmlValue classifyXmlValue(llvm::StringRef Value);

/// Writes elements one after the other.
class XmlText {
public:
  explicit XmlText(llvm::raw_ostream &OS) : OS(OS) {}

  /// Begins an element; its attributes follow.
  void begin(llvm::StringRef Name);
  /// \p Value is escaped where XML asks for it.
  void attribute(llvm::StringRef Key, llvm::StringRef Value);
  void attribute(llvm::StringRef Key, int Value) {
    attribute(Key, llvm::StringRef(llvm::itostr(Value)));
  }
  void attribute(llvm::StringRef Key, float Value) {
    attribute(Key, llvm::StringRef(formatNumber(double(Value))));
  }
  /// Ends the tag of an element that has children.
  void open();
  /// Ends an element without children.
  void empty();
  /// Closes the innermost open element, which is called \p Name.
  void close(llvm::StringRef Name);

private:
  llvm::raw_ostream &OS;
  unsigned Depth = 0;
};

} // namespace ringc

#endif // RINGC_LIB_EMIT_XMLTEXT_H
