//===- PassModel.h - A pass as its .td file declares it ---------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of PassBase.td, read and checked once for all backends.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_UTILS_TABLEGEN_PASSMODEL_H
#define RINGC_UTILS_TABLEGEN_PASSMODEL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace ringc::tblgen {

enum class OptionType { Bool, Int, Enum, Text };

struct OptionModel {
  llvm::StringRef Name;
  OptionType Type;
  llvm::StringRef Default; ///< as on the command line
  llvm::StringRef Summary;
  std::vector<llvm::StringRef> Values; ///< of an enum
  int64_t Min, Max;                    ///< of an int

  /// `bool`, `int`, `enum` or `text`.
  llvm::StringRef typeName() const;
  /// `a|b|c`; empty unless it is an enum.
  std::string valueList(llvm::StringRef Separator) const;
};

struct PassModel {
  const llvm::Record *Def;
  llvm::StringRef Room; ///< the record's name
  llvm::StringRef Name, Summary, Description;
  std::vector<const llvm::Record *> Requires, Establishes;
  bool OnlyLooks;
  std::vector<OptionModel> Options;
};

/// The passes of the file, in file order. Mistakes are reported where they
/// stand; then the list is empty.
std::vector<PassModel> readPasses(const llvm::RecordKeeper &Records);

} // namespace ringc::tblgen

#endif // RINGC_UTILS_TABLEGEN_PASSMODEL_H
