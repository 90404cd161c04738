//===- VerifyRings.cpp - What holds of the rings --------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gathered: the minima are those of the servers in use.
// stitched: `next` is one cycle of all ranks, `prev` its inverse; inside a node
// it follows the fragments, between nodes it goes from a tail to a head. rings:
// `order` is that cycle from rank 0.
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace ringc;

void Verifier::verifyGathered() {
  if (!F.Common) {
    Diags.report(diag::err_verify_gathered_missing);
    return;
  }
  std::optional<Gathered> Least;
  for (ServerId Id : F.Nodes) {
    if (*Id >= F.Servers.size())
      return;
    const abi::ncclTopoGraph &G = F.Servers[*Id].Graph;
    const Gathered Own{G.nChannels,           G.sameChannels,
                       G.speedIntra,          G.speedInter,
                       PathType(G.typeIntra), PathType(G.typeInter)};
    if (!Least)
      Least = Own;
    Least->NumChannels = std::min(Least->NumChannels, Own.NumChannels);
    Least->SameChannels = std::min(Least->SameChannels, Own.SameChannels);
    Least->SpeedIntra = std::min(Least->SpeedIntra, Own.SpeedIntra);
    Least->SpeedInter = std::min(Least->SpeedInter, Own.SpeedInter);
    Least->TypeIntra = std::min(Least->TypeIntra, Own.TypeIntra);
    Least->TypeInter = std::min(Least->TypeInter, Own.TypeInter);
  }
  if (!Least)
    return;
  const auto Compare = [&](const char *Name, auto Found, auto Wanted) {
    if (Found != Wanted)
      Diags.report(diag::err_verify_gathered) << Name << Found << Wanted;
  };
  const Gathered &G = *F.Common;
  Compare("nChannels", G.NumChannels, Least->NumChannels);
  Compare("sameChannels", G.SameChannels, Least->SameChannels);
  Compare("speedIntra", double(G.SpeedIntra), double(Least->SpeedIntra));
  Compare("speedInter", double(G.SpeedInter), double(Least->SpeedInter));
  Compare("typeIntra", toString(G.TypeIntra), toString(Least->TypeIntra));
  Compare("typeInter", toString(G.TypeInter), toString(Least->TypeInter));
}

/// How many channels there are and whose tables they use.
void Verifier::verifyChannels() {
  const size_t Most = F.Rules ? size_t(F.Rules->MaxChannels) : MaxGraphChannels;
  if (F.Channels.empty() || F.Channels.size() > Most)
    Diags.report(diag::err_verify_channel_count) << F.Channels.size() << Most;
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    const Channel &C = F.Channels[I];
    if (!C.CopyOf) {
      if (C.Reversed)
        Diags.report(diag::err_verify_reversed_original) << I;
      continue;
    }
    if (**C.CopyOf >= I || F.Channels[**C.CopyOf].CopyOf)
      Diags.report(diag::err_ir_copy) << I << **C.CopyOf;
    if (!C.Next.empty() || !C.Prev.empty() || !C.Order.empty())
      Diags.report(diag::err_verify_copy_tables) << I << **C.CopyOf;
  }
}

void Verifier::verifyStitched(size_t Index) {
  const Channel &C = F.Channels[Index];
  if (C.CopyOf)
    return;
  const size_t R = F.numRanks();
  if (C.Next.size() != R || C.Prev.size() != R) {
    const bool Next = C.Next.size() != R;
    Diags.report(diag::err_verify_table_length)
        << Index << (Next ? "next" : "prev")
        << (Next ? C.Next.size() : C.Prev.size()) << R;
    return;
  }
  if (!checkRing(Index, [&](uint32_t Rank) { return C.Next[Rank]; }))
    return;
  for (size_t Rank = 0; Rank < R; ++Rank)
    if (C.Prev[size_t(C.Next[Rank])] != int64_t(Rank))
      Diags.report(diag::err_verify_prev, placeOfRank(Rank))
          << Index << Rank << C.Next[Rank] << C.Prev[size_t(C.Next[Rank])];
  verifyEdges(Index);
}

/// Edges against the fragments: `next` is known to be one cycle.
void Verifier::verifyEdges(size_t Index) {
  if (!NodesAreSound)
    return;
  const std::vector<int32_t> &Next = F.Channels[Index].Next;
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const Server &S = F.server(NodeId(K));
    const std::optional<unsigned> Row = searchedChannel(S, Index);
    if (!fragmentsAreSound(S) || !Row)
      continue;
    for (uint32_t I = 0; I < S.numRanks(); ++I) {
      const uint32_t Rank = F.FirstRank[K] + I;
      const uint32_t To = uint32_t(Next[Rank]);
      if (int(I) != S.Ranks[0].ringSend[*Row]) {
        const int Wanted = S.Ranks[I].ringNext[*Row];
        if (To != F.FirstRank[K] + uint32_t(Wanted))
          Diags.report(diag::err_verify_edge, placeOfRank(Rank))
              << Index << Rank << To << int64_t(F.FirstRank[K]) + Wanted;
        continue;
      }
      const NodeId Far = F.nodeOf(RankId(To));
      const Server &FarServer = F.server(Far);
      const bool ToHead =
          fragmentsAreSound(FarServer) &&
          int(To - F.FirstRank[*Far]) == FarServer.Ranks[0].ringRecv[*Row];
      if (!ToHead || (*Far == K && F.numNodes() > 1))
        Diags.report(diag::err_verify_node_edge, placeOfRank(Rank))
            << Index << K << Rank << To;
    }
  }
}

void Verifier::verifyRing(size_t Index) {
  const Channel &C = F.Channels[Index];
  if (C.CopyOf)
    return;
  const size_t R = F.numRanks();
  if (C.Order.size() != R) {
    Diags.report(diag::err_verify_table_length)
        << Index << "order" << C.Order.size() << R;
    return;
  }
  if (R && C.Order[0] != 0)
    Diags.report(diag::err_verify_order_start, placeOfRank(C.Order[0]))
        << Index << C.Order[0];
  BitVector Seen(static_cast<unsigned>(R));
  for (uint32_t Rank : C.Order)
    if (Rank < R)
      Seen.set(Rank);
  if (const int Missing = Seen.find_first_unset(); Missing >= 0) {
    Diags.report(diag::err_ring_missing_rank, placeOfRank(uint64_t(Missing)))
        << Index << Missing;
    return;
  }
  if (!F.Established.contains(Phase::Stitched) || C.Next.size() != R)
    return;
  for (size_t I = 0; I + 1 < R; ++I)
    if (C.Next[C.Order[I]] != int64_t(C.Order[I + 1]))
      Diags.report(diag::err_verify_order, placeOfRank(C.Order[I]))
          << Index << I + 1 << C.Order[I + 1] << C.Next[C.Order[I]];
  if (R && C.Next[C.Order[R - 1]] != int64_t(C.Order[0]))
    Diags.report(diag::err_ring_open, placeOfRank(C.Order[R - 1]))
        << Index << C.Next[C.Order[R - 1]] << C.Order[0];
}
