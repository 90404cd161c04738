//===- PrintTables.cpp - What the passes established ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of any content and length are printed as they are, so that a broken
// fabric can be looked at; a reader refuses a table of the wrong length. `prev`
// is left out where `next` implies it.
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace ringc;

void ringc::printGraph(TextWriter &W, const Server &S) {
  raw_ostream &OS = W.out();
  const abi::ncclTopoGraph &G = S.Graph;
  for (const GraphField &F : graphFields()) {
    OS << F.Name << ' ';
    if (F.Float)
      W.number(G.*F.Float);
    else if (F.IsPathType)
      W.name(pathTypeNames(), G.*F.Int);
    else
      OS << G.*F.Int;
    OS << '\n';
  }
  const size_t Stride = std::min(S.numRanks(), MaxLocalRanks);
  for (unsigned C = 0; C < storedChannels(G); ++C) {
    OS << "intra " << C << ':';
    W.list(ArrayRef<int32_t>(G.intra + C * Stride, Stride));
    OS << "inter " << C << ':';
    W.list(ArrayRef<int32_t>(G.inter + 2 * C, 2));
  }
}

void ringc::printFragments(TextWriter &W, const Server &S) {
  raw_ostream &OS = W.out();
  const size_t N = storedChannels(S.Graph);
  for (size_t R = 0; R < S.Ranks.size(); ++R) {
    const abi::ncclTopoRanks &Ranks = S.Ranks[R];
    OS << "rank " << R << "\n  recv:";
    W.list(ArrayRef<int32_t>(Ranks.ringRecv, N));
    OS << "  send:";
    W.list(ArrayRef<int32_t>(Ranks.ringSend, N));
    OS << "  prev:";
    W.list(ArrayRef<int32_t>(Ranks.ringPrev, N));
    OS << "  next:";
    W.list(ArrayRef<int32_t>(Ranks.ringNext, N));
    const ArrayRef<int32_t> Kanga(&Ranks.JbogKangaringPath[0][0],
                                  NumKangaEntries);
    if (any_of(Kanga, [](int32_t V) { return V != 0; })) {
      OS << "  kanga:";
      W.list(Kanga);
    }
  }
}

void ringc::printGathered(TextWriter &W, const Fabric &F) {
  if (!F.Common)
    return;
  raw_ostream &OS = W.out();
  OS << "nChannels " << F.Common->NumChannels << "\nsameChannels "
     << F.Common->SameChannels << "\nspeedIntra ";
  W.number(F.Common->SpeedIntra);
  OS << "\nspeedInter ";
  W.number(F.Common->SpeedInter);
  OS << "\ntypeIntra ";
  W.name(pathTypeNames(), int(F.Common->TypeIntra));
  OS << "\ntypeInter ";
  W.name(pathTypeNames(), int(F.Common->TypeInter));
  OS << '\n';
}

void ringc::printChannels(TextWriter &W, const Fabric &F) {
  raw_ostream &OS = W.out();
  for (size_t C = 0; C < F.Channels.size(); ++C) {
    OS << "channel " << C;
    if (F.Channels[C].CopyOf)
      OS << " copy of " << **F.Channels[C].CopyOf;
    if (F.Channels[C].Reversed)
      OS << " reversed";
    OS << '\n';
  }
}

/// Whether \p Next is a permutation and \p Prev its inverse.
static bool isInverse(ArrayRef<int32_t> Next, ArrayRef<int32_t> Prev) {
  if (Next.size() != Prev.size())
    return false;
  // Prev[Next[r]] == r for all r leaves no place for a second r with that next.
  for (size_t R = 0; R < Next.size(); ++R)
    if (uint32_t(Next[R]) >= Next.size() || Prev[Next[R]] != int32_t(R))
      return false;
  return true;
}

void ringc::printStitched(TextWriter &W, const Fabric &F) {
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    const Channel &C = F.Channels[I];
    if (C.CopyOf)
      continue;
    W.out() << "next " << I << ':';
    W.list(C.Next);
    if (isInverse(C.Next, C.Prev))
      continue;
    W.out() << "prev " << I << ':';
    W.list(C.Prev);
  }
}

void ringc::printRings(TextWriter &W, const Fabric &F) {
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    if (F.Channels[I].CopyOf)
      continue;
    W.out() << "order " << I << ':';
    W.listOf(ArrayRef(F.Channels[I].Order));
  }
}

void ringc::printBound(TextWriter &W, const Server &S) {
  for (size_t C = 0; C < S.Nets.size(); ++C)
    W.out() << "net " << C << ": " << *S.Nets[C].Recv << ", " << *S.Nets[C].Send
            << '\n';
}

void ringc::printConnected(TextWriter &W, const Server &S, size_t NumChannels) {
  raw_ostream &OS = W.out();
  const size_t L = S.numRanks();
  const ArrayRef<Transport> All(S.ToNext);
  for (size_t C = 0; C < NumChannels; ++C) {
    const ArrayRef<Transport> Row =
        All.slice(std::min(C * L, All.size())).take_front(L);
    OS << "to-next " << C << ':';
    if (Row.empty())
      OS << " none";
    for (size_t I = 0; I < Row.size();) {
      size_t E = I + 1;
      while (E < Row.size() && Row[E] == Row[I])
        ++E;
      OS << (I ? ", " : " ") << E - I << ' ';
      W.name(transportNames(), int(Row[I]));
      I = E;
    }
    OS << '\n';
  }
}

void ringc::printP2p(TextWriter &W, const Fabric &F) {
  W.out() << "total " << F.P2p.Total << "\nperPeer " << F.P2p.PerPeer
          << "\norder:";
  W.listOf(ArrayRef(F.P2p.Order));
}
