//===- SampleFabric.h - Fabrics made by hand --------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fabric that is right at every phase, made without front end and passes:
// servers of GPUs behind one switch each, channels that rotate the GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_UNIT_IR_SAMPLEFABRIC_H
#define RINGC_TEST_UNIT_IR_SAMPLEFABRIC_H

#include "ringc/IR/Text.h"
#include "ringc/IR/Verify.h"
#include "llvm/Support/raw_ostream.h"

namespace ringc::test {

struct SampleShape {
  std::vector<unsigned> Servers = {4}; ///< GPUs of each distinct server
  std::vector<unsigned> Nodes = {0, 0};
  unsigned NumChannels = 2; ///< before doubling
  bool Reversed = false;    ///< the doubled half
};

/// A fabric on which all phases up to \p Last hold.
Fabric makeFabric(const SampleShape &Shape, Phase Last = Phase::Connected);

std::string print(const Fabric &F);

/// Reads \p Text; what was reported goes to \p Messages.
std::optional<Fabric> parse(llvm::StringRef Text, std::string &Messages);

/// What the verifiers of all established phases say; empty: nothing.
std::string verify(const Fabric &F);

} // namespace ringc::test

#endif // RINGC_TEST_UNIT_IR_SAMPLEFABRIC_H
