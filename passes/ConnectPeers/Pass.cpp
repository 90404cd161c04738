//===- Pass.cpp - connect-peers over a fabric -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names the transport of every hop once per distinct server, and the
// point-to-point channels.
//
//===----------------------------------------------------------------------===//

#include "ringc/Pass/Pass.h"
#include "ConnectPeers.h"
#define GEN_PASS_DECLS
#define GEN_PASS_DEFS
#include "ringc/passes/ConnectPeers.inc"

using namespace ringc;

namespace {

class ConnectPeersPass : public FabricPass {
public:
  void run(Fabric &F, PassContext &Ctx) override;

private:
  void connectServer(const Fabric &F, size_t Number, Server &S,
                     RemarkList &Remarks) const;
};

} // namespace

/// The local rank that follows \p Rank in \p Ring inside its server, or -1
/// where the ring leaves it.
static int nextInside(const Server &S, const Channel &Ring, unsigned Row,
                      unsigned Rank) {
  const abi::ncclTopoRanks &R = S.Ranks[Rank];
  return Ring.Reversed ? R.ringPrev[Row] : R.ringNext[Row];
}

/// The path between the GPUs of two local ranks.
static const Path &pathBetween(const Server &S, int From, int To) {
  const auto Gpu = [&](int Rank) {
    return NodeRef{NodeType::Gpu, uint16_t(S.Sys.gpuOfRank(Rank))};
  };
  return S.Sys.Paths.get(Gpu(From), Gpu(To));
}

/// Says that two neighbours can't talk directly.
static void remarkHostMemory(const Server &S, size_t Number, unsigned C,
                             int From, int To, RemarkList &Remarks) {
  const Path &Way = pathBetween(S, From, To);
  Remark R(Remark::Kind::Missed, "connect-peers", "ThroughHostMemory",
           "server " + std::to_string(Number),
           S.Sys.of(NodeType::Gpu)[size_t(S.Sys.gpuOfRank(From))].Loc);
  R.text("channel ").arg("Channel", C).text(": local rank ").arg("From", From);
  R.text(" reaches ")
      .arg("To", To)
      .text(" through host memory: their path is ");
  R.arg("Type", std::string(toString(Way.Type)));
  R.text(", too far for direct access");
  Remarks.add(std::move(R));
}

void ConnectPeersPass::connectServer(const Fabric &F, size_t Number, Server &S,
                                     RemarkList &Remarks) const {
  S.ToNext.clear();
  for (unsigned C = 0; C < F.Channels.size(); ++C) {
    const Channel &Ring = F.Channels[C];
    const unsigned Row = F.searchedChannel(ChannelId(C));
    for (unsigned Rank = 0; Rank < S.numRanks(); ++Rank) {
      int Next = nextInside(S, Ring, Row, Rank);
      if (Next < 0 && F.singleNode()) // the ring closes inside its only node
        Next = Ring.Reversed ? S.Ranks[Rank].ringSend[Row]
                             : S.Ranks[Rank].ringRecv[Row];
      Transport How = Transport::Net;
      if (Next == int(Rank))
        How = Transport::Self;
      else if (Next >= 0)
        How = p2pAllowed(S.Sys, *F.Rules, pathBetween(S, int(Rank), Next).Type)
                  ? Transport::P2p
                  : Transport::Shm;
      if (How == Transport::Shm && !Ring.CopyOf)
        remarkHostMemory(S, Number, C, int(Rank), Next, Remarks);
      S.ToNext.push_back(How);
    }
  }
}

void ConnectPeersPass::run(Fabric &F, PassContext &Ctx) {
  for (size_t I = 0; I < F.Servers.size(); ++I)
    connectServer(F, I, F.Servers[I], Ctx.Remarks);

  // Each rank counts the pairs of its own server. With several nodes all come
  // to 1, with one node all see the same pairs: any server's count is
  // everyone's.
  const unsigned Channels = unsigned(F.Channels.size());
  const unsigned PerPeer = nextPowerOfTwo(channelsPerPeer(
      F.server(NodeId(0)).Sys, *F.Rules, !F.singleNode(), Channels));
  F.P2p.Total = nextPowerOfTwo(Channels);
  F.P2p.PerPeer = PerPeer;
  F.P2p.Order = mirroredOrder(F.P2p.Total, PerPeer);
}

std::unique_ptr<FabricPass>
ringc::createConnectPeersPass(const ConnectPeersOptions &Options) {
  return std::make_unique<ConnectPeersPass>();
}
