//===- Pass.cpp - bind-netdev over a fabric -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the NICs of every channel once per distinct server.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "BindNetDev.h"
#include <utility>
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/BindNetDev.inc"

using namespace ringc;

namespace {

class BindNetDevPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override;
};

} // namespace

/// The NICs of channel \p C in server \p S. The runtime asks by the channel's
/// own number, not its original's: they differ where channels were cut and then
/// filled up.
static NetPair bind(const Fabric &F, const Server &S, unsigned C) {
  const unsigned Row = F.searchedChannel(ChannelId(C));
  int Head = S.Ranks.front().ringRecv[Row];
  int Tail = S.Ranks.front().ringSend[Row];
  if (F.Channels[C].Reversed)
    std::swap(Head, Tail);
  const auto Dev = [&](int Rank) {
    return NetId(uint32_t(getNetDev(S.Graph.intra, S.Graph.inter,
                                    unsigned(F.Common->NumChannels),
                                    S.numRanks(), Rank, C)));
  };
  return {Dev(Head), Dev(Tail)};
}

/// Says that a channel leaves by another NIC than it came by.
static void remarkCrossing(const Server &S, size_t Server, size_t C,
                           NetPair Nets, RemarkList &Remarks) {
  SrcLoc Loc;
  for (const Node &N : S.Sys.of(NodeType::Net))
    if (N.Id == *Nets.Send && !Loc.isValid())
      Loc = N.Loc;
  Remark R(Remark::Kind::Analysis, "bind-netdev", "NicsDiffer",
           "server " + std::to_string(Server), Loc);
  R.text("channel ").arg("Channel", C).text(" enters by NIC ");
  R.arg("Recv", *Nets.Recv).text(" and leaves by NIC ").arg("Send", *Nets.Send);
  Remarks.add(std::move(R));
}

void BindNetDevPass::run(Fabric &F, PassContext &Ctx) {
  if (F.singleNode())
    return;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    Server &S = F.Servers[I];
    S.Nets.clear();
    for (size_t C = 0; C < F.Channels.size(); ++C) {
      S.Nets.push_back(bind(F, S, unsigned(C)));
      if (S.Nets.back().Recv != S.Nets.back().Send)
        remarkCrossing(S, I, C, S.Nets.back(), Ctx.Remarks);
    }
  }
}

std::unique_ptr<FabricPass>
ringc::createBindNetDevPass(const BindNetDevOptions &Options) {
  return std::make_unique<BindNetDevPass>();
}
