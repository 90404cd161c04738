//===- Layout.h - The runtime records as data -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structs of Structs.h with name, type, place and grade of each field, for
// code that prints, relocates or checks records without naming every field.
// Generated from the same Structs.td; padding is in neither table.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_LAYOUT_H
#define RINGC_ABI_LAYOUT_H

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace ringc::abi {

/// How sure a field's place is. Design: the source leaves the bytes open and
/// the use is ours.
enum class Grade : uint8_t { Confirmed, Inferred, Unknown, Design };

enum class TypeKind : uint8_t { Scalar, Pointer, Struct };

/// One field. Sizes and offsets in bytes.
struct FieldLayout {
  std::string_view Name;
  std::string_view Type; ///< as in C: `int`, `int *`, `ncclRing`
  TypeKind Kind;
  uint32_t ElementSize;
  std::array<uint32_t, 3> Extents; ///< outermost first; 0: no such dimension
  uint32_t Offset;
  Grade Confidence;

  /// Number of elements; 1 for a field that is no array.
  constexpr uint32_t count() const {
    uint32_t N = 1;
    for (uint32_t E : Extents)
      N *= E ? E : 1;
    return N;
  }
  constexpr uint32_t size() const { return ElementSize * count(); }
};

/// One struct; its fields by rising offset.
struct StructLayout {
  std::string_view Name;
  uint32_t Size;
  uint32_t Align;
  std::span<const FieldLayout> Fields;

  /// The field called \p Name, or null.
  constexpr const FieldLayout *find(std::string_view Name) const {
    for (const FieldLayout &F : Fields)
      if (F.Name == Name)
        return &F;
    return nullptr;
  }
};

namespace layout {
#include "ringc/ABI/StructReflection.inc"
} // namespace layout

/// All structs, each after those it contains.
constexpr std::span<const StructLayout> getStructLayouts() {
  return layout::Structs;
}

/// The struct called \p Name, or null.
constexpr const StructLayout *findStructLayout(std::string_view Name) {
  for (const StructLayout &S : layout::Structs)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

} // namespace ringc::abi

#endif // RINGC_ABI_LAYOUT_H
