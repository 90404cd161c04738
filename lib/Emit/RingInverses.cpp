//===- RingInverses.cpp - Where each rank is in each ring -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fabric's `order`, `next` and `prev` say the same three times. They are
// compared here, since a pipeline may have run without its verifiers, and a
// blob of contradictions would be refused, or worse, used.
//
//===----------------------------------------------------------------------===//

#include "RingInverses.h"

using namespace ringc;

/// The place of each rank in the order of channel \p C. Reports if the order
/// isn't a ring of all ranks that begins with rank 0 and agrees with `next` and
/// `prev`, which the blob leaves out.
static std::optional<std::vector<uint32_t>> invert(const Fabric &F, uint32_t C,
                                                   DiagnosticEngine &Diags) {
  const Channel &Ch = F.Channels[C];
  const uint32_t N = F.numRanks();
  const bool Fits = N != 0 && Ch.Order.size() == N && Ch.Next.size() == N &&
                    Ch.Prev.size() == N && Ch.Order[0] == 0;
  std::vector<uint32_t> Position(Fits ? N : 0);
  // Plain pointers: the compiler can't know that no store changes a vector.
  const uint32_t *Order = Ch.Order.data();
  const int32_t *Next = Ch.Next.data(), *Prev = Ch.Prev.data();
  uint32_t *Places = Position.data();
  uint32_t Wrong = !Fits;
  for (uint32_t I = 0; Fits && I < N; ++I) {
    if (Order[I] >= N) {
      Wrong = 1;
      break;
    }
    Places[Order[I]] = I;
  }
  // A rank that isn't in the order was left with place 0, which another rank
  // has. So if each rank is found at its place, each is there once. Walking by
  // rank, without a branch, is faster than following the ring.
  for (uint32_t R = 0; Fits && R < N; ++R) {
    const uint32_t I = Places[R];
    Wrong |= Order[I] ^ R;
    Wrong |= Order[I + 1 < N ? I + 1 : 0] ^ uint32_t(Next[R]);
    Wrong |= Order[(I ? I : N) - 1] ^ uint32_t(Prev[R]);
  }
  if (!Wrong)
    return Position;
  Diags.report(diag::err_wiring_no_ring) << C;
  return std::nullopt;
}

std::optional<RingInverses> ringc::invertRings(const Fabric &F,
                                               DiagnosticEngine &Diags) {
  if (F.Channels.size() > MaxGraphChannels) {
    Diags.report(diag::err_wiring_channels)
        << F.Channels.size() << MaxGraphChannels;
    return std::nullopt;
  }
  RingInverses Inverses;
  for (uint32_t C = 0; C < F.Channels.size(); ++C) {
    if (const std::optional<ChannelId> Of = F.Channels[C].CopyOf) {
      if (**Of < C && !F.Channels[**Of].CopyOf)
        continue;
      Diags.report(diag::err_ir_copy) << C << **Of;
      return std::nullopt;
    }
    std::optional<std::vector<uint32_t>> Inverse = invert(F, C, Diags);
    if (!Inverse)
      return std::nullopt;
    Inverses.push_back(std::move(*Inverse));
  }
  return Inverses;
}
