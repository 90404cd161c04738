//===- Pass.cpp - degrade over a fabric -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the names, applies them to the trees of the nodes concerned, and has
// the servers built anew. Where someone will see it, the fabric as it was and
// the degraded one are compiled with the default pipeline, and if several kinds
// of parts are lost, each kind alone; the figures of all of them become
// remarks.
//
// Those inner runs report to engines of their own. What stops the degraded
// fabric is reported by the pipeline itself when it gets there, once; what
// stops the one as it was is no concern of the user's but for the comparison.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "Degrade.h"
#include "passes/EstimateBandwidth/FabricTraffic.h"
#include "ringc/Diag/Suggest.h"
#include "ringc/Pass/EditServers.h"
#include "ringc/Topology/XmlEdit.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/Degrade.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace ringc;

namespace {

class DegradePass : public FabricPass {
public:
  explicit DegradePass(const DegradeOptions &Options) : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  std::optional<Fabric> degrade(const Fabric &F, ArrayRef<Loss> Losses,
                                const PassContext &Ctx, RemarkList &Remarks,
                                DiagnosticEngine &Diags) const;
  void compare(const Fabric &Before, const Fabric &After, ArrayRef<Loss> Losses,
               PassContext &Ctx) const;

  DegradeOptions Options;
};

/// One thing that is compared, as text; a number if it is one.
struct Figure {
  const char *Name; ///< of the remark, CamelCase
  const char *Told; ///< in its message
  std::string Text;
  std::optional<double> Number = {};
  const char *Unit = "";
};

/// What a compiled fabric gives, or why there is none.
struct Wiring {
  std::vector<Figure> Figures;
  std::string Error;
};

/// What an inner run reports to: nobody sees it, the first error is kept.
struct InnerEngine {
  explicit InnerEngine(Wiring &W) {
    Diags.setHandler([&W](const Diagnostic &D) {
      if (D.Level == Severity::Error && W.Error.empty())
        W.Error = D.Text;
    });
  }
  DiagnosticEngine Diags{nulls()};
};

} // namespace

/// What limits the slowest channel of \p E, which is that of \p F; of several
/// the first.
static std::string nameOfLimit(const Fabric &F, const BandwidthEstimate &E) {
  const auto Slowest =
      min_element(E.Channels, [](const auto &A, const auto &B) {
        return A.Bandwidth < B.Bandwidth;
      });
  if (Slowest == E.Channels.end() || Slowest->Link == NoLink)
    return "nothing that is known";
  const LinkLoad &L = E.Links[Slowest->Link];
  const FabricTraffic Traffic = describeTraffic(F);
  const ServerTraffic &T = Traffic.Servers[L.Server];
  return nameOf(*T.Sys, L.From) + " to " + nameOf(*T.Sys, L.To) + " of " +
         nameOf(F, T);
}

/// The figures of a compiled fabric: what is compared is what stands here, in
/// this order. The same figures for every fabric of as many nodes.
static std::vector<Figure> gatherFigures(const Fabric &F) {
  std::vector<Figure> All;
  const auto Number = [&](const char *Name, const char *Told, double Value,
                          const char *Unit = "") {
    All.push_back({Name, Told, formatNumber(Value), Value, Unit});
  };
  const auto Type = [&](const char *Name, const char *Told, PathType T) {
    All.push_back({Name, Told, std::string(toString(T))});
  };
  // All servers have agreed on these; channels share a server's links, copies
  // share their originals'.
  const Gathered &G = *F.Common;
  Number("Ranks", "ranks", F.numRanks());
  Number("Channels", "channels", double(F.Channels.size()));
  Number("SearchedChannels", "channels searched", G.NumChannels);
  Number("SpeedIntra", "speed of a channel inside a server",
         double(G.SpeedIntra), " GB/s");
  Number("WidthIntra", "channels x speed inside a server",
         G.NumChannels * double(G.SpeedIntra), " GB/s");
  Type("TypeIntra", "worst path inside a server", G.TypeIntra);
  if (!F.singleNode()) {
    Number("SpeedInter", "speed of a channel between servers",
           double(G.SpeedInter), " GB/s");
    Number("WidthInter", "channels x speed between servers",
           G.NumChannels * double(G.SpeedInter), " GB/s");
    Type("TypeInter", "worst path to a NIC", G.TypeInter);
  }
  // What the search reserved is one thing, what the links carry another.
  const BandwidthEstimate E = estimateBandwidth(F);
  Number("Bandwidth",
         E.NumUnknown ? "busbw of all channels at once, at most"
                      : "busbw of all channels at once",
         E.Total, " GB/s");
  All.push_back({"Limit", "slowest channel limited by", nameOfLimit(F, E)});
  return All;
}

/// Compiles a copy of \p F in silence.
static Wiring compileInside(Fabric F, const PassContext &Ctx) {
  Wiring W;
  InnerEngine Inner(W);
  if (Ctx.RunDefault(F, Inner.Diags))
    W.Figures = gatherFigures(F);
  return W;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static Remark start(const char *Name, std::string Function, SrcLoc Loc = {}) {
  return Remark(Remark::Kind::Analysis, "degrade", Name, std::move(Function),
                Loc);
}

static Remark lossRemark(const LossEffect &E, const std::string &Where) {
  const bool Dropped = E.Was == 0;
  Remark R = start(Dropped ? "Dropped" : "Narrowed", Where, E.Place);
  R.arg("Part", E.Name);
  if (Dropped)
    return R.text(" dropped");
  R.text(" narrowed: ").arg("Before", E.Was).text(" -> ").arg("After", E.Is);
  return R.text(std::string(" ") + E.Unit);
}

static Remark figureRemark(const Figure &Before, const Figure &After,
                           const std::string &What) {
  Remark R = start(Before.Name, What);
  R.text(std::string(Before.Told) + ": ").arg("Before", Before.Text);
  R.text(" -> ").arg("After", After.Text).text(After.Unit);
  if (Before.Number && After.Number && *Before.Number > 0 &&
      std::isfinite(*Before.Number) && std::isfinite(*After.Number) &&
      *Before.Number != *After.Number)
    R.text(" (")
        .arg("Percent", 100 * *After.Number / *Before.Number)
        .text(" %)");
  return R;
}

static void compareWirings(const Wiring &Before, const Wiring &After,
                           const std::string &What, RemarkList &Remarks) {
  if (After.Figures.empty())
    Remarks.add(start("NotCompiled", What)
                    .text("can't be compiled any more: ")
                    .arg("Error", After.Error));
  else if (Before.Figures.empty())
    Remarks.add(start("NotCompiled", What)
                    .text("couldn't be compiled as it was: ")
                    .arg("Error", Before.Error));
  else
    for (const auto &[Old, New] : zip_equal(Before.Figures, After.Figures))
      Remarks.add(figureRemark(Old, New, What));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static void reportText(const LossError &E, SrcLoc Place,
                       DiagnosticEngine &Diags) {
  using Kind = LossError::Kind;
  switch (E.What) {
  case Kind::Nothing:
    Diags.report(diag::err_degrade_nothing, Place);
    break;
  case Kind::Name:
    Diags.report(diag::err_degrade_name, Place) << E.Of.Item;
    break;
  case Kind::Ends:
    Diags.report(diag::err_degrade_ends, Place) << E.Of.Item;
    break;
  case Kind::Amount:
    Diags.report(diag::err_degrade_amount, Place) << E.Of.Item;
    break;
  case Kind::Factor:
    Diags.report(diag::err_degrade_factor, Place) << E.Of.Item << E.Detail;
    break;
  case Kind::Value:
    Diags.report(diag::err_degrade_value, Place) << E.Of.Item << E.Detail;
    break;
  case Kind::GpuValue:
    Diags.report(diag::err_degrade_gpu_value, Place) << E.Of.Item;
    break;
  case Kind::DropAmount:
    Diags.report(diag::err_degrade_drop_amount, Place) << E.Of.Item;
    break;
  case Kind::Unknown:
  case Kind::Ambiguous:
  case Kind::Fraction:
  case Kind::Wider:
    break; // of a server, not of the text
  }
}

static void reportUnknown(const LossError &E, const Server &S, SrcLoc Place,
                          DiagnosticEngine &Diags) {
  const char *Part = toString(E.Of.Kind);
  const SmallVector<StringRef, 32> Known(E.Known.begin(), E.Known.end());
  // Another number is no misspelling of this one.
  const StringRef Which = E.Of.Which;
  const StringRef Nearest =
      all_of(Which, isDigit) ? StringRef() : nearestName(Which, Known);
  if (!Nearest.empty())
    Diags.report(diag::err_degrade_unknown_suggest, Place)
        << S.Source << Part << Which << Nearest;
  else
    Diags.report(diag::err_degrade_unknown, Place)
        << S.Source << Part << E.Of.Which;
  if (Known.empty())
    Diags.report(diag::note_degrade_none, placeOf(S)) << Part;
  else
    Diags.report(diag::note_degrade_known, placeOf(S))
        << Part << join(Known, ", ");
}

/// Reports what is wrong with a name on server \p S.
static void reportForServer(const LossError &E, const Server &S, SrcLoc Place,
                            DiagnosticEngine &Diags) {
  switch (E.What) {
  case LossError::Kind::Unknown:
    reportUnknown(E, S, Place, Diags);
    break;
  case LossError::Kind::Ambiguous:
    Diags.report(diag::err_degrade_ambiguous, Place)
        << S.Source << toString(E.Of.Kind) << E.Of.Which;
    Diags.report(diag::note_degrade_first, E.Place);
    break;
  case LossError::Kind::Fraction:
    Diags.report(diag::err_degrade_fraction, Place)
        << E.Of.Item << E.Becomes << E.Was << E.Unit;
    Diags.report(diag::note_degrade_link, E.Place);
    break;
  case LossError::Kind::Wider:
    Diags.report(diag::err_degrade_wider, Place)
        << E.Of.Item << E.Was << E.Unit;
    Diags.report(diag::note_degrade_link, E.Place);
    break;
  default:
    break; // of the text, not of a server
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

std::optional<Fabric> DegradePass::degrade(const Fabric &F,
                                           ArrayRef<Loss> Losses,
                                           const PassContext &Ctx,
                                           RemarkList &Remarks,
                                           DiagnosticEngine &Diags) const {
  ServerTrees Trees = takeTrees(F);
  bool Ok = true;
  for (const auto &[Tree, Of, Where] : treesToEdit(F, Trees, Options.Node)) {
    const Server &S = F.Servers[*Of];
    std::vector<LossEffect> Effects;
    if (auto E = applyLosses(Trees.Trees[Tree].Xml, Losses, Effects)) {
      reportForServer(*E, S, placeOfOption(E->Of.Item, Ctx), Diags);
      Ok = false;
      continue;
    }
    for (const LossEffect &E : Effects)
      Remarks.add(lossRemark(E, Where));
    if (gpusByRank(Trees.Trees[Tree].Xml).empty()) {
      Diags.report(diag::err_server_no_gpu, placeOf(S)) << S.Source;
      Ok = false;
    }
  }
  if (!Ok)
    return std::nullopt;
  return rebuildServers(F, std::move(Trees), Ctx.CheckServer, Diags);
}

void DegradePass::compare(const Fabric &Before, const Fabric &After,
                          ArrayRef<Loss> Losses, PassContext &Ctx) const {
  const Wiring Whole = compileInside(Before, Ctx);
  compareWirings(Whole, compileInside(After, Ctx), "fabric", Ctx.Remarks);
  for (unsigned K = 0; K < NumPartKinds; ++K) {
    std::vector<Loss> Some;
    copy_if(Losses, std::back_inserter(Some),
            [&](const Loss &L) { return L.Kind == PartKind(K); });
    if (Some.empty() || Some.size() == Losses.size())
      continue;
    RemarkList Known;
    Wiring Alone;
    InnerEngine Inner(Alone);
    if (std::optional<Fabric> F =
            degrade(Before, Some, Ctx, Known, Inner.Diags))
      Alone = compileInside(std::move(*F), Ctx);
    compareWirings(Whole, Alone,
                   std::string("fabric, ") + toString(PartKind(K)) +
                       " losses alone",
                   Ctx.Remarks);
  }
}

void DegradePass::run(Fabric &F, PassContext &Ctx) {
  std::vector<Loss> Losses;
  if (auto E = parseLosses(Options.Drop, Options.Narrow, Losses)) {
    reportText(*E, placeOfOption(E->Of.Item, Ctx), Ctx.Diags);
    return;
  }
  if (!checkEditable(F, "degrade", Options.Node, Ctx))
    return;
  std::optional<Fabric> After = degrade(F, Losses, Ctx, Ctx.Remarks, Ctx.Diags);
  if (!After)
    return;
  if (Ctx.RunDefault)
    compare(F, *After, Losses, Ctx);
  F = std::move(*After);
}

std::unique_ptr<FabricPass>
ringc::createDegradePass(const DegradeOptions &Options) {
  return std::make_unique<DegradePass>(Options);
}
