//===- VerifyFragments.cpp - What each rank knows of its server -----------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments are right if the rings they add up to are: head of each node after
// the tail of the one before, `next` between them. Where they don't add up, the
// ring is walked and the runtime's own words say how it fails. Where they do,
// every rank must also say what the graph says.
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace ringc;

/// Whether `next` leads from head to tail of channel \p C through all ranks.
/// What joins servers is taken from the first rank (nccl-search section 11,
/// confirmed).
bool Verifier::isWholeChain(const Server &S, unsigned C) const {
  const unsigned L = S.numRanks();
  BitVector Seen(L);
  int Rank = S.Ranks[0].ringRecv[C];
  for (unsigned Step = 0; Step < L; ++Step) {
    if (Rank < 0 || unsigned(Rank) >= L || Seen.test(unsigned(Rank)))
      return false;
    Seen.set(unsigned(Rank));
    if (Rank == S.Ranks[0].ringSend[C])
      return Step + 1 == L;
    Rank = S.Ranks[size_t(Rank)].ringNext[C];
  }
  return false;
}

/// The rank after \p Rank, of node \p N, in the ring of channel \p C that the
/// fragments add up to, or a number that is no rank. Moves \p N along.
int64_t Verifier::nextByFragments(unsigned C, uint32_t Rank, NodeId &N) const {
  const auto Global = [&](int Local) -> int64_t {
    const bool Valid = Local >= 0 && unsigned(Local) < F.server(N).numRanks();
    return Valid ? int64_t(F.FirstRank[*N]) + Local : -1;
  };
  const int Local = int(Rank - F.FirstRank[*N]);
  const Server &S = F.server(N);
  if (Local != S.Ranks[0].ringSend[C])
    return Global(S.Ranks[size_t(Local)].ringNext[C]);
  N = NodeId((*N + 1) % F.numNodes());
  return Global(F.server(N).Ranks[0].ringRecv[C]);
}

void Verifier::verifyFragmentsOf(size_t Server, unsigned C) {
  const auto &S = F.Servers[Server];
  const unsigned L = S.numRanks();
  const int *Intra = S.Graph.intra + C * L;
  for (unsigned I = 0; I < L; ++I) {
    if (Intra[I] < 0 || unsigned(Intra[I]) >= L)
      continue; // the graph's own verifier says so
    const abi::ncclTopoRanks &Row = S.Ranks[size_t(Intra[I])];
    const struct {
      const char *Name;
      int Found, Wanted;
    } Facts[] = {
        {"recv", Row.ringRecv[C], Intra[0]},
        {"send", Row.ringSend[C], Intra[L - 1]},
        {"prev", Row.ringPrev[C], I ? Intra[I - 1] : -1},
        {"next", Row.ringNext[C], I + 1 < L ? Intra[I + 1] : -1},
    };
    for (const auto &Fact : Facts)
      if (Fact.Found != Fact.Wanted)
        Diags.report(diag::err_verify_fragment,
                     placeOfLocal(S, size_t(Intra[I])))
            << Server << C << Fact.Name << Intra[I] << Fact.Found
            << Fact.Wanted;
  }
}

void Verifier::verifyFragments() {
  bool Sound = NodesAreSound;
  int Common = int(MaxGraphChannels); // channels that every node has
  for (size_t I = 0; I < F.Servers.size(); ++I) {
    const Server &S = F.Servers[I];
    if (S.Ranks.size() != S.numRanks() || S.numRanks() > MaxLocalRanks) {
      Diags.report(diag::err_verify_fragment_rows, placeOf(S))
          << I << S.Ranks.size() << S.numRanks();
      return;
    }
    Sound &= !S.Ranks.empty();
  }
  for (ServerId S : F.Nodes)
    if (*S < F.Servers.size())
      Common = std::min(Common, int(storedChannels(F.Servers[*S].Graph)));

  for (unsigned C = 0; C < MaxGraphChannels; ++C) {
    const bool Whole = all_of(F.Servers, [&](const Server &S) {
      return C >= storedChannels(S.Graph) || S.Ranks.empty() ||
             isWholeChain(S, C);
    });
    if (!Whole && Sound && int(C) < Common) {
      NodeId N;
      if (!checkRing(
              C, [&](uint32_t Rank) { return nextByFragments(C, Rank, N); }))
        continue;
    }
    for (size_t I = 0; I < F.Servers.size(); ++I)
      if (C < storedChannels(F.Servers[I].Graph))
        verifyFragmentsOf(I, C);
  }
}
