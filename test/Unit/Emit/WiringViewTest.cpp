//===- WiringViewTest.cpp - Blobs read where they lie ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitFabric.h"
#include "WiringBytes.h"
#include "ringc/Emit/Wiring.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace ringc;
using namespace ringc::test;
using testing::HasSubstr;

namespace {

/// A blob at an address that is \p Shift more than a multiple of 64.
class Placed {
public:
  explicit Placed(llvm::StringRef Blob, size_t Shift = 0)
      : Room(Blob.size() + 128), Size(Blob.size()) {
    const uintptr_t From = reinterpret_cast<uintptr_t>(Room.data());
    Begin = Room.data() + (64 - From % 64) + Shift;
    std::memcpy(Begin, Blob.data(), Size);
  }
  llvm::StringRef bytes() const { return {Begin, Size}; }
  llvm::MutableArrayRef<char> writable() { return {Begin, Size}; }

private:
  std::vector<char> Room;
  char *Begin;
  size_t Size;
};

std::string makeBlob(std::optional<RankId> Rank = std::nullopt) {
  Messages M;
  return emit("wiring", makeMixed(M.Diags), M.Diags, Rank);
}

/// What opening \p Blob reports.
std::string refusal(llvm::StringRef Blob) {
  Messages M;
  EXPECT_FALSE(WiringView::open(Blob, M.Diags)) << "is taken";
  return M.Text;
}

std::vector<uint32_t> userRanks(const WiringView &V, uint32_t C, uint32_t R) {
  std::vector<uint32_t> Ranks;
  for (RankId Rank : V.userRanks(ChannelId(C), RankId(R)))
    Ranks.push_back(*Rank);
  return Ranks;
}

} // namespace

// Breaks if an answer of the view differs from the fabric's.
TEST(WiringView, AnswersAsTheFabric) {
  Messages M;
  const Fabric F = makeMixed(M.Diags);
  const Placed Blob(emit("wiring", F, M.Diags));
  const std::optional<WiringView> V = WiringView::open(Blob.bytes(), M.Diags);
  ASSERT_TRUE(V) << M.Text;
  EXPECT_FALSE(V->hasRank());
  EXPECT_EQ(V->string(V->fabric().Profile).str(), F.Rules->Name);
  EXPECT_EQ(V->string(V->servers()[1].Source), "pair.xml");
  EXPECT_EQ(V->nets().size(), 2u * 4);
  EXPECT_EQ(V->transports().size(), 6u * 4);
  EXPECT_EQ(V->fragments().size(), 6u);
  for (uint32_t R = 0; R < F.numRanks(); ++R) {
    EXPECT_EQ(V->nodeOf(RankId(R)), F.nodeOf(RankId(R)));
    for (uint32_t C = 0; C < F.Channels.size(); ++C) {
      const std::vector<uint32_t> Wanted = F.ringFrom(ChannelId(C), RankId(R));
      EXPECT_EQ(userRanks(*V, C, R), Wanted);
      EXPECT_EQ(*V->next(ChannelId(C), RankId(R)), Wanted[1]);
      EXPECT_EQ(*V->prev(ChannelId(C), RankId(R)), Wanted.back());
    }
  }
}

// Breaks if nodeOf of a fabric of equal nodes isn't a division by their ranks.
TEST(WiringView, EqualNodes) {
  Messages M;
  const Fabric F = makeConnected({{"quad.xml"}, {0, 0, 0}}, M.Diags);
  const Placed Blob(emit("wiring", F, M.Diags));
  const std::optional<WiringView> V = WiringView::open(Blob.bytes(), M.Diags);
  ASSERT_TRUE(V) << M.Text;
  for (uint32_t R = 0; R < F.numRanks(); ++R)
    EXPECT_EQ(V->nodeOf(RankId(R)), F.nodeOf(RankId(R)));
}

// Breaks if records at an aligned base are copied, or at another aren't.
TEST(WiringView, CopiesOnlyWhatIsMisaligned) {
  const std::string Bytes = makeBlob(RankId(3));
  for (size_t Shift = 0; Shift <= 9; ++Shift) {
    Messages M;
    const Placed Blob(Bytes, Shift);
    std::optional<WiringView> V = WiringView::open(Blob.bytes(), M.Diags);
    ASSERT_TRUE(V) << M.Text;
    EXPECT_EQ(V->isCopy(), Shift % 8 != 0) << Shift;
    EXPECT_EQ(V->bytes().data() == Blob.bytes().data(), Shift % 8 == 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(&V->comm()) % 8, 0u);
    // The bytes of a moved view stay where they are.
    const WiringView Moved = std::move(*V);
    EXPECT_EQ(Moved.comm().rank, 3);
    EXPECT_EQ(Moved.bytes(), Blob.bytes());
  }
}

// Breaks if a byte beyond the bytes given is read: run it under sanitizers too.
TEST(WiringView, NoLengthIsTooShort) {
  const std::string Bytes = makeBlob(RankId(3));
  for (size_t Size = 0; Size < Bytes.size(); Size += Size < 700 ? 1 : 997) {
    std::string Cut = Bytes.substr(0, Size);
    EXPECT_NE(refusal(Cut), "");
    if (Size < 32)
      continue;
    seal(Cut);
    EXPECT_NE(refusal(Cut), "") << Size;
  }
}

// Breaks if a relocated record doesn't name what it should.
TEST(WiringView, Relocates) {
  Messages M;
  const Fabric F = makeMixed(M.Diags);
  for (uint32_t R = 0; R < F.numRanks(); ++R) {
    Placed Blob(emit("wiring", F, M.Diags, RankId(R)));
    const Placed Before(Blob.bytes());
    const std::optional<WiringView> V =
        WiringView::open(Before.bytes(), M.Diags);
    ASSERT_TRUE(V) << M.Text;
    const ringc::abi::ncclComm &C = *V->relocate(Blob.writable());
    EXPECT_EQ(C.rank, int(R));
    for (uint32_t I = 0; I < F.Channels.size(); ++I) {
      const std::vector<uint32_t> Wanted = F.ringFrom(ChannelId(I), RankId(R));
      const ringc::abi::ncclRing &Ring = C.channels[I].ring;
      EXPECT_EQ(std::vector<uint32_t>(Ring.userRanks, Ring.userRanks + 10),
                Wanted);
      EXPECT_EQ(Ring.devUserRanks, Ring.userRanks);
      EXPECT_EQ(Ring.next, int(Wanted[1]));
      EXPECT_EQ(Ring.prev, int(Wanted.back()));
      EXPECT_NE(C.connectSend[Wanted[1]] >> I & 1, 0u);
      EXPECT_NE(C.connectRecv[Wanted.back()] >> I & 1, 0u);
    }
    // Channel 2 copies channel 0; channel 3 walks channel 1 backwards.
    EXPECT_EQ(C.channels[2].ring.userRanks, C.channels[0].ring.userRanks);
    EXPECT_NE(C.channels[3].ring.userRanks, C.channels[1].ring.userRanks);
    EXPECT_EQ(C.channels[4].ring.userRanks, nullptr);
    for (uint32_t P = 0; P < F.numRanks(); ++P) {
      EXPECT_EQ(C.peerInfo[P].rank, int(P));
      EXPECT_EQ(C.peerInfo[P].hostHash == C.peerInfo[R].hostHash,
                F.nodeOf(RankId(P)) == F.nodeOf(RankId(R)));
    }
    EXPECT_EQ(C.peerInfo[R].busId, C.busId);
  }
}

// Breaks if one rank's fragment isn't its server's, moved to the node's ranks.
TEST(WiringView, OwnRanksAreGlobal) {
  Messages M;
  const Fabric F = makeMixed(M.Diags);
  const Placed Blob(emit("wiring", F, M.Diags, RankId(7))); // node 2, local 1
  const std::optional<WiringView> V = WiringView::open(Blob.bytes(), M.Diags);
  ASSERT_TRUE(V) << M.Text;
  const ringc::abi::ncclTopoRanks &Own = V->ownRanks();
  EXPECT_EQ(Own.ringRecv[0], 6);
  EXPECT_EQ(Own.ringSend[0], 9);
  EXPECT_EQ(Own.ringPrev[0], 6);
  EXPECT_EQ(Own.ringNext[0], 8);
  EXPECT_EQ(Own.ringPrev[1], 8);
  EXPECT_EQ(Own.treeToParent[0], 0);
}

// Breaks if a ring of one rank has someone to connect to.
TEST(WiringView, MasksOfTwoRanks) {
  Messages M;
  const Fabric F = makeConnected({{"pair.xml"}, {0}}, M.Diags);
  const Placed Blob(emit("wiring", F, M.Diags, RankId(0)));
  const std::optional<WiringView> V = WiringView::open(Blob.bytes(), M.Diags);
  ASSERT_TRUE(V) << M.Text;
  EXPECT_EQ(V->connectSend(), llvm::ArrayRef<uint32_t>({0, 15}));
  EXPECT_EQ(V->connectRecv(), llvm::ArrayRef<uint32_t>({0, 15}));
  EXPECT_EQ(V->comm().connect, 1);
}

// Breaks if one damaged byte of one rank's view, the checksum right, is used. A
// device record's bytes show in the other records.
TEST(WiringView, EveryByteOfTheRankCounts) {
  const std::string Blob = makeBlob(RankId(4));
  for (unsigned Kind = 14; Kind <= 21; ++Kind) {
    const size_t Entry = 32 + 24 * (Kind - 1);
    const size_t Size = load(Blob, Entry + 4, 4) * load(Blob, Entry + 16, 8);
    for (size_t I = 0; I < Size; I += Size > 9000 ? 7 : 1) {
      std::string Changed = Blob;
      Changed[section(Blob, Kind) + I] ^= char(1 << (I % 8));
      seal(Changed);
      ASSERT_NE(refusal(Changed), "") << "section " << Kind << " byte " << I;
    }
  }
}

// Breaks if damage of one rank's view isn't reported at its place.
TEST(WiringView, HostileRank) {
  const Hostile Cases[] = {
      {"gdr 2, which is not within 0 to 1", 14, 16, 2, 4},
      {"reserved word 5, expected 0", 14, 20, 5, 4},
      {"section 'ownRanks' isn't what its tables give for rank 4", 15, 4, 9, 4},
      {"rank of the communicator 10, which is not within 0 to 9", 16, 17616, 10,
       4},
      {"rank of the communicator -1", 16, 17616, ~0u, 4},
      {"section 'comm' isn't what", 16, 8, 1, 1},
      {"section 'userRanks' isn't what", 17, 4 * 29, 77, 4},
      {"section 'peerInfo' isn't what", 18, 112 * 9, 3, 4},
      {"section 'connectSend' isn't what", 19, 0, 16, 4},
      {"section 'connectRecv' isn't what", 20, 4 * 9, 16, 4},
      {"section 'relocations' isn't what", 21, 8 * 10, 1, 1},
      {"count of 'relocations' 10, expected 11", 0, 24 * 20 + 16, 10, 8},
      {"count of 'userRanks' 20, expected 30", 0, 24 * 16 + 16, 20, 8},
      {"count of 'comm' 0, expected 1", 0, 24 * 15 + 16, 0, 8},
      {"count of 'devices' 5, expected 6", 0, 24 * 13 + 16, 5, 8},
      {"record size 8, expected 4", 0, 24 * 18 + 4, 8, 4},
  };
  const std::string Blob = makeBlob(RankId(4));
  for (const Hostile &Case : Cases) {
    std::string Changed = Blob;
    const size_t At = (Case.Kind ? section(Blob, Case.Kind) : 32) + Case.At;
    store(Changed, At, Case.Value, Case.Bytes);
    seal(Changed);
    const std::string Text = refusal(Changed);
    EXPECT_THAT(Text, HasSubstr(Case.What));
    // A count is reported where its line of the table begins.
    const size_t Told = Case.Bytes == 8 ? At - 16 : At;
    EXPECT_THAT(Text, HasSubstr(": at offset " + std::to_string(Told) + "\n"));
  }
}

// Breaks if a blob with some of one rank's sections is taken for one with all
// or with none.
TEST(WiringView, AllOfTheRankOrNothing) {
  std::string Blob = makeBlob(RankId(4));
  store(Blob, 32 + 24 * 20, 1000, 4); // relocations become something unknown
  seal(Blob);
  EXPECT_EQ(
      refusal(Blob),
      "ringc: error: wiring blob has no section 'relocations': at offset 32\n");
}

// Breaks if random damage under a right checksum makes open() leave its memory,
// or passes: run it under sanitizers too. Only padding isn't looked at.
TEST(WiringView, RandomDamageOfTheRank) {
  const std::string Blob = makeBlob(RankId(4));
  std::mt19937 Random(20261202);
  const auto Below = [&Random](size_t N) { return size_t(Random() % N); };
  for (unsigned Round = 0; Round < 4000; ++Round) {
    std::string Changed = Blob;
    const unsigned Kind = 14 + unsigned(Below(8));
    const size_t Entry = 32 + 24 * (Kind - 1);
    const size_t Size = load(Blob, Entry + 4, 4) * load(Blob, Entry + 16, 8);
    const size_t At =
        Below(2) ? Entry + Below(24) : section(Blob, Kind) + Below(Size);
    const uint32_t Values[] = {0, 1, 255, 64, uint32_t(Random())};
    store(Changed, At, Values[Below(5)], 1);
    if (Changed == Blob)
      continue;
    seal(Changed);
    EXPECT_NE(refusal(Changed), "") << "byte " << At;
  }
}

// Breaks if devices that the text has otherwise get into a fabric.
TEST(WiringView, DevicesAgreeWithTheText) {
  std::string Blob = makeBlob(RankId(4));
  // Local rank 1 of the first server: dev, and what follows from it.
  store(Blob, section(Blob, 14) + 24 + 8, 9, 4);
  store(Blob, section(Blob, 18) + 112 + 4, 9, 4);
  store(Blob, section(Blob, 18) + 7 * 112 + 4, 9, 4);
  seal(Blob);
  Messages M;
  EXPECT_TRUE(WiringView::open(Blob, M.Diags)) << M.Text;
  EXPECT_FALSE(readWiring(
      M.Diags.addFile(llvm::MemoryBuffer::getMemBufferCopy(Blob, "x.wiring")),
      M.Diags));
  EXPECT_THAT(M.Text, HasSubstr("text and its tables disagree about a device"));
}

// Breaks if one rank's view, or the blob without it, depends on the way taken.
TEST(WiringView, RankThroughABlob) {
  Messages M;
  const Fabric F = makeMixed(M.Diags);
  const std::string Plain = emit("wiring", F, M.Diags);
  const std::string Ranked = emit("wiring", F, M.Diags, RankId(4));
  for (const std::string &Blob : {Plain, Ranked}) {
    const std::optional<Fabric> Back = readWiring(
        M.Diags.addFile(llvm::MemoryBuffer::getMemBufferCopy(Blob, "x.wiring")),
        M.Diags);
    ASSERT_TRUE(Back) << M.Text;
    EXPECT_EQ(emit("wiring", *Back, M.Diags), Plain);
    EXPECT_EQ(emit("wiring", *Back, M.Diags, RankId(4)), Ranked);
  }
}
