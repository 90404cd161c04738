//===- Pass.cpp - relabel-ranks over a fabric -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Local ranks are changed in the trees, nodes in the list of nodes; the servers
// are then built anew, since equal ones may have come to differ and different
// ones to be equal.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "RelabelRanks.h"
#include "ringc/Pass/EditServers.h"
#include "ringc/Topology/XmlEdit.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/RelabelRanks.inc"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ringc;

namespace {

class RelabelRanksPass : public FabricPass {
public:
  explicit RelabelRanksPass(const RelabelRanksOptions &Options)
      : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  bool readOrders(const PassContext &Ctx);
  bool relabel(const Fabric &F, ServerTrees &Trees, PassContext &Ctx) const;
  std::vector<uint32_t> inNewOrder(const XmlDocument &Doc) const;

  RelabelRanksOptions Options;
  std::vector<uint32_t> Order, Nodes;
};

/// An order and what it is about, for messages.
struct Ordered {
  const char *Option;
  StringRef Text;    ///< of the option
  std::string Owner; ///< who has the things ordered
  const char *Things;
  size_t Count;
};

} // namespace

static void report(const OrderError &E, const Ordered &Of, size_t Length,
                   const PassContext &Ctx) {
  const SrcLoc Place = placeOfOption(Of.Text, Ctx);
  switch (E.What) {
  case OrderError::Kind::Number:
    Ctx.Diags.report(diag::err_relabel_number, Place) << Of.Option << E.Text;
    break;
  case OrderError::Kind::Long:
    Ctx.Diags.report(diag::err_relabel_long, Place)
        << Of.Option << MaxFabricNodes;
    break;
  case OrderError::Kind::Length:
    Ctx.Diags.report(diag::err_relabel_length, Place)
        << Of.Option << Length << Of.Owner << Of.Count << Of.Things;
    break;
  case OrderError::Kind::Range:
    Ctx.Diags.report(diag::err_relabel_range, Place)
        << Of.Option << E.Number << Of.Owner << 0 << Of.Count - 1;
    break;
  case OrderError::Kind::Twice:
    Ctx.Diags.report(diag::err_relabel_twice, Place) << Of.Option << E.Number;
    break;
  }
}

/// Reads the options that are orders. False after an error.
bool RelabelRanksPass::readOrders(const PassContext &Ctx) {
  using By = RelabelRanksBy;
  if (Options.By != By::Order && !Options.Order.empty()) {
    Ctx.Diags.report(diag::err_relabel_both, Ctx.Place)
        << (Options.By == By::Dev     ? "dev"
            : Options.By == By::Busid ? "busid"
                                      : "file");
    return false;
  }
  if (Options.By == By::Order && Options.Order.empty() &&
      Options.Nodes.empty()) {
    Ctx.Diags.report(diag::err_relabel_nothing, Ctx.Place);
    return false;
  }
  const auto Read = [&](const char *Name, const std::string &Text,
                        std::vector<uint32_t> &Into) {
    Into.clear();
    if (Text.empty())
      return true;
    const auto E = parseOrder(Text, MaxFabricNodes, Into);
    if (E)
      report(*E, {Name, Text, {}, "", 0}, 0, Ctx);
    return !E;
  };
  return Read("order", Options.Order, Order) &&
         Read("nodes", Options.Nodes, Nodes);
}

/// The GPUs of \p Doc as they shall be numbered.
std::vector<uint32_t>
RelabelRanksPass::inNewOrder(const XmlDocument &Doc) const {
  switch (Options.By) {
  case RelabelRanksBy::Dev:
    return gpusInOrder(Doc, RankOrder::Dev);
  case RelabelRanksBy::Busid:
    return gpusInOrder(Doc, RankOrder::BusId);
  case RelabelRanksBy::File:
    return gpusInOrder(Doc, RankOrder::File);
  case RelabelRanksBy::Order:
    break;
  }
  std::vector<uint32_t> Gpus = gpusByRank(Doc);
  if (Order.empty())
    return Gpus;
  std::vector<uint32_t> New;
  for (uint32_t Old : Order)
    New.push_back(Gpus[Old]);
  return New;
}

/// Which ranks the GPUs had that now are 0, 1, ...
static Remark remark(const Server &S, std::string Where,
                     ArrayRef<std::string> Old) {
  Remark R(Remark::Kind::Passed, "relabel-ranks", "Relabelled",
           std::move(Where), placeOfFirstGpu(S));
  R.text("ranks 0 to ").arg("Last", Old.size() - 1).text(" were ");
  return R.arg("Were", join(Old, ", "));
}

bool RelabelRanksPass::relabel(const Fabric &F, ServerTrees &Trees,
                               PassContext &Ctx) const {
  bool Ok = true;
  for (const auto &[Tree, Of, Where] : treesToEdit(F, Trees, Options.Node)) {
    const Server &S = F.Servers[*Of];
    XmlDocument &Doc = Trees.Trees[Tree].Xml;
    if (!Order.empty())
      if (auto E = checkOrder(Order, S.numRanks())) {
        report(*E,
               {"order", Options.Order, "'" + S.Source + "'", "gpus",
                S.numRanks()},
               Order.size(), Ctx);
        Ok = false;
        continue;
      }
    const std::vector<uint32_t> Gpus = inNewOrder(Doc);
    std::vector<std::string> Old;
    for (uint32_t Gpu : Gpus)
      Old.emplace_back(Doc[Gpu].get("rank"));
    setRanks(Doc, Gpus);
    Ctx.Remarks.add(remark(S, Where, Old));
  }
  return Ok;
}

void RelabelRanksPass::run(Fabric &F, PassContext &Ctx) {
  if (!readOrders(Ctx) || !checkEditable(F, "relabel-ranks", Options.Node, Ctx))
    return;
  ServerTrees Trees = takeTrees(F);
  const bool KeepsRanks = Options.By == RelabelRanksBy::Order && Order.empty();
  bool Ok = KeepsRanks || relabel(F, Trees, Ctx);
  if (!Nodes.empty()) {
    if (auto E = checkOrder(Nodes, F.numNodes())) {
      report(*E, {"nodes", Options.Nodes, "the fabric", "nodes", F.numNodes()},
             Nodes.size(), Ctx);
      Ok = false;
    } else {
      const std::vector<uint32_t> Old = Trees.OfNode;
      for (size_t I = 0; I < Nodes.size(); ++I)
        Trees.OfNode[I] = Old[Nodes[I]];
    }
  }
  if (!Ok)
    return;
  if (std::optional<Fabric> New =
          rebuildServers(F, std::move(Trees), Ctx.CheckServer, Ctx.Diags))
    F = std::move(*New);
}

std::unique_ptr<FabricPass>
ringc::createRelabelRanksPass(const RelabelRanksOptions &Options) {
  return std::make_unique<RelabelRanksPass>(Options);
}
