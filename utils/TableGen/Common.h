//===- Common.h - What all backends share -----------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records in the order of the file, quoting, and names.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_UTILS_TABLEGEN_COMMON_H
#define RINGC_UTILS_TABLEGEN_COMMON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace ringc::tblgen {

/// The records of \p Class in the order they stand in the file. TableGen itself
/// keeps them by name.
std::vector<const llvm::Record *> inFileOrder(const llvm::RecordKeeper &Records,
                                              llvm::StringRef Class);

/// The first lines of a generated C++ file.
void emitHeader(llvm::raw_ostream &OS, llvm::StringRef What);

/// \p Text as a C++ string literal, quotes included.
std::string quote(llvm::StringRef Text);

/// `second-half` as `SecondHalf`.
std::string camelCase(llvm::StringRef Name);

/// Opens and closes `#ifdef Guard`; closing undefines it.
class Section {
public:
  Section(llvm::raw_ostream &OS, llvm::StringRef Guard) : OS(OS), Guard(Guard) {
    OS << "#ifdef " << Guard << "\n#undef " << Guard << "\n";
  }
  Section(const Section &) = delete;
  ~Section() { OS << "#endif // " << Guard << "\n\n"; }

private:
  llvm::raw_ostream &OS;
  llvm::StringRef Guard;
};

} // namespace ringc::tblgen

#endif // RINGC_UTILS_TABLEGEN_COMMON_H
