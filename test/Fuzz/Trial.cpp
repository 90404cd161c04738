//===- Trial.cpp - One input, through all of ringc ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "lib/Driver/Roundtrip.h"
#include "ringc/IR/Text.h"
#include "ringc/IR/Verify.h"
#include "ringc/Topology/FrontEnd.h"
#include <array>
#include <cstdlib>

using namespace llvm;
using namespace ringc;
using namespace ringc::fuzz;

/// Fabrics above this are read and verified, not compiled: an input of a few
/// bytes may ask for a million nodes, and may have them.
static constexpr unsigned MaxCompiledRanks = 1024;

/// A sanitized process keeps what was freed for a while; with the default the
/// limit on memory would measure that.
extern "C" const char *__asan_default_options() {
  return "quarantine_size_mb=16:allocator_may_return_null=0";
}

void ringc::fuzz::fail(StringRef What, StringRef More) {
  errs() << "ringc-fuzz: " << What << '\n' << More << '\n';
  std::abort();
}

const Registry &ringc::fuzz::known() {
  static const Registry All = [] {
    Registry R;
    registerBuiltinPasses(R);
    return R;
  }();
  return All;
}

/// The rules of \p P with a search that is cut short: it takes every turn it
/// has, in a millisecond.
static const Profile *hasty(const Profile &P) {
  static const auto Copies = [] {
    std::vector<Profile> All(getProfiles().begin(), getProfiles().end());
    for (Profile &Each : All) {
      Each.StepsSameChannels = 64;
      Each.StepsTree = Each.StepsOther = 128;
      Each.StepsTotal = 512;
    }
    return All;
  }();
  return &Copies[size_t(&P - getProfiles().data())];
}

Trial::Trial(unsigned NumNodes, const char *Profile) {
  Options.NumNodes = NumNodes;
  if (Profile)
    P.Rules = findProfile(Profile);
}

bool Trial::step(bool Ok, const char *What) {
  if (Ok && Diags.hasErrors())
    fail(Twine(What).concat(" went on after an error").str(), Messages);
  if (!Ok && !Diags.hasErrors())
    fail(Twine(What).concat(" refused without an error").str(), Messages);
  return Ok;
}

bool Trial::parse(StringRef Bytes) {
  InputFiles Inputs;
  Inputs.Files = {Diags.addFile(MemoryBuffer::getMemBufferCopy(Bytes, "in"))};
  if (!step(parseInputs(P, Inputs, F, Diags), "the reader"))
    return false;
  FromXml = identifyInput(Bytes.ltrim("\r\n")) == InputKind::SystemXml;
  if (!step(verifyFabric(F, Diags), "a verifier")) {
    if (FromXml)
      fail("the front end makes what its verifier refuses", Messages);
    return false;
  }
  F.Rules = hasty(*F.Rules);
  return true;
}

bool Trial::buildSystems() {
  if (F.Established.contains(Phase::System))
    return true;
  if (!step(ringc::buildSystems(F, serverCheck(/*VerifyTopology=*/true), Diags),
            "the system"))
    return false;
  // A text may leave a GPU where the front end puts none; then it is here that
  // it is refused.
  const bool Good = step(verifyPhase(F, Phase::System, Diags), "a verifier");
  if (!Good && FromXml)
    fail("the front end makes a system that its verifier refuses", Messages);
  return Good;
}

bool Trial::compile(StringRef Graph) {
  if (F.numNodes() > MaxCompiledRanks || !buildSystems() ||
      F.numRanks() > MaxCompiledRanks)
    return false;
  const uint32_t Text =
      Diags.addFile(MemoryBuffer::getMemBuffer("default", "-passes"));
  std::optional<PassManager> PM =
      PassManager::parse(Text, Diags, known().passes(), getDefaultPipeline());
  if (!PM)
    fail("the default pipeline isn't one", Messages);
  PM->skipEstablished(F);
  if (!step(PM->check(F, Diags, known().passes()), "the pass manager"))
    return false;

  XmlDocument GraphFile;
  RemarkList Remarks;
  PassContext Ctx{Diags, Remarks,
                  [](unsigned N, function_ref<void(unsigned)> Do) {
                    for (unsigned I = 0; I < N; ++I)
                      Do(I);
                  }};
  if (!Graph.empty()) {
    const uint32_t File =
        Diags.addFile(MemoryBuffer::getMemBufferCopy(Graph, "graph"));
    GraphFile = readXml(File, Diags, *F.Rules);
    if (!step(!GraphFile.empty(), "the reader of XML"))
      return false;
    Ctx.GraphFile = &GraphFile;
  }
  PM->setVerifyEach(nullptr);
  PM->instrument({{}, [this](const PassInfo &Info, const Fabric &Now) {
                    if (!Diags.hasErrors() && !verifyFabric(Now, Diags))
                      fail(Twine("a verifier refuses what comes out of ")
                               .concat(Info.Name)
                               .str(),
                           Messages);
                  }});
  const bool Ok = step(PM->run(F, Ctx, known().passes()), "the pipeline");
  for (const Remark &R : Remarks.all())
    if (R.message().empty())
      fail("a remark says nothing");
  return Ok;
}

/// A blob must come back as the same blob. It holds everything, so nothing is
/// lost then.
void Trial::checkBlob() {
  const EmitterInfo *Wiring = findEmitter("wiring");
  std::array<std::string, 2> Blobs;
  raw_string_ostream First(Blobs[0]), Second(Blobs[1]);
  if (!step(Wiring->Emit(F, EmitOptions(), First, Diags), "the blob's writer"))
    fail("what the verifiers accept can't be written as a blob", Messages);
  const uint32_t File =
      Diags.addFile(MemoryBuffer::getMemBufferCopy(Blobs[0], "blob"));
  const std::optional<Fabric> Back = readWiring(File, Diags);
  if (!Back || !Wiring->Emit(*Back, EmitOptions(), Second, Diags) ||
      Blobs[0] != Blobs[1])
    fail("a blob doesn't come back as it was", Messages);
}

void Trial::checkRoundtrip() {
  if (F.numRanks() > MaxCompiledRanks || F.numNodes() > MaxCompiledRanks)
    return;
  const std::string Text = printToString(F);
  if (!readsBack(Text, Text, parseFabric, diag::err_roundtrip_parse,
                 diag::err_roundtrip_text, Diags))
    fail("text doesn't come back as it was", Messages);
  if (F.Established.containsAll(findEmitter("wiring")->Requires))
    checkBlob();
}

void Trial::checkOutputs() {
  checkRoundtrip();
  for (const EmitterInfo &Kind : getEmitters()) {
    if (!F.Established.containsAll(Kind.Requires))
      continue;
    const unsigned Before = Diags.getNumErrors();
    for (const std::optional<RankId> Rank :
         {std::optional<RankId>(), std::optional(RankId(F.numRanks() / 2))}) {
      std::string Text;
      raw_string_ostream Out(Text);
      const bool Ok = Kind.Emit(F, {Rank}, Out, Diags);
      if (Ok != (Diags.getNumErrors() == Before))
        fail(Twine("errors and result differ for -emit=")
                 .concat(Kind.Name)
                 .str(),
             Messages);
      if (!Ok)
        break; // a rank's view that this kind doesn't have
    }
  }
}
