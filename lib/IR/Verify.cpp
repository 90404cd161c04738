//===- Verify.cpp - One independent check a phase -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which check belongs to which phase, and what several of them share.
//
//===----------------------------------------------------------------------===//

#include "ringc/IR/Verify.h"
#include "Verifier.h"

using namespace llvm;
using namespace ringc;

void Verifier::verify(Phase P) {
  const size_t NumServers = F.Servers.size();
  switch (P) {
  case Phase::Parsed:
    for (size_t I = 0; I < NumServers; ++I)
      verifyParsed(I);
    break;
  case Phase::System:
    verifyNodes();
    for (size_t I = 0; I < NumServers; ++I)
      verifySystem(I);
    break;
  case Phase::Graph:
    for (size_t I = 0; I < NumServers; ++I)
      verifyGraph(I);
    break;
  case Phase::Fragments:
    verifyFragments();
    break;
  case Phase::Gathered:
    verifyGathered();
    break;
  case Phase::Stitched:
    verifyChannels();
    for (size_t I = 0; I < F.Channels.size(); ++I)
      verifyStitched(I);
    break;
  case Phase::Rings:
    for (size_t I = 0; I < F.Channels.size(); ++I)
      verifyRing(I);
    break;
  case Phase::Bound:
    for (size_t I = 0; I < NumServers; ++I)
      verifyBound(I);
    break;
  case Phase::Connected:
    verifyConnected();
    verifyP2p();
    break;
  }
}

bool Verifier::checkRing(size_t C, function_ref<int64_t(uint32_t)> Next) {
  const uint32_t R = F.numRanks();
  BitVector Seen(R);
  int64_t Rank = 0;
  for (uint32_t Step = 0; Step < R; ++Step) {
    Seen.set(unsigned(Rank));
    Rank = Next(uint32_t(Rank));
    if (Rank < 0 || Rank >= R)
      break;
  }
  if (Rank != 0) {
    Diags.report(diag::err_ring_open, placeOfRank(0)) << C << Rank << 0;
    return false;
  }
  const int Missing = Seen.find_first_unset();
  if (Missing < 0)
    return true;
  Diags.report(diag::err_ring_missing_rank, placeOfRank(uint64_t(Missing)))
      << C << Missing;
  return false;
}

std::optional<unsigned> Verifier::searchedChannel(const Server &S,
                                                  size_t C) const {
  const int Count = F.Common ? F.Common->NumChannels : S.Graph.nChannels;
  if (Count < 1 || unsigned(Count) > MaxGraphChannels)
    return std::nullopt;
  if (F.Channels[C].CopyOf)
    C = **F.Channels[C].CopyOf;
  return unsigned(C % size_t(Count));
}

bool Verifier::areNodesSound(const Fabric &F) {
  if (F.FirstRank.size() != F.Nodes.size() + 1 || F.FirstRank[0] != 0)
    return false;
  for (size_t I = 0; I < F.Nodes.size(); ++I)
    if (*F.Nodes[I] >= F.Servers.size() ||
        F.FirstRank[I + 1] - F.FirstRank[I] !=
            F.Servers[*F.Nodes[I]].numRanks())
      return false;
  return true;
}

bool Verifier::fragmentsAreSound(const Server &S) const {
  return F.Established.contains(Phase::Fragments) && !S.Ranks.empty() &&
         S.Ranks.size() == S.numRanks();
}

SrcLoc Verifier::placeOfLocal(const Server &S, size_t Local) const {
  for (const Node &N : S.Sys.of(NodeType::Gpu))
    if (N.Gpu.Rank == int64_t(Local))
      return N.Loc;
  return placeOf(S);
}

SrcLoc Verifier::placeOfRank(uint64_t Rank) const {
  if (!NodesAreSound || Rank >= F.numRanks())
    return {};
  const NodeId N = F.nodeOf(RankId(uint32_t(Rank)));
  return placeOfLocal(F.server(N), size_t(Rank) - F.FirstRank[*N]);
}

bool ringc::verifyPhase(const Fabric &F, Phase P, DiagnosticEngine &Diags) {
  const unsigned Before = Diags.getNumErrors();
  Verifier(F, Diags).verify(P);
  return Diags.getNumErrors() == Before;
}

bool ringc::verifyFabric(const Fabric &F, DiagnosticEngine &Diags) {
  if (F.Nodes.empty() && !F.Established.empty()) {
    Diags.report(diag::err_verify_no_nodes);
    return false;
  }
  const unsigned Before = Diags.getNumErrors();
  Verifier V(F, Diags);
  for (unsigned I = 0; I < NumPhases && Diags.getNumErrors() == Before; ++I)
    if (F.Established.contains(Phase(I)))
      V.verify(Phase(I));
  return Diags.getNumErrors() == Before;
}
