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
  std::vector<std::vector<size_t>> Different;
  for (const Server &S : F.Servers)
    Different.push_back(S.ToNext.size() == Wanted(S) ? differentTransports(S)
                                                     : std::vector<size_t>());
  for (uint32_t K = 0; K < F.numNodes(); ++K)
    for (size_t C : Different[*F.Nodes[K]])
      verifyTransports(NodeId(K), C, Reported[*F.Nodes[K]]);
}

/// The channels of \p S but for copies that go the same way over the same
/// transports: what holds of their original holds of them.
std::vector<size_t> Verifier::differentTransports(const Server &S) const {
  std::vector<size_t> Different;
  const auto RowOf = [&](size_t C) {
    return ArrayRef(S.ToNext).slice(C * S.numRanks(), S.numRanks());
  };
  for (size_t C = 0; C < F.Channels.size(); ++C) {
    const Channel &Own = F.Channels[C];
    if (!Own.CopyOf || Own.Reversed || **Own.CopyOf >= C ||
        RowOf(C) != RowOf(**Own.CopyOf))
      Different.push_back(C);
  }
  return Different;
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
  const int32_t *NextHere = Next.data() + First;
  const Transport *OverHere = S.ToNext.data() + C * L;
  for (uint32_t I = 0; I < L; ++I) {
    const int64_t To = NextHere[I];
    const Transport Over = OverHere[I];
    const bool Itself = To == int64_t(First + I);
    const bool Near = uint64_t(To) - First < L;
    const bool Fits = Over == Transport::Net    ? !Near
                      : Over == Transport::Self ? Itself
                      : Over <= Transport::Net  ? Near && !Itself
                                                : false;
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
  // The least power of two that is enough for all (nccl-search section 12).
  const unsigned Channels = unsigned(F.Channels.size());
  if (Channels != 0 && P.Total != PowerOf2Ceil(Channels)) {
    Diags.report(diag::err_verify_p2p_total)
        << P.Total << Channels << unsigned(PowerOf2Ceil(Channels));
    return;
  }
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
