//===- Inputs.h - From files to a fabric ------------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading, splitting and recognising inputs, and the fabric they make.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_DRIVER_INPUTS_H
#define RINGC_LIB_DRIVER_INPUTS_H

#include "Plan.h"
#include "ringc/IR/Servers.h"

namespace ringc {

/// The bytes of one compilation. A file given several times is read once.
struct InputTexts {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  std::vector<size_t> Order;                 ///< by input: which of Buffers
  std::shared_ptr<llvm::MemoryBuffer> Graph; ///< of -graph=FILE, or null
};

/// Reads all files of \p Options. Nothing after an error.
std::optional<InputTexts> readTexts(const Plan &P, DiagnosticEngine &Diags);

/// Cuts a single input at its lines `// -----` or `<!-- ----- -->`. Every part
/// begins with as many empty lines as stood before it, so that lines keep their
/// numbers. Nothing after an error.
std::optional<std::vector<InputTexts>> splitTexts(InputTexts Texts,
                                                  DiagnosticEngine &Diags);

/// Inputs as an engine knows them.
struct InputFiles {
  std::vector<uint32_t> Files; ///< by input
  uint32_t Graph = 0;
};

/// Makes the texts inputs of \p Diags.
InputFiles addFiles(InputTexts Texts, DiagnosticEngine &Diags);

/// Reads the inputs into \p F: parsed, from XML; as far as it says, from text
/// IR or a blob. False after an error.
bool parseInputs(const Plan &P, const InputFiles &Inputs, Fabric &F,
                 DiagnosticEngine &Diags);

/// What a server must be beyond what its system asks for: with
/// \p VerifyTopology, its devices a set that its machine takes.
ServerCheck serverCheck(bool VerifyTopology);

} // namespace ringc

#endif // RINGC_LIB_DRIVER_INPUTS_H
