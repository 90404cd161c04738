//===- ParseFabric.cpp - What joins servers -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables by global rank, the large ones. A `prev` that is left out is the
// inverse of `next`.
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

using namespace llvm;
using namespace ringc;

// 98,304 ranks by 32 channels are a tenth of this. A run names any number of
// ranks in a few bytes, so this bound and not the size of the text is what
// keeps tables in memory.
static constexpr uint64_t MaxHops = 1 << 25;

// Point-to-point channels are at most 32 by NCCL's rules (nccl-search section
// 12, confirmed).
static constexpr int64_t MaxP2pChannels = 1024;

bool TextParser::parseChannels() {
  const SrcLoc Start = C.loc();
  uint64_t Originals = 0;
  while (C.peekWord() == "channel") {
    const size_t Index = F.Channels.size();
    if (Index == MaxTextChannels) {
      C.error(diag::err_ir_many_channels) << MaxTextChannels;
      return false;
    }
    Channel New;
    if (!C.expect("channel") || !C.readNumber(Index, "channel"))
      return false;
    if (C.accept("copy")) {
      uint32_t Of;
      const SrcLoc Place = C.loc();
      if (!C.expect("of") || !C.readInt(Of, 0, UINT32_MAX, "copy of"))
        return false;
      if (Of >= Index || F.Channels[Of].CopyOf) {
        C.error(diag::err_ir_copy, Place) << Index << Of;
        return false;
      }
      New.CopyOf = ChannelId(Of);
    }
    New.Reversed = C.accept("reversed");
    Originals += !New.CopyOf;
    F.Channels.push_back(std::move(New));
    if (!C.finishLine())
      return false;
  }
  if (Originals * F.numRanks() <= MaxHops)
    return true;
  C.error(diag::err_ir_too_large, Start)
      << Originals << F.numRanks() << MaxHops;
  return false;
}

/// `prev`, or what `next` implies.
bool TextParser::parsePrev(size_t Index, Channel &Of) {
  const size_t R = Of.Next.size();
  Of.Prev.assign(R, -1);
  const SrcLoc Place = C.loc();
  if (C.accept("prev"))
    return C.readNumber(Index, "prev") && C.expect(':') &&
           C.readList(Of.Prev.data(), R, -1, int64_t(R) - 1, "prev") &&
           C.finishLine();
  for (size_t I = 0; I < R; ++I) {
    const int32_t To = Of.Next[I];
    if (To < 0 || Of.Prev[To] >= 0) {
      C.error(diag::err_ir_no_prev, Place) << Index << I << To;
      return false;
    }
    Of.Prev[To] = int32_t(I);
  }
  return true;
}

bool TextParser::parseStitched() {
  const size_t R = F.numRanks();
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    Channel &Of = F.Channels[I];
    if (Of.CopyOf)
      continue;
    if (!C.expect("next") || !C.readNumber(I, "next") || !C.expect(':'))
      return false;
    Of.Next.resize(R);
    if (!C.readList(Of.Next.data(), R, -1, int64_t(R) - 1, "next") ||
        !C.finishLine() || !parsePrev(I, Of))
      return false;
  }
  return true;
}

bool TextParser::parseRings() {
  const size_t R = F.numRanks();
  for (size_t I = 0; I < F.Channels.size(); ++I) {
    Channel &Of = F.Channels[I];
    if (Of.CopyOf)
      continue;
    if (!C.expect("order") || !C.readNumber(I, "order") || !C.expect(':'))
      return false;
    Of.Order.resize(R);
    if (!C.readList(Of.Order.data(), R, 0, int64_t(R) - 1, "order") ||
        !C.finishLine())
      return false;
  }
  return true;
}

bool TextParser::parseP2p() {
  if (!C.expect("total") ||
      !C.readInt(F.P2p.Total, 0, MaxP2pChannels, "total") || !C.finishLine() ||
      !C.expect("perPeer") ||
      !C.readInt(F.P2p.PerPeer, 0, MaxP2pChannels, "perPeer") ||
      !C.finishLine() || !C.expect("order") || !C.expect(':'))
    return false;
  F.P2p.Order.resize(F.P2p.PerPeer);
  return C.readList(F.P2p.Order.data(), F.P2p.Order.size(), 0,
                    MaxP2pChannels - 1, "order") &&
         C.finishLine();
}
