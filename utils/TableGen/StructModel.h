//===- StructModel.h - Records as Structs.td declares them ------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structs and fields of a .td file with their types resolved, read and
// checked once for all backends.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_UTILS_TABLEGEN_STRUCTMODEL_H
#define RINGC_UTILS_TABLEGEN_STRUCTMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace ringc::tblgen {

/// What a type spelled in a field is.
struct TypeModel {
  enum Kind { Scalar, Pointer, Struct } K = Scalar;
  llvm::StringRef Spelling; ///< as in the field
  uint64_t Size = 0;        ///< of one element
  uint64_t Align = 1;
  /// Code in Python's struct module; empty for a struct.
  llvm::StringRef Letter;
};

struct FieldModel {
  const llvm::Record *Def;
  llvm::StringRef Name, Note;
  llvm::StringRef Grade; ///< `confirmed`, ...
  TypeModel Type;
  std::vector<int64_t> Extents;
  uint64_t Offset;

  uint64_t size() const;
  uint64_t end() const { return Offset + size(); }
};

struct StructModel {
  const llvm::Record *Def;
  llvm::StringRef Name, Means, Source;
  uint64_t Size;
  uint64_t Align = 1; ///< the largest of its fields'
  std::vector<FieldModel> Fields;
};

struct LayoutModel {
  std::vector<StructModel> Structs;    ///< each after those it contains
  std::vector<llvm::StringRef> Opaque; ///< structs that are only pointed to
};

/// All structs, in file order. Mistakes are reported where they stand; then the
/// result is empty.
LayoutModel readLayout(const llvm::RecordKeeper &Records);

} // namespace ringc::tblgen

#endif // RINGC_UTILS_TABLEGEN_STRUCTMODEL_H
