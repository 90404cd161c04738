//===- ProfileTest.cpp - The rules of each runtime ------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, a profile answers with another runtime's numbers. Typed in
// once more from nccl-search and nccl-2.8.4-differences.
//
//===----------------------------------------------------------------------===//

#include "ringc/ABI/Profile.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace ringc;

namespace {

const Profile &profile(std::string_view Name) {
  const Profile *P = findProfile(Name);
  if (!P)
    ADD_FAILURE() << "no profile " << Name;
  return P ? *P : getProfiles().front();
}

TEST(Profile, AllAreFoundByName) {
  ASSERT_EQ(getProfiles().size(), 3u);
  for (const Profile &P : getProfiles())
    EXPECT_EQ(findProfile(P.Name), &P);
  EXPECT_EQ(getProfiles()[0].Name, "neuron-2.31.24");
  EXPECT_EQ(getProfiles()[1].Name, "nccl-2.8.4");
  EXPECT_EQ(getProfiles()[2].Name, "nccl-2.10.3");
  EXPECT_EQ(findProfile("nccl-2.8"), nullptr);
}

// 86 is not "80 and up", and what has no class of its own is as wide as 80.
TEST(Profile, NvlinkWidthGoesByComputeCapability) {
  struct {
    int Sm;
    float Old, New;
  } Facts[] = {{60, 18, 18}, {61, 18, 18}, {69, 18, 18}, {70, 21, 22},
               {79, 21, 22}, {80, 21, 22}, {85, 21, 22}, {86, 12, 12},
               {87, 21, 22}, {90, 21, 22}, {59, 21, 22}, {0, 21, 22}};
  for (auto [Sm, Old, New] : Facts) {
    EXPECT_EQ(profile("nccl-2.8.4").nvlinkWidth(Sm), Old) << Sm;
    EXPECT_EQ(profile("neuron-2.31.24").nvlinkWidth(Sm), Old) << Sm;
    EXPECT_EQ(profile("nccl-2.10.3").nvlinkWidth(Sm), New) << Sm;
  }
}

TEST(Profile, SpeedLadders) {
  const float Old[] = {42, 30, 24, 21, 18, 15,   12,   10,    9,
                       7,  6,  5,  4,  3,  2.4f, 1.2f, 0.24f, 0.12f};
  const float Inter[] = {48, 30, 24, 22, 18, 15,   12,   10,    9,
                         7,  6,  5,  4,  3,  2.4f, 1.2f, 0.24f, 0.12f};
  const float Intra[] = {44, 30, 22, 18, 15, 12, 10, 9, 7, 6, 5, 4, 3};
  for (auto Name : {"nccl-2.8.4", "neuron-2.31.24"}) {
    EXPECT_TRUE(std::ranges::equal(profile(Name).SpeedsInter, Old));
    EXPECT_TRUE(std::ranges::equal(profile(Name).SpeedsIntra, Old));
  }
  EXPECT_TRUE(std::ranges::equal(profile("nccl-2.10.3").SpeedsInter, Inter));
  EXPECT_TRUE(std::ranges::equal(profile("nccl-2.10.3").SpeedsIntra, Intra));
}

TEST(Profile, WhereTheVersionsPart) {
  const Profile &Old = profile("nccl-2.8.4");
  const Profile &New = profile("nccl-2.10.3");
  EXPECT_EQ(Old.Nets, NetOrder::ByIndex);
  EXPECT_EQ(New.Nets, NetOrder::BestFirst);
  EXPECT_FALSE(Old.FlattenBroadcom);
  EXPECT_TRUE(New.FlattenBroadcom);
  EXPECT_EQ(Old.IntelP2pMul * 3, Old.IntelP2pDiv * 4);
  EXPECT_EQ(New.IntelP2pMul * 5, New.IntelP2pDiv * 6);
  EXPECT_EQ(Old.P2pIntelSkylake, P2pLevel::Phb);
  EXPECT_EQ(New.P2pIntelSkylake, P2pLevel::Pxb);
}

TEST(Profile, WhatTheForkAdds) {
  const Profile &Base = profile("nccl-2.8.4");
  const Profile &Fork = profile("neuron-2.31.24");
  EXPECT_EQ(Base.Search, SearchKind::Nccl);
  EXPECT_EQ(Fork.Search, SearchKind::Neuron);
  EXPECT_EQ(Base.Second, SecondHalf::Duplicate);
  EXPECT_EQ(Fork.Second, SecondHalf::Reverse);
  EXPECT_EQ(Base.MaxLinksPerNode, 32);
  EXPECT_EQ(Fork.MaxLinksPerNode, 256);
  EXPECT_EQ(Base.MaxXmlChildren, 32);
  EXPECT_EQ(Fork.MaxXmlChildren, 256);
  EXPECT_EQ(Base.MaxXmlElements, 1024);
  EXPECT_EQ(Fork.MaxXmlElements, 10432);
}

// The result of an exhausted search depends on where it stops.
TEST(Profile, BudgetsNeverChanged) {
  for (const Profile &P : getProfiles()) {
    EXPECT_EQ(P.StepsSameChannels, 1 << 10);
    EXPECT_EQ(P.StepsTree, 1 << 17);
    EXPECT_EQ(P.StepsOther, 1 << 18);
    EXPECT_EQ(P.StepsTotal, 3 << 19);
    EXPECT_EQ(P.MaxSearchChannels, 16);
    EXPECT_EQ(P.MaxChannels, 32);
    EXPECT_EQ(P.MaxNodesPerType, 256);
  }
}

} // namespace
