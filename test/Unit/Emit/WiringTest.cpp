//===- WiringTest.cpp - The wiring blob -----------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitFabric.h"
#include "WiringBytes.h"
#include "ringc/IR/Text.h"
#include "ringc/IR/Verify.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace ringc;
using namespace ringc::test;
using testing::HasSubstr;

namespace {

std::string makeBlob() {
  Messages M;
  return emit("wiring", makeMixed(M.Diags), M.Diags);
}

/// Reads \p Blob; messages go to \p M.
std::optional<Fabric> read(llvm::StringRef Blob, Messages &M) {
  return readWiring(
      M.Diags.addFile(llvm::MemoryBuffer::getMemBufferCopy(Blob, "x.wiring")),
      M.Diags);
}

} // namespace

// Breaks if any fact is lost on the way through a blob.
TEST(Wiring, RoundTrip) {
  for (bool Mixed : {true, false}) {
    Messages M;
    const Fabric F = Mixed ? makeMixed(M.Diags)
                           : makeConnected({{"quad.xml"}, {0}}, M.Diags);
    const std::string Blob = emit("wiring", F, M.Diags);
    const std::optional<Fabric> Back = read(Blob, M);
    ASSERT_TRUE(Back) << M.Text;
    EXPECT_EQ(Back->Established, F.Established);
    EXPECT_TRUE(verifyFabric(*Back, M.Diags)) << M.Text;
    for (const char *Kind : {"ring", "json", "wiring"})
      EXPECT_EQ(emit(Kind, *Back, M.Diags), emit(Kind, F, M.Diags)) << Kind;
    EXPECT_EQ(emit("json", *Back, M.Diags, RankId(3)),
              emit("json", F, M.Diags, RankId(3)));
    EXPECT_EQ(std::memcmp(&Back->Servers[0].Graph, &F.Servers[0].Graph,
                          sizeof(ringc::abi::ncclTopoGraph)),
              0);
  }
}

// Breaks if what needs the element tree can't be made from a blob.
TEST(Wiring, KeepsTheSystem) {
  Messages M;
  const Fabric F = makeConnected({{"quad.xml"}, {0, 0}}, M.Diags);
  const std::optional<Fabric> Back = read(emit("wiring", F, M.Diags), M);
  ASSERT_TRUE(Back) << M.Text;
  for (const char *Kind : {"topology", "nccl-graph"})
    EXPECT_EQ(emit(Kind, *Back, M.Diags), emit(Kind, F, M.Diags)) << Kind;
}

// Breaks if a record isn't where docs/WiringFormat.md says.
TEST(Wiring, Places) {
  const std::string Blob = makeBlob();
  EXPECT_EQ(Blob.substr(0, 8), "RINGCWIR");
  EXPECT_EQ(load(Blob, 8, 4), 1u);
  EXPECT_EQ(load(Blob, 16, 8), Blob.size());
  EXPECT_EQ(load(Blob, 24, 4), 13u);
  const uint32_t Sizes[] = {64, 1, 24, 33080, 960, 8, 16, 4, 4, 8, 1, 4, 1};
  const uint64_t Counts[] = {1, 0, 2, 2, 6, 3, 4, 20, 20, 8, 24, 2};
  for (unsigned K = 1; K <= 13; ++K) {
    const size_t Entry = 32 + 24 * (K - 1);
    EXPECT_EQ(load(Blob, Entry, 4), K);
    EXPECT_EQ(load(Blob, Entry + 4, 4), Sizes[K - 1]);
    EXPECT_EQ(section(Blob, K) % 64, 0u);
    if (K != 2 && K != 13) {
      EXPECT_EQ(load(Blob, Entry + 16, 8), Counts[K - 1]) << K;
    }
  }
  EXPECT_EQ(load(Blob, section(Blob, 4) + 24, 4), 2u);        // nChannels
  EXPECT_EQ(load(Blob, section(Blob, 6) + 2 * 8 + 4, 4), 6u); // firstRank
  EXPECT_EQ(load(Blob, section(Blob, 7) + 3 * 16, 4), 1u);    // copyOf
  EXPECT_EQ(load(Blob, section(Blob, 7) + 3 * 16 + 4, 4), 1u);
  EXPECT_EQ(load(Blob, section(Blob, 8) + (10 + 1) * 4, 4), 5u);
  EXPECT_EQ(load(Blob, section(Blob, 9) + (10 + 5) * 4, 4), 1u);
}

// Breaks if a number is used before it is checked: each of these blobs has a
// right checksum and one wrong value.
TEST(Wiring, HostileValues) {
  const Hostile Cases[] = {
      {"section kind 1, which is not within 2", 0, 24, 1, 4},
      {"section offset modulo 64 1", 0, 8, 513, 8},
      {"section offset 0, which", 0, 8, 0, 8},
      {"record size 0, expected 64", 0, 4, 0, 4},
      {"bytes) 1152921504606846976, which is not within 0 to ", 0, 16,
       1ull << 60, 8},
      {"number of nodes 4294967295", 1, 8, ~0u, 4},
      {"number of servers 0", 1, 12, 0, 4},
      {"number of channels 33", 1, 20, 33, 4},
      {"number of rows 0", 1, 24, 0, 4},
      {"common number of channels 0", 1, 28, 0, 4},
      {"common intra speed that is no finite number", 1, 36, 0x7f800000, 4},
      {"common inter type 7", 1, 48, 7, 4},
      {"string offset 4294967295", 3, 0, ~0u, 4},
      {"string length 1000000", 3, 4, 1000000, 4},
      {"first local rank 1, expected 0", 3, 8, 1, 4},
      {"number of local ranks 257", 3, 12, 257, 4},
      {"nChannels 33", 4, 24, 33, 4},
      {"typeIntra -1", 4, 36, ~0u, 4},
      {"intra 4, which is not within 0 to 3", 4, 52, 4, 4},
      {"ringRecv 4, which is not within -1 to 3", 5, 31 * 4, 4, 4},
      {"server of the node 2", 6, 0, 2, 4},
      {"first rank of the node 5, expected 4", 6, 12, 5, 4},
      {"original 2, which is not within 0 to 1", 7, 2 * 16, 2, 4},
      {"reversed 1, which is not within 0 to 0", 7, 4, 1, 4},
      {"row 1, expected 0", 7, 2 * 16 + 8, 1, 4},
      {"first rank of the order 1, expected 0", 8, 0, 1, 4},
      {"rank 10, which is not within 0 to 9", 8, 4, 10, 4},
      {"position of the rank 0, expected 1", 9, 4, 0, 4},
      {"transport 4", 11, 0, 4, 1},
      {"number of p2p channels 33", 1, 52, 33, 4},
      {"p2p channels per peer 5, which is not within 1 to 4", 1, 56, 5, 4},
      {"p2p channel 4, which is not within 0 to 3", 12, 4, 4, 4},
  };
  const std::string Blob = makeBlob();
  for (const Hostile &Case : Cases) {
    std::string Changed = Blob;
    const size_t Base = Case.Kind ? section(Blob, Case.Kind) : 32;
    store(Changed, Base + Case.At, Case.Value, Case.Bytes);
    seal(Changed);
    Messages M;
    EXPECT_FALSE(read(Changed, M)) << Case.What;
    EXPECT_THAT(M.Text, HasSubstr(Case.What));
    EXPECT_THAT(M.Text, HasSubstr(": at offset "));
  }
}

// Breaks if an unknown section, as later forms have, makes this reader refuse.
TEST(Wiring, PassesOverLaterSections) {
  std::string Blob = makeBlob();
  // The table has room for one more entry before the first section.
  ASSERT_GE(section(Blob, 1), 32u + 14 * 24);
  store(Blob, 24, 14, 4);
  const size_t Entry = 32 + 13 * 24;
  Blob.resize((Blob.size() + 63) / 64 * 64);
  store(Blob, Entry, 1000, 4);
  store(Blob, Entry + 4, 12, 4);
  store(Blob, Entry + 8, Blob.size(), 8);
  store(Blob, Entry + 16, 2, 8);
  Blob += std::string(24, 'x');
  seal(Blob);
  Messages M;
  EXPECT_TRUE(read(Blob, M)) << M.Text;
}

// Breaks if the text may speak of another fabric than the tables.
TEST(Wiring, TextAndTablesAgree) {
  std::string Blob = makeBlob();
  const size_t Name = Blob.find("nccl-2.10.3");
  Blob.replace(Name, 11, "nccl-2.8.4\n");
  seal(Blob);
  Messages M;
  EXPECT_FALSE(read(Blob, M));
  EXPECT_THAT(M.Text, HasSubstr("text and its tables disagree about the "
                                "profile: at offset "));
}

// Breaks if a mistake in the text is reported without a place.
TEST(Wiring, BrokenText) {
  std::string Blob = makeBlob();
  Blob.replace(section(Blob, 13), 5, "gnirc");
  seal(Blob);
  Messages M;
  EXPECT_FALSE(read(Blob, M));
  EXPECT_THAT(M.Text, HasSubstr("x.wiring:text:1:1: error: "));
}

// Breaks if any bytes at all make the reader, or an emitter or verifier after
// it, leave its memory: run it under sanitizers too.
TEST(Wiring, RandomDamageUnderARightChecksum) {
  const std::string Blob = makeBlob();
  std::mt19937 Random(20261201);
  const auto Below = [&Random](size_t N) { return size_t(Random() % N); };
  unsigned Accepted = 0;
  for (unsigned Round = 0; Round < 4000; ++Round) {
    std::string Changed = Blob;
    for (unsigned Edits = 1 + unsigned(Below(3)); Edits; --Edits) {
      // Half of the edits go to the small tables, where every byte matters.
      const unsigned Kind = unsigned(Below(14));
      const size_t From = Kind ? section(Blob, Kind) : 16;
      const size_t At = std::min(From + Below(64), Blob.size() - 4);
      const uint32_t Values[] = {0, 1, ~0u, 0x7fffffff, uint32_t(Random()), 7};
      store(Changed, At, Values[Below(6)], Below(2) ? 4 : 1);
    }
    if (Below(8) == 0)
      Changed.resize(Below(Changed.size()));
    if (Changed.size() >= 32)
      seal(Changed);
    Messages M;
    const std::optional<Fabric> F = read(Changed, M);
    EXPECT_NE(F.has_value(), M.Diags.hasErrors());
    if (!F)
      continue;
    ++Accepted;
    if (verifyFabric(*F, M.Diags))
      for (const char *Kind : {"ring", "json", "nccl-graph", "topology"}) {
        Messages Ignored;
        emit(Kind, *F, Ignored.Diags);
      }
  }
  EXPECT_GT(Accepted, 0u);
}

// Breaks if bytes of another kind are read on. The command line never gives the
// reader such bytes, an embedder may.
TEST(Wiring, OtherMagic) {
  std::string Blob = makeBlob();
  Blob[7] = 'X';
  Messages M;
  EXPECT_FALSE(read(Blob, M));
  EXPECT_EQ(M.Text, "x.wiring: error: wiring blob doesn't begin with "
                    "'RINGCWIR': at offset 0\n");
}

// Breaks if a fabric whose tables contradict each other is written.
TEST(Wiring, NoRing) {
  Messages M;
  Fabric F = makeMixed(M.Diags);
  std::swap(F.Channels[1].Order[2], F.Channels[1].Order[3]);
  EXPECT_EQ(emit("wiring", F, M.Diags), "");
  EXPECT_THAT(M.Text,
              HasSubstr("error: channel 1 can't be written as a ring: its "
                        "order, next and prev don't agree\n"));
}

// Breaks if a rank that is twice in an order, or a `prev` that is no inverse,
// is taken for a ring.
TEST(Wiring, EveryTableIsCompared) {
  for (unsigned Case = 0; Case < 6; ++Case) {
    Messages M;
    Fabric F = makeMixed(M.Diags);
    Channel &C = F.Channels[0];
    switch (Case) {
    case 0:
      std::swap(C.Next[4], C.Next[7]);
      break;
    case 1:
      std::swap(C.Prev[4], C.Prev[7]);
      break;
    case 2:
      C.Order[5] = 0;
      break;
    case 3:
      C.Order[5] = C.Order[6];
      break;
    case 4:
      C.Order[5] = 10;
      break;
    case 5:
      C.Order.pop_back();
      break;
    }
    EXPECT_EQ(emit("wiring", F, M.Diags), "") << Case;
    EXPECT_THAT(M.Text, HasSubstr("channel 0 can't be written")) << Case;
  }
}

// Breaks if channels that a blob has no room or no row for are written.
TEST(Wiring, ChannelsThatNoBlobHolds) {
  Messages M;
  Fabric F = makeMixed(M.Diags);
  F.Channels[2].CopyOf = ChannelId(3);
  EXPECT_EQ(emit("wiring", F, M.Diags, RankId(1)), "");
  EXPECT_THAT(M.Text, HasSubstr("error: channel 2 copies channel 3, which is "
                                "not an earlier channel"));
  F.Channels.resize(33, F.Channels[2]);
  EXPECT_EQ(emit("wiring", F, M.Diags, RankId(1)), "");
  EXPECT_THAT(M.Text, HasSubstr("error: there are 33 channels, but a wiring "
                                "blob holds at most 32\n"));
}

// Breaks if a large fabric doesn't fit its promise of 32 MiB: 98,304 ranks.
TEST(Wiring, SizeAtScale) {
  Messages M;
  Fabric F =
      makeConnected({{"quad.xml"}, std::vector<unsigned>(24576, 0)}, M.Diags);
  while (F.Channels.size() < 32) {
    F.Channels.push_back(F.Channels[F.Channels.size() < 16 ? 0 : 2]);
    for (Server &S : F.Servers) {
      S.Nets.push_back(S.Nets[0]);
      S.ToNext.insert(S.ToNext.end(), S.ToNext.begin(), S.ToNext.begin() + 4);
    }
  }
  const std::string Blob = emit("wiring", F, M.Diags);
  EXPECT_GT(Blob.size(), 8u << 20);
  EXPECT_LT(Blob.size(), 32u << 20);
  EXPECT_TRUE(read(Blob, M)) << M.Text;
}
