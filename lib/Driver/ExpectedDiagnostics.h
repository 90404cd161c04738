//===- ExpectedDiagnostics.h - -verify-diagnostics --------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in mlir-opt: an input says in its comments which messages it expects, and
// the run succeeds if exactly these are produced.
//
//   expected-error {{text}}            on this line
//   expected-warning@+1 {{text}}       one line below; also @below, @above, @-2
//   expected-note@unknown {{text}}     without a place
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_EXPECTEDDIAGNOSTICS_H
#define RINGC_LIB_DRIVER_EXPECTEDDIAGNOSTICS_H

#include "ringc/Diag/Diagnostics.h"

namespace ringc {

/// Compares what an input expects with what is produced.
class ExpectedDiagnostics {
public:
  /// Collects what \p Text, input \p File, expects.
  void scan(uint32_t File, llvm::StringRef Text);
  /// Takes a message of severity \p Level: `error`, `warning`, `note`,
  /// `remark`.
  void see(llvm::StringRef Level, SrcLoc Loc, llvm::StringRef Text);
  /// Reports what came unexpected or not at all. True if nothing did.
  bool finish(DiagnosticEngine &Diags) const;

private:
  struct Expectation {
    std::string Level;
    uint32_t File, Line; ///< 0, 0: without a place
    std::string Text;    ///< part of the message
    SrcLoc Loc;          ///< where it stands
    bool Seen = false;
  };
  struct Message {
    std::string Level;
    SrcLoc Loc;
    std::string Text;
  };

  void scanOne(uint32_t File, uint32_t Line, llvm::StringRef Text, size_t Col);

  std::vector<Expectation> Expected;
  std::vector<Message> Unexpected;
};

} // namespace ringc

#endif // RINGC_LIB_DRIVER_EXPECTEDDIAGNOSTICS_H
