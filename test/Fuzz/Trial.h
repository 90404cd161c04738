//===- Trial.h - One input, through all of ringc ----------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every fuzz target does with its bytes: the driver's own way from an
// input to the outputs, with a search that gives up early, and everything that
// must hold on that way held. What doesn't hold stops the fuzzer, as a crash
// does.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_FUZZ_TRIAL_H
#define RINGC_TEST_FUZZ_TRIAL_H

#include "lib/Driver/Inputs.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc::fuzz {

/// Ends the process as a crash, and says why.
[[noreturn]] void fail(llvm::StringRef What, llvm::StringRef More = {});

/// The built-in passes.
const Registry &known();

/// One compilation of fuzzed bytes. Each step returns whether the bytes were
/// good enough for it, and fails unless exactly then no error was reported.
class Trial {
public:
  /// Compiles for \p NumNodes nodes (0: as the input says) by the rules called
  /// \p Profile, or, null, by those the input names.
  explicit Trial(unsigned NumNodes = 0, const char *Profile = nullptr);

  /// Reads \p Bytes as the driver would and verifies what they hold.
  bool parse(llvm::StringRef Bytes);
  /// Takes the fabric to the last phase. With \p Graph as the graph file, if it
  /// isn't empty.
  bool compile(llvm::StringRef Graph = {});
  /// Prints the fabric and reads it back, as text and, when complete, as a
  /// blob.
  void checkRoundtrip();
  /// The same, and writes the fabric in every form that its phases allow. The
  /// last step: forms refuse what they can't say.
  void checkOutputs();

private:
  bool step(bool Ok, const char *What);
  bool buildSystems();
  void checkBlob();

  std::string Messages;
  llvm::raw_string_ostream OS{Messages};
  DiagnosticEngine Diags{OS};
  DriverOptions Options;
  Plan P{Options, known()};
  Fabric F;
  bool FromXml = false; ///< completed by the front end, not spelled out
};

} // namespace ringc::fuzz

#endif // RINGC_TEST_FUZZ_TRIAL_H
