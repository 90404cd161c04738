//===- Findings.h - Warnings collected and told once ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Real files repeat one oddity on every line. Findings keeps the first place of
// each distinct message and counts the rest, then reports in the order of the
// file. The last argument of such a message is the count: empty, or ` (and 3
// more)`.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_TOPOLOGY_FINDINGS_H
#define RINGC_LIB_TOPOLOGY_FINDINGS_H

#include "ringc/Diag/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

namespace ringc {

/// \p Text as it may be shown: cut to a length that fits a line.
std::string shorten(llvm::StringRef Text);

class Findings {
public:
  using Arguments = llvm::SmallVector<std::string, 4>;
  struct Note {
    diag::ID Id;
    SrcLoc Loc;
    Arguments Args;
  };
  struct Finding {
    diag::ID Id;
    SrcLoc Loc;
    Arguments Args; ///< all but the count
    llvm::SmallVector<Note, 1> Notes;
    unsigned More = 0;
  };

  /// Records message \p Id at \p Loc. Returns it if it is new, so that notes
  /// can be added; null if the same message with the same arguments is known
  /// already. \p Times places count, of which \p Loc is the first.
  Finding *add(diag::ID Id, SrcLoc Loc, Arguments Args = {},
               unsigned Times = 1);

  /// Reports everything, by place.
  void report(DiagnosticEngine &Diags);

private:
  /// Far more than are shown of a kind, few enough for a million different ones
  /// to cost nothing; later ones are dropped.
  static constexpr unsigned MaxOfKind = 1 << 12;

  std::vector<Finding> All;
  llvm::StringMap<size_t> Known;
  std::vector<unsigned> Counts; ///< entries of All, by diag::ID
};

} // namespace ringc

#endif // RINGC_LIB_TOPOLOGY_FINDINGS_H
