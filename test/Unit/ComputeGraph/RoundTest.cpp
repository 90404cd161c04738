//===- RoundTest.cpp - Rounding to 1/1000, and its drift ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/Walk.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

using namespace ringc::search;

namespace {

void expectLikeRound(float X) {
  ASSERT_EQ(roundHalfAway(X), std::round(X)) << std::hexfloat << X;
  ASSERT_EQ(roundHalfAway(-X), std::round(-X)) << std::hexfloat << -X;
}

// A prime stride through the bit patterns meets every exponent.
TEST(Round, IsStdRoundOnFloatsOfEverySize) {
  for (uint32_t Bits = 0; Bits < 0x7f800000; Bits += 557)
    expectLikeRound(std::bit_cast<float>(Bits));
  expectLikeRound(INFINITY);
  EXPECT_TRUE(std::isnan(roundHalfAway(NAN)));
}

TEST(Round, IsStdRoundOnHalvesAndTheirNeighbours) {
  for (uint32_t I = 0; I < 1u << 23; I += I < 5000000 ? 7 : 1001) {
    float Half = float(I) + 0.5f;
    expectLikeRound(Half);
    expectLikeRound(std::nextafter(Half, 0.0f));
    expectLikeRound(std::nextafter(Half, 1e9f));
  }
}

TEST(Round, WidthsOfThreeDecimalsComeBack) {
  for (float Width : {12.0f, 24.0f, 264.0f, 2.4f, 0.24f, 12.5f, 5000.0f})
    for (float Speed : {0.12f, 0.24f, 2.4f, 12.0f, 21.0f})
      EXPECT_EQ(roundMilli(roundMilli(Width - Speed) + Speed), Width)
          << Width << " - " << Speed;
}

// One lane of 2.5 GT/s: the next one to look finds another width.
TEST(Round, FinerWidthsDrift) {
  EXPECT_EQ(roundMilli(roundMilli(0.1875f - 0.12f) + 0.12f), 0.188f);
}

} // namespace
