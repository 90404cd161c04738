//===- Remarks.h - Why something was decided, written out -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_REMARKS_H
#define RINGC_LIB_DRIVER_REMARKS_H

#include "ringc/Diag/Diagnostics.h"
#include "ringc/Diag/Remark.h"

namespace ringc {

/// The remarks whose pass matches \p Filter, a valid regular expression, in the
/// order they were made. None if it is empty.
std::vector<const Remark *> selectRemarks(const RemarkList &Remarks,
                                          llvm::StringRef Filter);

/// Prints \p R as `FILE:LINE:COL: remark: text [-Rpass=NAME]`.
void printRemark(const Remark &R, const DiagnosticEngine &Diags,
                 llvm::raw_ostream &OS);

/// Writes all remarks as LLVM remark YAML.
void writeRemarks(const RemarkList &Remarks, const DiagnosticEngine &Diags,
                  llvm::raw_ostream &OS);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_REMARKS_H
