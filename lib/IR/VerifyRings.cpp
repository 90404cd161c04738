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
// A right ring is recognised in one pass over its tables, without a set of the
// ranks seen: where `prev` undoes every step, no two ranks have the same
// successor, so the first rank to come twice is the one the walk began with. R
// steps that are back at their start, and not before, have passed R ranks. What
// isn't right is looked at again, slowly, to say what is wrong with it.
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

/// Whether \p Next is one cycle of all ranks and \p Prev its inverse; both have
/// the same number of entries, any values.
static bool isCycle(ArrayRef<int32_t> Next, ArrayRef<int32_t> Prev) {
  const size_t R = Next.size();
  int32_t Rank = 0;
  for (size_t Step = 1; Step <= R; ++Step) {
    const int32_t To = Next[size_t(Rank)];
    if (uint32_t(To) >= R || Prev[size_t(To)] != Rank ||
        (To == 0) != (Step == R))
      return false;
    Rank = To;
  }
  return true;
}

/// Whether \p Order is the cycle of \p Next and \p Prev from rank 0; all have
/// the same number of entries, any values. Faster than walking: no load waits
/// for the one before.
static bool isCycleInOrder(ArrayRef<uint32_t> Order, ArrayRef<int32_t> Next,
                           ArrayRef<int32_t> Prev) {
  const size_t R = Order.size();
  if (R == 0 || Order[0] != 0)
    return R == 0;
  for (size_t I = 0; I < R; ++I) {
    const bool Last = I + 1 == R;
    const uint32_t Rank = Order[I], To = Order[Last ? 0 : I + 1];
    if (To >= R || Next[Rank] != int32_t(To) || Prev[To] != int32_t(Rank) ||
        (To == 0) != Last)
      return false;
  }
  return true;
}

bool Verifier::isKnownRing(size_t Index) {
  const Channel &C = F.Channels[Index];
  const size_t R = F.numRanks();
  KnownRings.resize(unsigned(F.Channels.size()));
  if (!KnownRings.test(unsigned(Index)) &&
      F.Established.contains(Phase::Stitched) &&
      F.Established.contains(Phase::Rings) && C.Order.size() == R &&
      C.Next.size() == R && C.Prev.size() == R &&
      isCycleInOrder(C.Order, C.Next, C.Prev))
    KnownRings.set(unsigned(Index));
  return KnownRings.test(unsigned(Index));
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
  if (!isKnownRing(Index) && !isCycle(C.Next, C.Prev)) {
    if (!checkRing(Index, [&](uint32_t Rank) { return C.Next[Rank]; }))
      return;
    for (size_t Rank = 0; Rank < R; ++Rank)
      if (C.Prev[size_t(C.Next[Rank])] != int64_t(Rank))
        Diags.report(diag::err_verify_prev, placeOfRank(Rank))
            << Index << Rank << C.Next[Rank] << C.Prev[size_t(C.Next[Rank])];
  }
  verifyEdges(Index);
}

std::vector<Verifier::LocalChain> Verifier::localChains(size_t Index) const {
  std::vector<LocalChain> Chains;
  for (const Server &S : F.Servers) {
    LocalChain &Chain = Chains.emplace_back();
    const std::optional<unsigned> Row = searchedChannel(S, Index);
    if (!fragmentsAreSound(S) || !Row)
      continue;
    Chain.Head = S.Ranks[0].ringRecv[*Row];
    Chain.Tail = S.Ranks[0].ringSend[*Row];
    for (const abi::ncclTopoRanks &R : S.Ranks)
      Chain.Next.push_back(R.ringNext[*Row]);
  }
  return Chains;
}

/// Whether \p Next, the part of a table that belongs to one node, is \p Chain
/// moved up by \p First; its tail is another matter.
static bool followsChain(ArrayRef<int32_t> Next, ArrayRef<int32_t> Chain,
                         int32_t Tail, uint32_t First) {
  bool Differs = false; // no early way out: the loop becomes vector code
  for (size_t I = 0; I < Chain.size(); ++I)
    Differs |= (int32_t(I) != Tail) &
               (uint32_t(Next[I]) != First + uint32_t(Chain[I]));
  return !Differs;
}

/// Edges against the fragments: `next` is known to be one cycle.
void Verifier::verifyEdges(size_t Index) {
  if (!NodesAreSound)
    return;
  const ArrayRef<int32_t> Next = F.Channels[Index].Next;
  const std::vector<LocalChain> Chains = localChains(Index);
  for (uint32_t K = 0; K < F.numNodes(); ++K) {
    const LocalChain &Chain = Chains[*F.Nodes[K]];
    const uint32_t First = F.FirstRank[K];
    const ArrayRef<int32_t> Here = Next.slice(First, Chain.Next.size());
    if (Chain.Tail >= 0 && size_t(Chain.Tail) < Here.size())
      verifyNodeEdge(Index, K, uint32_t(Here[size_t(Chain.Tail)]), Chains);
    if (followsChain(Here, Chain.Next, Chain.Tail, First))
      continue;
    for (uint32_t I = 0; I < Here.size(); ++I)
      if (int64_t(I) != Chain.Tail && Here[I] != int64_t(First) + Chain.Next[I])
        Diags.report(diag::err_verify_edge, placeOfRank(First + I))
            << Index << First + I << Here[I] << int64_t(First) + Chain.Next[I];
  }
}

/// The edge from the tail of node \p K to \p To.
void Verifier::verifyNodeEdge(size_t Index, uint32_t K, uint32_t To,
                              ArrayRef<LocalChain> Chains) {
  // Mostly the next node's head; any other node is right, too, but has to be
  // looked for.
  uint32_t Far = K + 1 < F.numNodes() ? K + 1 : 0;
  if (To < F.FirstRank[Far] || To >= F.FirstRank[Far + 1])
    Far = *F.nodeOf(RankId(To));
  const LocalChain &Chain = Chains[*F.Nodes[Far]];
  const bool ToHead =
      !Chain.Next.empty() && int64_t(To) - F.FirstRank[Far] == Chain.Head;
  if (ToHead && (Far != K || F.numNodes() == 1))
    return;
  const uint32_t Tail = F.FirstRank[K] + uint32_t(Chains[*F.Nodes[K]].Tail);
  Diags.report(diag::err_verify_node_edge, placeOfRank(Tail))
      << Index << K << Tail << To;
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
  if (isKnownRing(Index))
    return;
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
