//===- LinksTest.cpp - Order and merging of links -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSystem.h"

using namespace ringc;
using namespace ringc::test;

namespace {

std::vector<float> widths(const System &S, NodeRef N) {
  std::vector<float> W;
  for (const Link &L : S[N].Links)
    W.push_back(L.Width);
  return W;
}

TEST(Links, SameTypeToSameNodeAddsUp) {
  TestSystem T;
  NodeRef A = T.cpu(), B = T.cpu();
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Sys, 3, T.P));
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Sys, 4, T.P));
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Nvl, 1, T.P));
  EXPECT_EQ(widths(T.S, A), (std::vector<float>{7, 1}));
  EXPECT_TRUE(T.S[B].Links.empty()) << "connect is one direction";
}

TEST(Links, StandByFallingWidthAndEqualsByArrival) {
  TestSystem T;
  NodeRef A = T.cpu(), B = T.cpu(), C = T.cpu(), D = T.cpu();
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Sys, 5, T.P));
  EXPECT_FALSE(connect(T.S, A, C, LinkType::Sys, 5, T.P));
  EXPECT_FALSE(connect(T.S, A, D, LinkType::Sys, 6, T.P));
  EXPECT_EQ(T.S[A].Links[0].Far, D);
  EXPECT_EQ(T.S[A].Links[1].Far, B);
  EXPECT_EQ(T.S[A].Links[2].Far, C);
  // Growing moves only the link that grew.
  EXPECT_FALSE(connect(T.S, A, C, LinkType::Sys, 1, T.P));
  EXPECT_EQ(T.S[A].Links[0].Far, D);
  EXPECT_EQ(T.S[A].Links[1].Far, C);
}

TEST(Links, RefusesMoreThanTheProfileHolds) {
  TestSystem T;
  NodeRef A = T.cpu();
  for (int I = 0; I < T.P.MaxLinksPerNode; ++I)
    EXPECT_FALSE(connect(T.S, A, T.cpu(), LinkType::Sys, 1, T.P));
  SystemError E = connect(T.S, A, T.cpu(), LinkType::Sys, 1, T.P);
  EXPECT_EQ(E.What, SystemError::Kind::TooManyLinks);
  EXPECT_EQ(E.One, A);
  EXPECT_EQ(E.Limit, unsigned(T.P.MaxLinksPerNode));
}

TEST(Links, SortPutsTheWayUpLast) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), Switch = T.pci(Cpu, 24);
  NodeRef Gpu = T.gpu(Switch, 12);
  EXPECT_EQ(T.S[Switch].Links[0].Far, Cpu);
  sortLinks(T.S);
  EXPECT_EQ(T.S[Switch].Links[0].Far, Gpu);
  EXPECT_EQ(T.S[Switch].Links[1].Far, Cpu);
}

TEST(Links, SortMovesAnNvlinkToTheParentInsteadOfThePciLink) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), Gpu = T.gpu(Cpu, 12);
  T.nvlink(Gpu, Cpu, 54);
  sortLinks(T.S);
  const std::vector<Link> &L = T.S[Gpu].Links;
  ASSERT_EQ(L.size(), 3u);
  EXPECT_EQ(L[1].Type, LinkType::Pci);
  EXPECT_EQ(L[2].Type, LinkType::Nvl);
}

TEST(Links, RemovedNodesTakeTheirLinksAlong) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.pci(Cpu), B = T.pci(Cpu);
  NodeRef Gpu = T.gpu(B);
  removeNode(T.S, A);
  EXPECT_EQ(T.S.of(NodeType::Pci).size(), 1u);
  ASSERT_EQ(T.S[Cpu].Links.size(), 1u);
  EXPECT_EQ(T.S[Cpu].Links[0].Far, (NodeRef{NodeType::Pci, 0}));
  EXPECT_EQ(T.S[Gpu].Links.back().Far, (NodeRef{NodeType::Pci, 0}));
}

TEST(Links, BroadcomPartsBecomeOneSwitch) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  NodeRef Whole = T.pci(Cpu, 24), PartA = T.pci(Whole, 24),
          PartB = T.pci(Whole, 24), Other = T.pci(Whole, 24);
  NodeRef G0 = T.gpu(PartA), G1 = T.gpu(PartB);
  for (NodeRef R : {Whole, PartA, PartB})
    T.S[R].Pci.Device = 0x1000c0101000a123;
  T.S[Other].Pci.Device = 0x1000c0101000a124; // another word: another switch
  ASSERT_FALSE(flattenBroadcom(T.S, T.P));
  ASSERT_EQ(T.S.of(NodeType::Pci).size(), 2u);
  // Other moved down to index 1 and is a switch of its own still.
  NodeRef Moved{NodeType::Pci, 1};
  const std::vector<Link> &L = T.S[Whole].Links;
  ASSERT_EQ(L.size(), 4u);
  EXPECT_EQ(L[0].Far, Cpu);
  EXPECT_EQ(L[1].Far, Moved);
  EXPECT_EQ(L[2].Far, G0) << "links of the parts are appended, not sorted in";
  EXPECT_EQ(L[3].Far, G1);
  EXPECT_EQ(T.S[G0].Links.back().Far, Whole);
  EXPECT_EQ(T.S[G1].Links.back().Far, Whole);
  EXPECT_EQ(T.S[Whole].Pci.Device, 0x1000c01010000000u);
}

TEST(Links, CpuMakesHaveTheirWidths) {
  auto Width = [](CpuArch A, CpuVendor V, CpuModel M) {
    return cpuLinkWidth({A, V, M});
  };
  using enum CpuModel;
  EXPECT_EQ(Width(CpuArch::X86, CpuVendor::Intel, Skl), 9);
  EXPECT_EQ(Width(CpuArch::X86, CpuVendor::Intel, Bdw), 6);
  EXPECT_EQ(Width(CpuArch::X86, CpuVendor::Zhaoxin, Unset), 6);
  EXPECT_EQ(Width(CpuArch::X86, CpuVendor::Zhaoxin, Yongfeng), 9);
  EXPECT_EQ(Width(CpuArch::X86, CpuVendor::Amd, Unset), 5000);
  EXPECT_EQ(Width(CpuArch::Power, CpuVendor::Unset, Unset), 32);
  EXPECT_EQ(Width(CpuArch::Arm, CpuVendor::Unset, Unset), 6);
  EXPECT_EQ(Width(CpuArch::Other, CpuVendor::Unset, Unset), 5000);
}

TEST(Links, NvlinkCpuIsFoundOnlyWithoutATurn) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), Direct = T.gpu(Cpu);
  EXPECT_EQ(findNvlinkCpu(T.S, Direct), Cpu);

  // A switch lists its gpu first: from there NCCL goes down and up for ever.
  NodeRef Narrow = T.add(NodeType::Pci, 1);
  NodeRef Behind = T.gpu(Narrow);
  EXPECT_FALSE(connectBoth(T.S, Narrow, Cpu, LinkType::Pci, 12, T.P));
  EXPECT_EQ(findNvlinkCpu(T.S, Behind), std::nullopt);

  // A wider way up is taken first and ends well.
  NodeRef Switch = T.pci(Cpu, 24);
  EXPECT_EQ(findNvlinkCpu(T.S, T.gpu(Switch, 12)), Cpu);
}

} // namespace
