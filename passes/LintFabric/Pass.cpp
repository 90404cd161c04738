//===- Pass.cpp - lint-fabric over a fabric -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays the fabric out as the checks want it, runs them, and hands their
// messages on. Nothing here is done for each rank; for each node, only to find
// out which distinct servers are neighbours.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "LintFabric.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/LintFabric.inc"

using namespace ringc;

namespace {

class LintFabricPass : public FabricPass {
public:
  explicit LintFabricPass(const LintFabricOptions &Options)
      : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  LintFabricOptions Options;
};

} // namespace

/// By LintText.
static constexpr diag::ID Texts[] = {
    diag::warn_lint_gpu_nvlinks, diag::warn_lint_gpu_pci,
    diag::warn_lint_gpu_sm,      diag::warn_lint_slow_hop,
    diag::note_lint_few,         diag::warn_lint_shared_nic,
    diag::warn_lint_unused_nic,  diag::warn_lint_same_port,
    diag::warn_lint_virtual_nic, diag::warn_lint_flat_pci,
    diag::warn_lint_fewer_gpus,  diag::warn_lint_fewer_nics,
    diag::warn_lint_channels,    diag::warn_lint_nic_place,
    diag::warn_lint_cross_rail,  diag::note_lint_gpu,
    diag::note_lint_nic,         diag::note_lint_server,
};
static_assert(std::size(Texts) == NumLintTexts);

/// The NET of that device number, by index: the first one, as the runtime looks
/// it up; -1 if there is none.
static int findNet(const System &S, NetId Dev) {
  const std::vector<Node> &Nets = S.of(NodeType::Net);
  for (size_t I = 0; I < Nets.size(); ++I)
    if (Nets[I].Id == int64_t(*Dev))
      return int(I);
  return -1;
}

static LintServer layOut(const Fabric &F, const Server &S) {
  LintServer Out;
  Out.Name = S.Source;
  Out.Loc = placeOf(S);
  Out.Sys = &S.Sys;
  Out.Graph = &S.Graph;
  for (unsigned C = 0; C < F.Channels.size(); ++C) {
    if (F.Channels[C].CopyOf)
      continue;
    LintChannel Channel{C, F.searchedChannel(ChannelId(C))};
    if (C < S.Nets.size()) {
      Channel.Recv = findNet(S.Sys, S.Nets[C].Recv);
      Channel.Send = findNet(S.Sys, S.Nets[C].Send);
    }
    Out.Channels.push_back(Channel);
  }
  return Out;
}

/// Which servers stand behind which, and how often; \p View has server s of the
/// fabric as PlaceOf[s]. All channels pass the nodes in the order of the first
/// one.
static std::vector<LintNeighbours>
findNeighbours(const Fabric &F, llvm::ArrayRef<unsigned> PlaceOf,
               size_t NumServers) {
  if (F.singleNode() || F.Channels.empty())
    return {};
  if (NumServers == 1)
    return {{0, 0, F.numNodes()}};
  // A fabric that nobody verified may lead anywhere.
  const std::vector<int32_t> &Next = F.Channels.front().Next;
  std::map<std::pair<unsigned, unsigned>, unsigned> Times;
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const RankId Tail = F.ends(ChannelId(0), NodeId(K)).Tail;
    if (*Tail >= Next.size() || uint32_t(Next[*Tail]) >= F.numRanks())
      continue;
    const NodeId Behind = F.nodeOf(RankId(uint32_t(Next[*Tail])));
    ++Times[{PlaceOf[*F.Nodes[K]], PlaceOf[*F.Nodes[*Behind]]}];
  }
  std::vector<LintNeighbours> Pairs;
  for (const auto &[Pair, N] : Times)
    Pairs.push_back({Pair.first, Pair.second, N});
  return Pairs;
}

static RailBy railBy(LintFabricRails Rails) {
  switch (Rails) {
  case LintFabricRails::Place:
    return RailBy::Place;
  case LintFabricRails::Name:
    return RailBy::Name;
  case LintFabricRails::Dev:
    return RailBy::Dev;
  }
  return RailBy::Place;
}

/// Whether \p F is of Neuron machines, by whatever rules it is compiled: a
/// built-in machine says so in its root element.
static bool isNeuron(const Fabric &F) {
  return F.Rules->Search == SearchKind::Neuron ||
         llvm::any_of(F.Servers, [](const Server &S) {
           return !S.Xml.empty() && S.Xml[0].find("platform");
         });
}

static void report(const LintMessages &Messages, DiagnosticEngine &Diags) {
  for (const LintMessage &M : Messages) {
    DiagnosticBuilder Builder = Diags.report(Texts[unsigned(M.What)], M.Loc);
    for (const LintArg &Arg : M.Args)
      std::visit([&](const auto &Value) { Builder << Value; }, Arg);
  }
}

void LintFabricPass::run(Fabric &F, PassContext &Ctx) {
  LintView View;
  View.Rules = F.Rules;
  View.Rails = railBy(Options.Rails);
  View.SingleNode = F.singleNode();
  std::vector<unsigned> PlaceOf(F.Servers.size());
  for (uint32_t S : F.serversInUse()) {
    PlaceOf[S] = unsigned(View.Servers.size());
    View.Servers.push_back(layOut(F, F.Servers[S]));
  }
  for (ServerId S : F.Nodes)
    ++View.Servers[PlaceOf[*S]].NumNodes;
  View.Neighbours = findNeighbours(F, PlaceOf, View.Servers.size());
  View.describe();

  LintMessages Messages;
  const bool Neuron = isNeuron(F);
  for (const LintCheck &Check : lintChecks())
    if (Check.OnNeuron || !Neuron)
      Check.Run(View, Messages);
  report(Messages, Ctx.Diags);
}

std::unique_ptr<FabricPass>
ringc::createLintFabricPass(const LintFabricOptions &Options) {
  return std::make_unique<LintFabricPass>(Options);
}
