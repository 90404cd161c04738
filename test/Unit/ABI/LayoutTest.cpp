//===- LayoutTest.cpp - The records as data -------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, code that walks over fields sees other records than the
// compiler. The numbers are typed in once more on purpose: they are the
// runtime's (structs section 2), not what Structs.td happens to say.
//
//===----------------------------------------------------------------------===//

#include "ringc/ABI/Layout.h"
#include "ringc/ABI/Structs.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace ringc::abi;

namespace {

struct SizeFact {
  std::string_view Struct;
  uint32_t Size;
};

class LayoutSize : public testing::TestWithParam<SizeFact> {};

TEST_P(LayoutSize, IsTheRuntimes) {
  const StructLayout *S = findStructLayout(GetParam().Struct);
  ASSERT_NE(S, nullptr);
  EXPECT_EQ(S->Size, GetParam().Size);
}

INSTANTIATE_TEST_SUITE_P(
    Structs, LayoutSize,
    testing::Values(
        SizeFact{"ncclRing", 24}, SizeFact{"ncclChannel", 512},
        SizeFact{"ncclTopoRanks", 960}, SizeFact{"ncclTopoGraph", 33080},
        SizeFact{"ncclComm", 19240}, SizeFact{"ncclPeerInfo", 112},
        SizeFact{"nec_version_info_t", 56}, SizeFact{"nrt_version_t", 224},
        SizeFact{"nrt_instance_info_t", 32}, SizeFact{"nccl_comm_info_t", 1376},
        SizeFact{"enc_ring", 24}, SizeFact{"enc_kangaring", 1060},
        SizeFact{"enc_peer_info", 24},
        SizeFact{"enc_neuron_device_info_t", 216},
        SizeFact{"enc_proxy_histogram_config_t", 168},
        SizeFact{"ncclProxyState", 192}),
    [](const auto &Info) { return std::string(Info.param.Struct); });

struct OffsetFact {
  std::string_view Struct, Field;
  uint32_t Offset;
};

class LayoutOffset : public testing::TestWithParam<OffsetFact> {};

TEST_P(LayoutOffset, IsTheRuntimes) {
  const StructLayout *S = findStructLayout(GetParam().Struct);
  ASSERT_NE(S, nullptr);
  const FieldLayout *F = S->find(GetParam().Field);
  ASSERT_NE(F, nullptr);
  EXPECT_EQ(F->Offset, GetParam().Offset);
  EXPECT_EQ(F->Confidence, Grade::Confirmed);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, LayoutOffset,
    testing::Values(OffsetFact{"ncclTopoRanks", "JbogKangaringPath", 896},
                    OffsetFact{"ncclTopoGraph", "nChannels", 24},
                    OffsetFact{"ncclTopoGraph", "intra", 52},
                    OffsetFact{"ncclTopoGraph", "inter", 32820},
                    OffsetFact{"ncclTopoGraph", "crossracktorack", 33076},
                    OffsetFact{"ncclComm", "nKangaRingChannels", 16384},
                    OffsetFact{"ncclComm", "kangaRing", 16388},
                    OffsetFact{"ncclComm", "nMlaInCycle", 17412},
                    OffsetFact{"ncclComm", "peerInfo", 17544},
                    OffsetFact{"ncclComm", "bootstrap", 17560},
                    OffsetFact{"ncclComm", "rank", 17616},
                    OffsetFact{"ncclComm", "localRanks", 17648},
                    OffsetFact{"ncclComm", "p2pnChannels", 17708},
                    OffsetFact{"ncclComm", "enablePod", 19208}),
    [](const auto &Info) {
      return std::string(Info.param.Struct) + "_" +
             std::string(Info.param.Field);
    });

TEST(Layout, FieldsLieInOrderAndDontOverlap) {
  for (const StructLayout &S : getStructLayouts()) {
    uint32_t End = 0;
    for (const FieldLayout &F : S.Fields) {
      EXPECT_GE(F.Offset, End) << S.Name << "." << F.Name;
      EXPECT_GT(F.size(), 0u) << S.Name << "." << F.Name;
      End = F.Offset + F.size();
    }
    EXPECT_LE(End, S.Size) << S.Name;
    EXPECT_LT(S.Size - End, S.Align) << S.Name << " has an unnamed tail";
  }
}

TEST(Layout, NamesAreUnique) {
  std::set<std::string_view> Structs;
  for (const StructLayout &S : getStructLayouts()) {
    EXPECT_TRUE(Structs.insert(S.Name).second) << S.Name;
    std::set<std::string_view> Fields;
    for (const FieldLayout &F : S.Fields)
      EXPECT_TRUE(Fields.insert(F.Name).second) << S.Name << "." << F.Name;
  }
}

TEST(Layout, NestedStructsAreKnownAndOfOneSize) {
  for (const StructLayout &S : getStructLayouts())
    for (const FieldLayout &F : S.Fields) {
      const StructLayout *Inner = findStructLayout(F.Type);
      EXPECT_EQ(Inner != nullptr, F.Kind == TypeKind::Struct)
          << S.Name << "." << F.Name;
      if (Inner) {
        EXPECT_EQ(Inner->Size, F.ElementSize) << S.Name << "." << F.Name;
      }
      if (F.Kind == TypeKind::Pointer) {
        EXPECT_EQ(F.ElementSize, 8u) << S.Name << "." << F.Name;
      }
    }
}

TEST(Layout, ExtentsMultiply) {
  const FieldLayout *F = findStructLayout("ncclComm")->find("latencies");
  ASSERT_NE(F, nullptr);
  EXPECT_EQ(F->count(), 5u * 2 * 3);
  EXPECT_EQ(F->size(), sizeof(ncclComm::latencies));
}

TEST(Layout, UnknownNamesAreNull) {
  EXPECT_EQ(findStructLayout("ncclNothing"), nullptr);
  EXPECT_EQ(findStructLayout("ncclRing")->find("index"), nullptr);
}

} // namespace
