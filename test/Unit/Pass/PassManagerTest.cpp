//===- PassManagerTest.cpp - Passes run in order, checked between ---------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no built-in pass does: passes made up here, on an empty fabric.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/PassManager.h"
#include "ringc/Diag/Suggest.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace ringc;

namespace {

/// Notes that it ran, as a remark; fails if told to.
struct TracePass : FabricPass {
  TracePass(std::string Name, bool Fails) : Name(Name), Fails(Fails) {}
  void run(Fabric &, PassContext &Ctx) override {
    Ctx.Remarks.add(Remark(Remark::Kind::Analysis, Name, "Ran", ""));
    if (Fails)
      Ctx.Diags.report(diag::err_no_input);
  }
  std::string Name;
  bool Fails;
};

struct PassManagerTest : testing::Test {
  std::string Text;
  raw_string_ostream OS{Text};
  DiagnosticEngine Diags{OS};
  RemarkList Remarks;
  PassContext Ctx{Diags, Remarks, {}};
  PassRegistry Registry;
  Fabric F;

  PassInfo info(const char *Name, PhaseSet Requires, PhaseSet Establishes) {
    PassInfo I;
    I.Name = Name;
    I.Summary = "";
    I.Requires = Requires;
    I.Establishes = Establishes;
    I.Create =
        [](const PassArguments &) -> Expected<std::unique_ptr<FabricPass>> {
      return std::make_unique<TracePass>("parsed", false);
    };
    return I;
  }
  void add(PassManager &PM, PassInfo I, bool Fails = false) {
    PM.add(I, std::make_unique<TracePass>(I.Name, Fails));
  }
  std::string ran() const {
    std::string Names;
    for (const Remark &R : Remarks.all())
      Names += R.Pass + " ";
    return Names;
  }
};

// Breaks if two passes of one name leave it open which one a pipeline means.
TEST_F(PassManagerTest, NameTaken) {
  EXPECT_FALSE(bool(Registry.add(info("a", {}, {Phase::Graph}))));
  EXPECT_EQ(toString(Registry.add(info("a", {}, {}))),
            "a pass called 'a' is registered already");
  EXPECT_EQ(Registry.findEstablishing(Phase::Graph), Registry.find("a"));
  EXPECT_EQ(Registry.findEstablishing(Phase::Rings), nullptr);
}

// Breaks if a phase that nobody establishes isn't named.
TEST_F(PassManagerTest, NobodyEstablishes) {
  PassManager PM;
  add(PM, info("a", {Phase::Rings}, {}));
  EXPECT_FALSE(PM.run(F, Ctx, Registry));
  EXPECT_EQ(Text, "ringc: error: pass 'a' requires phase 'rings', which no "
                  "known pass establishes\n");
  EXPECT_EQ(ran(), "");
}

// Breaks if a pass that can't run is found out only when others have run.
TEST_F(PassManagerTest, CheckedBeforeAnythingRuns) {
  PassManager PM;
  add(PM, info("a", {}, {Phase::Graph}));
  add(PM, info("b", {Phase::Rings}, {}));
  EXPECT_FALSE(PM.run(F, Ctx, Registry));
  EXPECT_EQ(ran(), "");
}

// Breaks if a pass that promises a phase and doesn't keep it isn't found out.
TEST_F(PassManagerTest, BrokenPromise) {
  PassManager PM;
  F.Servers.emplace_back();
  F.Nodes.push_back(ServerId(0));
  add(PM, info("liar", {}, {Phase::Parsed}));
  add(PM, info("next", {Phase::Parsed}, {}));
  EXPECT_FALSE(PM.run(F, Ctx, Registry));
  EXPECT_NE(StringRef(Text).find("error: server 0 has no elements"),
            StringRef::npos)
      << Text;
  EXPECT_NE(StringRef(Text).find("note: found after pass 'liar'"),
            StringRef::npos)
      << Text;
  EXPECT_EQ(ran(), "liar ");
}

// Breaks if the run goes on after an error, or an error counts as success.
TEST_F(PassManagerTest, StopsAtError) {
  PassManager PM;
  PM.setVerifyEach(nullptr);
  add(PM, info("a", {}, {Phase::Parsed}));
  add(PM, info("b", {Phase::Parsed}, {Phase::System}), /*Fails=*/true);
  add(PM, info("c", {Phase::System}, {}));
  EXPECT_FALSE(PM.run(F, Ctx, Registry));
  EXPECT_EQ(ran(), "a b ");
  EXPECT_EQ(F.Established, PhaseSet{Phase::Parsed});
}

// Breaks if hooks aren't called around each pass, a failing one included.
TEST_F(PassManagerTest, Hooks) {
  PassManager PM;
  PM.setVerifyEach(nullptr);
  std::string Calls;
  PM.instrument({[&](const PassInfo &I, const Fabric &) {
                   Calls += std::string("<") + I.Name;
                 },
                 [&](const PassInfo &I, const Fabric &) {
                   Calls += std::string(I.Name) + ">";
                 }});
  add(PM, info("a", {}, {}));
  add(PM, info("b", {}, {}), /*Fails=*/true);
  add(PM, info("c", {}, {}));
  EXPECT_FALSE(PM.run(F, Ctx, Registry));
  EXPECT_EQ(Calls, "<aa><bb>");
}

// Breaks if passes that a read-back fabric has behind it run again, or if one
// that was asked for by name is left out.
TEST_F(PassManagerTest, SkipsOnlyTheDefault) {
  cantFail(Registry.add(info("a", {}, {Phase::Graph})));
  cantFail(Registry.add(info("b", {}, {Phase::Rings})));
  const uint32_t File =
      Diags.addFile(MemoryBuffer::getMemBuffer("default", "-passes"));
  F.Established = {Phase::Graph};
  auto PM = PassManager::parse(File, Diags, Registry, "a,b");
  ASSERT_TRUE(PM);
  PM->skipEstablished(F);
  EXPECT_FALSE(PM->establishes(Phase::Graph));
  EXPECT_TRUE(PM->establishes(Phase::Rings));

  const uint32_t Named =
      Diags.addFile(MemoryBuffer::getMemBuffer("a", "-passes"));
  PM = PassManager::parse(Named, Diags, Registry, "a,b");
  ASSERT_TRUE(PM);
  PM->skipEstablished(F);
  EXPECT_TRUE(PM->establishes(Phase::Graph));
}

// Breaks if a wild guess is offered, or a slip of one letter isn't understood.
TEST(Suggest, NearestName) {
  const StringRef Known[] = {"preset", "postset", "allgather"};
  EXPECT_EQ(nearestName("prset", Known), "preset");
  EXPECT_EQ(nearestName("posset", Known), "postset");
  EXPECT_EQ(nearestName("all-gather", Known), "allgather");
  EXPECT_EQ(nearestName("kanga", Known), "");
  EXPECT_EQ(nearestName("", Known), "");
}

} // namespace
