//===- ParseTables.cpp - What the passes know of each server --------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables in local ranks: as long as the server has ranks, or channels.
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

using namespace llvm;
using namespace ringc;

bool TextParser::parseGraph(Server &S) {
  abi::ncclTopoGraph &G = S.Graph;
  for (const GraphField &Field : graphFields()) {
    const bool IsCount = Field.Int == &abi::ncclTopoGraph::nChannels;
    if (Field.Float) {
      if (!parseField(Field.Name, G.*Field.Float))
        return false;
    } else if (IsCount) {
      if (!parseField(Field.Name, G.nChannels, 0, MaxGraphChannels))
        return false;
    } else if (!Field.IsPathType) {
      if (!parseField(Field.Name, G.*Field.Int))
        return false;
    } else if (!C.expect(Field.Name) || !parsePathType(G.*Field.Int)) {
      return false;
    }
    if (!C.finishLine())
      return false;
  }
  const size_t L = S.numRanks();
  for (size_t I = 0; I < size_t(G.nChannels); ++I)
    if (!C.expect("intra") || !C.readNumber(I, "intra") || !C.expect(':') ||
        !C.readList(G.intra + I * L, L, 0, int64_t(L) - 1, "intra") ||
        !C.finishLine() || !C.expect("inter") || !C.readNumber(I, "inter") ||
        !C.expect(':') ||
        !C.readList(G.inter + 2 * I, 2, INT32_MIN, INT32_MAX, "inter") ||
        !C.finishLine())
      return false;
  return true;
}

/// A path type; any other number stands for itself, so that a graph that is
/// wrong there can be read and refused for it.
bool TextParser::parsePathType(int &Out) {
  return C.atNumber() ? C.readInt(Out, INT32_MIN, INT32_MAX, "type")
                      : parseName(pathTypeNames(), Out);
}

bool TextParser::parseFragmentRow(abi::ncclTopoRanks &Row, size_t NumChannels,
                                  size_t NumRanks) {
  const std::pair<StringLiteral, int32_t *> Tables[] = {{"recv", Row.ringRecv},
                                                        {"send", Row.ringSend},
                                                        {"prev", Row.ringPrev},
                                                        {"next", Row.ringNext}};
  for (const auto &[Name, Table] : Tables)
    if (!C.expect(Name) || !C.expect(':') ||
        !C.readList(Table, NumChannels, -1, int64_t(NumRanks) - 1, Name) ||
        !C.finishLine())
      return false;
  if (!C.accept("kanga"))
    return true;
  return C.expect(':') &&
         C.readList(&Row.JbogKangaringPath[0][0], NumKangaEntries, INT32_MIN,
                    INT32_MAX, "kanga") &&
         C.finishLine();
}

bool TextParser::parseFragments(Server &S) {
  S.Ranks.resize(S.numRanks());
  for (size_t R = 0; R < S.Ranks.size(); ++R)
    if (!C.expect("rank") || !C.readNumber(R, "rank") || !C.finishLine() ||
        !parseFragmentRow(S.Ranks[R], storedChannels(S.Graph), S.Ranks.size()))
      return false;
  return true;
}

bool TextParser::parseGathered() {
  Gathered G;
  int Intra, Inter;
  if (!parseField("nChannels", G.NumChannels, 0, MaxGraphChannels) ||
      !C.finishLine() || !parseField("sameChannels", G.SameChannels) ||
      !C.finishLine() || !parseField("speedIntra", G.SpeedIntra) ||
      !C.finishLine() || !parseField("speedInter", G.SpeedInter) ||
      !C.finishLine() || !C.expect("typeIntra") ||
      !parseName(pathTypeNames(), Intra) || !C.finishLine() ||
      !C.expect("typeInter") || !parseName(pathTypeNames(), Inter) ||
      !C.finishLine())
    return false;
  G.TypeIntra = PathType(Intra);
  G.TypeInter = PathType(Inter);
  F.Common = G;
  return true;
}

bool TextParser::parseBound(Server &S) {
  const SrcLoc Start = C.loc();
  while (C.accept("net")) {
    uint32_t Pair[2];
    if (!C.readNumber(S.Nets.size(), "net") || !C.expect(':') ||
        !C.readList(Pair, 2, 0, UINT32_MAX, "net") || !C.finishLine())
      return false;
    S.Nets.push_back({NetId(Pair[0]), NetId(Pair[1])});
  }
  // A fabric of one node needs no NICs.
  return S.Nets.empty() ||
         C.checkLength(S.Nets.size(), F.Channels.size(), "net", Start);
}

/// `7 p2p, 1 net`: the transports of one channel by local rank.
bool TextParser::parseTransports(Server &S, size_t Channel) {
  const size_t L = S.numRanks();
  const SrcLoc Start = C.loc();
  size_t Found = 0;
  if (!C.accept("none")) {
    do {
      size_t Count;
      int Word;
      if (!C.readInt(Count, 1, MaxLocalRanks, "to-next") ||
          !parseName(transportNames(), Word))
        return false;
      for (size_t I = 0; I < Count && Found + I < L; ++I)
        S.ToNext[Channel * L + Found + I] = Transport(Word);
      Found += Count;
    } while (C.acceptListComma());
  }
  return C.checkLength(Found, L, "to-next", Start) && C.finishLine();
}

bool TextParser::parseConnected(Server &S) {
  S.ToNext.resize(F.Channels.size() * S.numRanks());
  for (size_t I = 0; I < F.Channels.size(); ++I)
    if (!C.expect("to-next") || !C.readNumber(I, "to-next") || !C.expect(':') ||
        !parseTransports(S, I))
      return false;
  return true;
}
