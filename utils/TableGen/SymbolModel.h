//===- SymbolModel.h - Symbols as Symbols.td declares them ------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The boundary's symbols with their arguments split up, read and checked once
// for all backends.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_UTILS_TABLEGEN_SYMBOLMODEL_H
#define RINGC_UTILS_TABLEGEN_SYMBOLMODEL_H

#include "StructModel.h"

namespace ringc::tblgen {

struct ArgModel {
  std::string Spelling; ///< `char id[128]`
  llvm::StringRef Name; ///< of `Spelling`
  llvm::StringRef Type; ///< its first word but for qualifiers: `char`
  bool IsRequired;      ///< a pointer that may not be null
};

struct SymbolModel {
  const llvm::Record *Def;
  llvm::StringRef Name, Direction, Version, Definer, Result, Note, Grade;
  unsigned Index;
  uint64_t Address, Slot = 0, Trampoline = 0;
  llvm::StringRef Cell; ///< of a forward one
  std::vector<ArgModel> Args;

  bool isFunction() const { return Direction != "net"; }
  /// Of a forward one: `ncclGetUniqueId`.
  std::string trampoline() const;
  /// `int a, char *b`, or `void`.
  std::string parameters() const;
  /// `NRT_STATUS (int a, char *b)`, or `object`.
  std::string signature() const;
};

struct BoundaryModel {
  LayoutModel Layout;
  std::vector<SymbolModel> Symbols; ///< in file order
};

/// All symbols. Mistakes are reported where they stand; then there are none.
BoundaryModel readBoundary(const llvm::RecordKeeper &Records);

} // namespace ringc::tblgen

#endif // RINGC_UTILS_TABLEGEN_SYMBOLMODEL_H
