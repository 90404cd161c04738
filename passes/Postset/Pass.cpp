//===- Pass.cpp - postset over a fabric -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stitches every channel that all servers have, then plans the doubled ones.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "Postset.h"
#include "ringc/Neuron/Pod.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/Postset.inc"
#include <algorithm>
#include <numeric>

using namespace ringc;

namespace {

class PostsetPass : public FabricPass {
public:
  explicit PostsetPass(const PostsetOptions &Options) : Options(Options) {}
  void run(Fabric &F, PassContext &Ctx) override;

private:
  bool reverses(const Profile &P) const {
    if (Options.SecondHalf == PostsetSecondHalf::Profile)
      return P.Second == SecondHalf::Reverse;
    return Options.SecondHalf == PostsetSecondHalf::Reverse;
  }
  PostsetOptions Options;
};

} // namespace

/// The nodes as channels pass them: in order, or as the pods say that all of
/// them belong to.
static std::vector<unsigned> nodeOrder(const Fabric &F) {
  std::vector<unsigned> Order(F.numNodes());
  std::iota(Order.begin(), Order.end(), 0u);
  const neuron::PodMode M = neuron::commonPodMode(*F.Rules, F.Servers);
  return neuron::isPod(M) ? neuron::podOrder(M, F.numNodes()) : Order;
}

/// Fills the tables of channel \p C. False after an error.
static bool stitch(Fabric &F, unsigned C, std::span<const unsigned> Order,
                   DiagnosticEngine &Diags) {
  const size_t NumServers = F.Servers.size();
  std::vector<std::vector<int>> Prev(NumServers), Next(NumServers);
  std::vector<NodeChain> Chains;
  for (size_t I = 0; I < NumServers; ++I) {
    Chains.push_back(chainOf(F.Servers[I].Ranks, C, Prev[I], Next[I]));
    if (!isInRange(Chains.back())) {
      Diags.report(diag::err_postset_fragment) << I << C;
      return false;
    }
  }
  std::vector<NodeChain> Nodes;
  Nodes.reserve(F.numNodes());
  for (unsigned K : Order) {
    Nodes.push_back(Chains[*F.Nodes[K]]);
    Nodes.back().FirstRank = F.FirstRank[K];
  }
  Channel &Ring = F.Channels[C];
  Ring.Next.resize(F.numRanks());
  Ring.Prev.resize(F.numRanks());
  stitchChannel(Nodes, Ring.Next, Ring.Prev);
  return true;
}

void PostsetPass::run(Fabric &F, PassContext &Ctx) {
  const std::vector<ChannelPlan> Plan = planChannels(
      unsigned(F.Common->NumChannels), unsigned(F.Rules->MaxChannels),
      unsigned(Options.MaxChannels), unsigned(Options.MinChannels),
      reverses(*F.Rules));
  F.Channels.assign(Plan.size(), {});
  const std::vector<unsigned> Order = nodeOrder(F);
  for (unsigned C = 0; C < Plan.size(); ++C) {
    if (Plan[C].Original == C) {
      if (!stitch(F, C, Order, Ctx.Diags))
        return;
      continue;
    }
    F.Channels[C].CopyOf = ChannelId(Plan[C].Original);
    F.Channels[C].Reversed = Plan[C].Reversed;
  }
}

std::unique_ptr<FabricPass>
ringc::createPostsetPass(const PostsetOptions &Options) {
  return std::make_unique<PostsetPass>(Options);
}
