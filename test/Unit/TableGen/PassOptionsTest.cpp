//===- PassOptionsTest.cpp - Generated option parsers ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, what a user writes in -passes isn't what a pass gets. The code
// under test is generated from Sample.td.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "gtest/gtest.h"

#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/test/Sample.inc"

using namespace ringc;

namespace {

struct SamplePass : FabricPass {
  explicit SamplePass(const SampleOptions &Options) : Options(Options) {}
  void run(Fabric &, PassContext &) override {}
  SampleOptions Options;
};

struct BarePass : FabricPass {
  void run(Fabric &, PassContext &) override {}
};

} // namespace

std::unique_ptr<FabricPass>
ringc::createSamplePass(const SampleOptions &Options) {
  return std::make_unique<SamplePass>(Options);
}
std::unique_ptr<FabricPass> ringc::createBarePass(const BareOptions &) {
  return std::make_unique<BarePass>();
}

namespace {

std::string refusal(const PassArguments &Args) {
  llvm::Expected<SampleOptions> Options = parseSampleOptions(Args);
  return Options ? "" : llvm::toString(Options.takeError());
}

TEST(PassOptions, DefaultsHoldWithoutArguments) {
  llvm::Expected<SampleOptions> Options = parseSampleOptions({});
  ASSERT_TRUE(bool(Options));
  EXPECT_EQ(Options->SecondHalf, SampleSecondHalf::Profile);
  EXPECT_EQ(Options->Limit, -1);
  EXPECT_FALSE(Options->Strict);
  EXPECT_EQ(Options->Names, "a:b");
}

TEST(PassOptions, ArgumentsReachTheirMembers) {
  llvm::Expected<SampleOptions> Options =
      parseSampleOptions({{"second-half", "reverse"},
                          {"limit", "32"},
                          {"strict", "true"},
                          {"names", "net:3+gpu:0000:07:00.0*0.5"}});
  ASSERT_TRUE(bool(Options));
  EXPECT_EQ(Options->SecondHalf, SampleSecondHalf::Reverse);
  EXPECT_EQ(Options->Limit, 32);
  EXPECT_TRUE(Options->Strict);
  EXPECT_EQ(Options->Names, "net:3+gpu:0000:07:00.0*0.5");
}

TEST(PassOptions, RefusalsNameTheOptionAndWhatItAllows) {
  EXPECT_EQ(refusal({{"second-half", "copy"}}),
            "option 'second-half' of pass 'sample' must be one of profile, "
            "reverse, not 'copy'");
  EXPECT_EQ(refusal({{"strict", "maybe"}}),
            "option 'strict' of pass 'sample' must be true or false, not "
            "'maybe'");
  EXPECT_EQ(
      refusal({{"strictly", "true"}}),
      "pass 'sample' has no option 'strictly'; it has second-half, limit, "
      "strict, names");
  for (const char *Bad : {"a,b", "{", "a}"})
    EXPECT_EQ(refusal({{"names", Bad}}),
              std::string("option 'names' of pass 'sample' must be text "
                          "without ',', '{' and '}', not '") +
                  Bad + "'");
}

TEST(PassOptions, NumbersOutsideTheRangeAreRefused) {
  for (const char *Bad : {"-2", "33", "4294967297", "99999999999999999999", "",
                          "3x", "0x10", " 3", "true"})
    EXPECT_EQ(refusal({{"limit", Bad}}),
              std::string("option 'limit' of pass 'sample' must be a number "
                          "from -1 to 32, not '") +
                  Bad + "'");
}

TEST(PassOptions, InfoSaysWhatTheFileSays) {
  PassInfo Info = getSampleInfo();
  EXPECT_STREQ(Info.Name, "sample");
  EXPECT_STREQ(Info.Summary, "has an option of each type");
  EXPECT_EQ(Info.Requires, PhaseSet({Phase::Gathered}));
  EXPECT_EQ(Info.Establishes, PhaseSet({Phase::Stitched, Phase::Rings}));
  ASSERT_EQ(Info.Options.size(), 4u);
  EXPECT_STREQ(Info.Options[0].Type, "enum");
  EXPECT_STREQ(Info.Options[0].Values, "profile|reverse");
  EXPECT_STREQ(Info.Options[1].Default, "-1");
  EXPECT_STREQ(Info.Options[2].Name, "strict");
  EXPECT_STREQ(Info.Options[3].Type, "text");
}

TEST(PassOptions, CreateHandsTheOptionsOver) {
  auto Pass = getSampleInfo().Create({{"limit", "7"}});
  ASSERT_TRUE(bool(Pass));
  EXPECT_EQ(static_cast<SamplePass &>(**Pass).Options.Limit, 7);

  auto Bad = getSampleInfo().Create({{"limit", "many"}});
  ASSERT_FALSE(bool(Bad));
  llvm::consumeError(Bad.takeError());
}

TEST(PassOptions, APassWithoutOptionsTakesNone) {
  EXPECT_TRUE(getBareInfo().Options.empty());
  ASSERT_TRUE(bool(getBareInfo().Create({})));
  auto Bad = getBareInfo().Create({{"any", "true"}});
  ASSERT_FALSE(bool(Bad));
  EXPECT_EQ(llvm::toString(Bad.takeError()), "pass 'bare' has no option 'any'");
}

} // namespace
