//===- ComputeGraph.cpp - Search the channels of one server ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search itself is the ladder's; here is what comes before and after it
// [nccl-search section 6, confirmed].
//
//===----------------------------------------------------------------------===//

#include "ComputeGraph.h"
#include "Ladder.h"
#include <algorithm>

using namespace ringc;
using namespace ringc::search;

/// NCCL's number of the ring pattern; crossNic 2 means "without first, then
/// with".
constexpr int RingPattern = 4;
constexpr int CrossNicEither = 2;
/// Channels of this speed and up are split in two, GB/s.
constexpr float SplitSpeed = 25;
/// Speed of the fallback, GB/s.
constexpr float SimpleOrderSpeed = 0.1f;

/// One channel in index order, for a server on which nothing was found.
static void simpleOrder(const System &S, abi::ncclTopoGraph &G) {
  for (unsigned I = 0; I < S.numGpus(); ++I)
    G.intra[I] = int(I);
  G.inter[0] = G.inter[1] = 0;
  G.speedIntra = G.speedInter = SimpleOrderSpeed;
  G.typeIntra = G.typeInter = int(PathType::Sys);
  G.nChannels = 1;
}

/// Makes two channels of each fast one, as far as there is room.
static void splitFastChannels(const System &S, abi::ncclTopoGraph &G) {
  int Wanted = std::min(2 * G.nChannels, G.maxChannels);
  int Added = Wanted - G.nChannels;
  std::copy_n(G.intra, size_t(Added) * S.numGpus(),
              G.intra + size_t(G.nChannels) * S.numGpus());
  std::copy_n(G.inter, 2 * Added, G.inter + 2 * G.nChannels);
  // Rounded up: the speed is halved even where only some channels are split.
  int Parts = (Wanted + G.nChannels - 1) / G.nChannels;
  G.speedIntra /= float(Parts);
  G.speedInter /= float(Parts);
  G.nChannels = Wanted;
}

abi::ncclTopoGraph ringc::ringTemplate(const Profile &P) {
  abi::ncclTopoGraph G{};
  G.pattern = RingPattern;
  G.crossNic = CrossNicEither;
  G.minChannels = P.MinChannels;
  G.maxChannels = P.MaxSearchChannels;
  return G;
}

void ringc::searchRings(const System &S, const Profile &P,
                        abi::ncclTopoGraph &Out, SearchMode Mode,
                        SearchTrace *Trace) {
  SearchTrace Unasked;
  SearchTrace &T = Trace ? *Trace : Unasked;
  T = SearchTrace();
  const abi::ncclTopoGraph Template = Out;
  if (!Ladder(S, P, Mode, Out, T).climb()) {
    T = SearchTrace();
    Out = Template;
    Ladder(S, P, SearchMode::Plain, Out, T).climb();
  }
  if (Out.nChannels == 0) {
    T.SimpleOrder = true;
    simpleOrder(S, Out);
  }
  if (Out.speedIntra >= SplitSpeed) {
    T.SplitFrom = Out.nChannels;
    splitFastChannels(S, Out);
  }
  // The walk works with GPU indices.
  for (int I = 0; I < Out.nChannels * int(S.numGpus()); ++I)
    Out.intra[I] = S.of(NodeType::Gpu)[size_t(Out.intra[I])].Gpu.Rank;
}

int64_t SearchTrace::totalSteps() const {
  int64_t Sum = 0;
  for (const SearchAttempt &A : Attempts)
    Sum += A.Steps;
  return Sum;
}
