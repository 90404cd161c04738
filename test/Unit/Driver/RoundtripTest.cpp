//===- RoundtripTest.cpp - A loss on the way is noticed -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The real readers lose nothing, so these read wrong on purpose.
//
//===----------------------------------------------------------------------===//

#include "lib/Driver/Roundtrip.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace ringc;

namespace {

struct RoundtripTest : testing::Test {
  std::string Text;
  llvm::raw_string_ostream OS{Text};
  DiagnosticEngine Diags{OS};
};

// Breaks if text IR that the parser refuses passes for readable.
TEST_F(RoundtripTest, RefusedText) {
  Fabric F; // without rules: prints as `profile none`
  EXPECT_FALSE(verifyRoundtrip(F, Diags));
  EXPECT_EQ(Text, "ringc: error: text IR can't be read back: printed:2:9: "
                  "error: unknown profile 'none'\n");
}

// Breaks if a fabric that comes back changed passes for the same.
TEST_F(RoundtripTest, ChangedText) {
  const auto Other = [](uint32_t, DiagnosticEngine &) {
    Fabric F;
    F.Rules = findProfile("nccl-2.10.3");
    return std::optional(F);
  };
  const llvm::StringRef Before = "ringc.ring 1\nprofile nccl-2.8.4\n";
  EXPECT_FALSE(readsBack(Before, "", Other, diag::err_roundtrip_parse,
                         diag::err_roundtrip_text, Diags));
  EXPECT_EQ(Text, "ringc: error: text IR changes when it is read back: line 2 "
                  "is 'profile nccl-2.10.3', was 'profile nccl-2.8.4'\n");
}

// Breaks if a text that comes back shorter passes for the same.
TEST_F(RoundtripTest, LostLine) {
  const auto Other = [](uint32_t, DiagnosticEngine &) {
    return std::optional(Fabric());
  };
  const llvm::StringRef Before =
      "ringc.ring 1\nprofile none\nphases none\nnodes 0 server 0\n";
  EXPECT_FALSE(readsBack(Before, "", Other, diag::err_roundtrip_blob,
                         diag::err_roundtrip_blob_text, Diags));
  EXPECT_EQ(Text, "ringc: error: the fabric changes when it is read back from "
                  "a wiring blob: line 4 is '', was 'nodes 0 server 0'\n");
}

// Breaks if a blob that its reader refuses passes for readable.
TEST_F(RoundtripTest, RefusedBlob) {
  const auto Refuse = [](uint32_t File, DiagnosticEngine &Own) {
    Own.report(diag::err_no_input, {File, 0, 0});
    return std::optional<Fabric>();
  };
  EXPECT_FALSE(readsBack("", "", Refuse, diag::err_roundtrip_blob,
                         diag::err_roundtrip_blob_text, Diags));
  EXPECT_EQ(Text, "ringc: error: wiring blob can't be read back: printed: "
                  "error: no input files\n");
}

} // namespace
