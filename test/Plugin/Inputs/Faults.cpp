//===- Faults.cpp - Plug-ins that are wrong -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built several times, with one of the macros: what is wrong.
//
//===----------------------------------------------------------------------===//

#include "ringc/Plugin/Plugin.h"
#include <csignal>
#include <cstdlib>
#include <stdexcept>

using namespace ringc;

#if defined(NO_ENTRY)
int SomethingElse = 1;
#elif defined(NULL_INFO)
extern "C" const PluginInfo *ringcGetPluginInfo() { return nullptr; }
#elif defined(OLD_VERSION) || defined(FOREIGN_TAG)
extern "C" const PluginInfo *ringcGetPluginInfo() {
#ifdef OLD_VERSION
  static constexpr PluginInfo Info = {7, "", "", "", nullptr};
#else
  static constexpr PluginInfo Info = {PluginAPIVersion, "ringc-of-yesterday",
                                      "", "", nullptr};
#endif
  return &Info;
}
#elif defined(NO_REGISTER)
RINGC_PLUGIN("faults", "1.0", nullptr)
#else

namespace {

/// Does what its name says.
template <typename Function> struct BadPass : FabricPass {
  explicit BadPass(Function Do) : Do(Do) {}
  void run(Fabric &F, PassContext &Ctx) override { Do(F, Ctx); }
  Function Do;
};

} // namespace

template <auto Do> static PassInfo infoOf(const char *Name) {
  PassInfo Info{};
  Info.Name = Name;
  Info.Summary = "goes wrong";
  Info.Create =
      [](const PassArguments &) -> llvm::Expected<std::unique_ptr<FabricPass>> {
    return std::make_unique<BadPass<decltype(Do)>>(Do);
  };
  return Info;
}

static void throws(Fabric &, PassContext &) {
  throw std::runtime_error("out of patience");
}
static void crashes(Fabric &, PassContext &) { std::raise(SIGSEGV); }
static void throwsNumber(Fabric &, PassContext &) { throw 1; }
static void breaksRing(Fabric &F, PassContext &) {
  std::swap(F.Channels[0].Order[1], F.Channels[0].Order[2]);
}
/// What would keep the verifier from looking at the ring.
static void breaksUnseen(Fabric &F, PassContext &Ctx) {
  breaksRing(F, Ctx);
  F.Established = PhaseSet{Phase::Parsed, Phase::System};
}
static void losesPhases(Fabric &F, PassContext &) { F.Established = {}; }
static void losesProfile(Fabric &F, PassContext &) { F.Rules = nullptr; }
static void losesPaths(Fabric &F, PassContext &) {
  F.Servers[0].Sys.Paths = PathTable();
}
static void throwsOnThreads(Fabric &, PassContext &Ctx) {
  Ctx.ForEach(64, [](unsigned) { throw std::runtime_error("in a thread"); });
}
/// Paths that nothing goes by.
static void clearsPaths(Fabric &F, PassContext &) {
  System &Sys = F.Servers[0].Sys;
  Sys.Paths.reset(Sys.counts());
}
static void clearsLinks(Fabric &F, PassContext &) {
  for (Node &N : F.Servers[0].Sys.of(NodeType::Gpu))
    N.Links.clear();
}
static void renamesElement(Fabric &F, PassContext &) {
  F.Servers[0].Xml.Elements[1].Name = "c p u";
}
static void dropsAttribute(Fabric &F, PassContext &) {
  for (XmlElement &E : F.Servers[0].Xml.Elements)
    if (E.Name == "net")
      E.Attributes.clear();
}
static void changesP2p(Fabric &F, PassContext &) {
  F.P2p = {F.P2p.Total / 2, 1, {0}};
}
static void ends(Fabric &, PassContext &) { std::exit(0); }
static void throwsNothing(Fabric &, PassContext &) {
  throw std::runtime_error("");
}
static void losesTable(Fabric &F, PassContext &) { F.Channels[0].Next.clear(); }
static bool emitsNothing(const Fabric &, const EmitOptions &,
                         llvm::raw_ostream &, DiagnosticEngine &) {
  return false;
}
static llvm::Expected<std::unique_ptr<FabricPass>>
makesNothing(const PassArguments &) {
  return nullptr;
}
static llvm::Expected<std::unique_ptr<FabricPass>>
throwsInstead(const PassArguments &) {
  throw std::runtime_error("no hands");
}
static std::unique_ptr<AnalysisResult> findsNothing(const Fabric &) {
  return nullptr;
}
static bool verifiesNothing(const Fabric &, DiagnosticEngine &) {
  return false;
}

#if defined(THROWS_EARLY)
static const int Early = [] {
  throw std::runtime_error("before the sun");
  return 1;
}();
#endif

static llvm::Error registerAll(Registry &R) {
#if defined(INSERTS_TOO_EARLY)
  R.insertAfter(Phase::Graph, "allgather");
  return llvm::Error::success();
#elif defined(INSERTS_AGAIN)
  R.insertAfter(Phase::Graph, "compute-graph");
  return llvm::Error::success();
#elif defined(NAME)
  return R.add(infoOf<throws>(NAME));
#elif defined(THROWS)
  throw std::runtime_error("no such weather");
#elif defined(REFUSES)
  return llvm::createStringError("not on Wednesdays");
#elif defined(TAKES_NAME)
  return R.add(infoOf<throws>("preset"));
#elif defined(INSERTS_TEXT)
  R.insertAfter(Phase::Rings, INSERTS_TEXT);
  return R.add(infoOf<throws>("throws"));
#elif defined(LACKS)
  return R.add(LACKS);
#elif defined(INSERTS)
  R.insertAfter(Phase::Rings, "throws-later");
  return R.add(infoOf<throws>("throws-later"));
#elif defined(SILENT_VERIFIER)
  return R.add(VerifierInfo{"silent", Phase::System, verifiesNothing});
#else
  for (const PassInfo &Info :
       {infoOf<throws>("throws"), infoOf<throwsNumber>("throws-number"),
        infoOf<breaksRing>("breaks-ring"), infoOf<losesTable>("loses-table"),
        infoOf<crashes>("crashes"), infoOf<breaksUnseen>("breaks-unseen"),
        infoOf<losesPhases>("loses-phases"),
        infoOf<losesProfile>("loses-profile"),
        infoOf<losesPaths>("loses-paths"),
        infoOf<throwsNothing>("throws-nothing"),
        infoOf<throwsOnThreads>("throws-on-threads"),
        infoOf<clearsPaths>("clears-paths"),
        infoOf<clearsLinks>("clears-links"),
        infoOf<renamesElement>("renames-element"),
        infoOf<dropsAttribute>("drops-attribute"),
        infoOf<changesP2p>("changes-p2p"), infoOf<ends>("ends")})
    if (llvm::Error E = R.add(Info))
      return E;
  PassInfo Looker = infoOf<dropsAttribute>("looks");
  Looker.OnlyLooks = true;
  if (llvm::Error E = R.add(Looker))
    return E;
  PassInfo Unmade = infoOf<throws>("makes-nothing");
  Unmade.Create = makesNothing;
  if (llvm::Error E = R.add(Unmade))
    return E;
  Unmade.Name = "throws-instead";
  Unmade.Create = throwsInstead;
  if (llvm::Error E = R.add(Unmade))
    return E;
  if (llvm::Error E = R.add(
          AnalysisInfo{"finds-nothing", "nothing", PhaseSet(), findsNothing}))
    return E;
  return R.add(
      EmitterInfo{"nothing", "nothing", PhaseSet(), false, emitsNothing});
#endif
}
RINGC_PLUGIN("faults", "1.0", registerAll)
#endif
