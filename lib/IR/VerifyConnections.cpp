//===- VerifyConnections.cpp - NICs, transports, p2p channels -------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bound: a channel enters and leaves a server by NICs of its pair in the graph.
// connected: the transport fits where the next rank is; p2p channels are
// counted by bit reversal (nccl-search section 12, confirmed).
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace ringc;

void Verifier::verifyBound(size_t Server) {
  const auto &S = F.Servers[Server];
  const size_t Rows = F.numNodes() > 1 ? F.Channels.size() : 0;
  if (S.Nets.size() != Rows) {
    Diags.report(diag::err_verify_nets_rows, placeOf(S))
        << Server << S.Nets.size() << Rows;
    return;
  }
  // By the channel's own number, whatever ring it copies (ring seed section 5).
  const int Count = F.Common ? F.Common->NumChannels : S.Graph.nChannels;
  if (Count < 1 || unsigned(Count) > MaxGraphChannels)
    return;
  for (size_t C = 0; C < Rows; ++C) {
    const int *Pair = S.Graph.inter + 2 * (C % size_t(Count));
    const auto Check = [&](diag::ID Id, NetId Net) {
      if (int64_t(*Net) != Pair[0] && int64_t(*Net) != Pair[1])
        Diags.report(Id, placeOf(S))
            << Server << C << *Net << Pair[0] << Pair[1];
    };
    Check(diag::err_verify_recv_net, S.Nets[C].Recv);
    Check(diag::err_verify_send_net, S.Nets[C].Send);
  }
}

void Verifier::verifyConnected() {
  const auto Wanted = [&](const Server &S) {
    return F.Channels.size() * S.numRanks();
  };
  // All nodes of a server share its table: a wrong entry is reported once.
  std::vector<BitVector> Reported;
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &S = F.Servers[I];
    Reported.emplace_back(unsigned(S.ToNext.size()));
    if (S.ToNext.size() != Wanted(S))
      Diags.report(diag::err_verify_hops, placeOf(S))
          << I << S.ToNext.size() << Wanted(S);
  }
  if (!NodesAreSound)
    return;
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const Server &S = F.server(NodeId(K));
    if (S.ToNext.size() != Wanted(S))
      continue;
    for (size_t C = 0; C < F.Channels.size(); ++C)
      verifyTransports(NodeId(K), C, Reported[*F.Nodes[K]]);
  }
}

void Verifier::verifyTransports(NodeId N, size_t C, BitVector &Reported) {
  const Channel &Own = F.Channels[C];
  if (Own.CopyOf && **Own.CopyOf >= F.Channels.size())
    return;
  const Channel &Of = F.original(ChannelId(uint32_t(C)));
  const std::vector<int32_t> &Next = Own.Reversed ? Of.Prev : Of.Next;
  if (Next.size() != F.numRanks())
    return;
  const Server &S = F.server(N);
  const uint32_t First = F.FirstRank[*N], L = S.numRanks();
  for (uint32_t I = 0; I < L; ++I) {
    const int64_t To = Next[First + I];
    const Transport Over = S.ToNext[C * L + I];
    const bool Itself = To == int64_t(First + I);
    const bool Near = To >= First && To < int64_t(First + L);
    const bool Fits = Itself ? Over == Transport::Self
                      : Near ? Over == Transport::P2p || Over == Transport::Shm
                             : Over == Transport::Net;
    if (Fits || Reported.test(unsigned(C * L + I)))
      continue;
    Reported.set(unsigned(C * L + I));
    Diags.report(Itself ? diag::err_verify_transport_self
                 : Near ? diag::err_verify_transport_near
                        : diag::err_verify_transport_far,
                 placeOfLocal(S, I))
        << C << First + I << toString(Over) << To;
  }
}

void Verifier::verifyP2p() {
  const P2pChannels &P = F.P2p;
  const auto PowerOfTwo = [&](const char *Name, unsigned Value, unsigned Most) {
    if (isPowerOf2_32(Value) && Value <= Most)
      return true;
    Diags.report(diag::err_verify_power_of_two) << Name << Value << Most;
    return false;
  };
  if (!PowerOfTwo("total", P.Total, MaxGraphChannels) ||
      !PowerOfTwo("perPeer", P.PerPeer, P.Total))
    return;
  if (P.Order.size() != P.PerPeer) {
    Diags.report(diag::err_verify_p2p_length) << P.Order.size() << P.PerPeer;
    return;
  }
  const unsigned Bits = Log2_32(P.Total);
  for (unsigned I = 0; I < P.PerPeer; ++I) {
    unsigned Wanted = 0;
    for (unsigned B = 0; B < Bits; ++B)
      Wanted |= (I >> B & 1) << (Bits - 1 - B);
    if (P.Order[I] != Wanted)
      Diags.report(diag::err_verify_p2p_order) << I << P.Order[I] << Wanted;
  }
}
