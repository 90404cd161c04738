//===- Outputs.h - Files appear whole or not at all -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_OUTPUTS_H
#define RINGC_LIB_DRIVER_OUTPUTS_H

#include "ringc/Diag/Diagnostics.h"

namespace ringc {

/// One output, complete.
struct OutputFile {
  std::string Path; ///< `-` is standard output
  std::string Bytes;
  std::string LinkTo = {}; ///< not empty: it is a symbolic link to that
};

/// Whether \p Path is there and can't be replaced by a file: a device or pipe.
bool isSpecialFile(llvm::StringRef Path);

/// Writes all of \p Outputs or none; `-` goes to \p Out. \p Folder, if not
/// empty, is made if it is missing. False after an error.
bool writeOutputs(llvm::ArrayRef<OutputFile> Outputs, llvm::StringRef Folder,
                  llvm::raw_ostream &Out, DiagnosticEngine &Diags);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_OUTPUTS_H
