//===- Xml.h - The element tree of a topology or graph file -----*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XML as data: elements in document order, each with its place, its attributes
// with theirs, and its children by index. Nothing of LLVM or expat shows here,
// so the system builder and the runtime pair can use it.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TOPOLOGY_XML_H
#define RINGC_TOPOLOGY_XML_H

#include "ringc/Diag/SrcLoc.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringc {

/// `key="value"`. `Assumed` marks what completion added (nccl-search section
/// 2); its locations are then those of the element.
struct XmlAttribute {
  std::string Key;
  std::string Value;
  SrcLoc KeyLoc;
  SrcLoc ValueLoc; ///< first byte inside the quotes
  bool Assumed = false;
};

/// One element. Indices are positions in XmlDocument::Elements.
struct XmlElement {
  static constexpr uint32_t None = ~0u;

  std::string Name;
  SrcLoc Loc; ///< of the `<`
  uint32_t Parent = None;
  std::vector<uint32_t> Children;       ///< in document order
  std::vector<XmlAttribute> Attributes; ///< in document order

  /// The first attribute called \p Key, or null.
  const XmlAttribute *find(std::string_view Key) const {
    for (const XmlAttribute &A : Attributes)
      if (A.Key == Key)
        return &A;
    return nullptr;
  }
  XmlAttribute *find(std::string_view Key) {
    return const_cast<XmlAttribute *>(
        static_cast<const XmlElement *>(this)->find(Key));
  }
  /// The value of \p Key, or \p Default where there is none.
  std::string_view get(std::string_view Key,
                       std::string_view Default = {}) const {
    const XmlAttribute *A = find(Key);
    return A ? std::string_view(A->Value) : Default;
  }
};

/// Elements in pre-order; element 0 is the root. Empty after a failed read.
struct XmlDocument {
  std::vector<XmlElement> Elements;

  bool empty() const { return Elements.empty(); }
  XmlElement &operator[](uint32_t I) { return Elements[I]; }
  const XmlElement &operator[](uint32_t I) const { return Elements[I]; }
};

} // namespace ringc

#endif // RINGC_TOPOLOGY_XML_H
