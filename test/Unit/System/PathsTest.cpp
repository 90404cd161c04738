//===- PathsTest.cpp - Types, widths and detours of paths -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSystem.h"
#include "ringc/Topology/FrontEnd.h"
#include "llvm/Support/raw_ostream.h"

using namespace ringc;
using namespace ringc::test;

namespace {

void expectPath(const TestSystem &T, NodeRef A, NodeRef B, PathType Type,
                unsigned Count, float Width) {
  const Path &P = T.path(A, B);
  EXPECT_EQ(toString(P.Type), toString(Type));
  EXPECT_EQ(P.Count, Count);
  EXPECT_EQ(P.Width, Width);
  // Links lead from A to B, each where the one before ended.
  NodeRef At = A;
  for (const PathLink &L : T.S.Paths.links(P)) {
    EXPECT_EQ(L.From, At);
    At = T.S[L.From].Links[L.Link].Far;
  }
  if (P.Count != 0) {
    EXPECT_EQ(At, B);
  }
}

TEST(Paths, TypesFollowTheWorstStep) {
  TestSystem T;
  NodeRef Cpu0 = T.cpu(), Cpu1 = T.cpu();
  NodeRef Top = T.pci(Cpu0, 24), Left = T.pci(Top, 24), Right = T.pci(Top, 24);
  NodeRef A = T.gpu(Left), B = T.gpu(Left), C = T.gpu(Right), D = T.gpu(Cpu0),
          E = T.gpu(Cpu1);
  T.finish(true);
  expectPath(T, A, A, PathType::Loc, 0, 5000);
  expectPath(T, A, B, PathType::Pix, 2, 12);
  expectPath(T, A, C, PathType::Pxb, 4, 12);
  expectPath(T, A, D, PathType::Phb, 4, 12);
  expectPath(T, A, E, PathType::Sys, 5, 12);
}

TEST(Paths, OneGpuMayRelayOverNvlink) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  NodeRef A = T.gpu(Cpu), B = T.gpu(Cpu), C = T.gpu(Cpu), D = T.gpu(Cpu);
  T.nvlink(A, B, 44);
  T.nvlink(B, C, 22);
  T.nvlink(C, D, 22);
  T.finish(true);
  expectPath(T, A, B, PathType::Nvl, 1, 44);
  // Two hops either way, and the relay is the wider one.
  expectPath(T, A, C, PathType::Nvb, 2, 22);
  // Two relays are one too many: through the CPU instead.
  expectPath(T, A, D, PathType::Phb, 2, 12);
}

TEST(Paths, NvswitchIsNvl) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu), B = T.gpu(Cpu);
  NodeRef Switch = T.add(NodeType::Nvs, 0);
  T.nvlink(A, Switch, 264);
  T.nvlink(B, Switch, 132);
  T.finish(true);
  expectPath(T, A, B, PathType::Nvl, 2, 132);
  EXPECT_EQ(T.S.TotalWidth, 264);
  EXPECT_EQ(T.S.MaxWidth, 132);
}

TEST(Paths, OfEqualLengthTheWiderWins) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  NodeRef A = T.gpu(Cpu), B = T.gpu(Cpu), C = T.gpu(Cpu), D = T.gpu(Cpu);
  T.nvlink(A, C, 44); // tried first, being wider at A
  T.nvlink(C, B, 14);
  T.nvlink(A, D, 22);
  T.nvlink(D, B, 22);
  T.finish(true);
  expectPath(T, B, A, PathType::Nvb, 2, 22);
}

TEST(Paths, P2pLevelsOfTheMakes) {
  auto Allowed = [](const char *Profile, CpuVendor V, CpuModel M, PathType T) {
    TestSystem S(Profile);
    S.cpu(V, M);
    return p2pAllowed(S.S, S.P, T);
  };
  using enum PathType;
  for (const char *P : {"nccl-2.8.4", "nccl-2.10.3"}) {
    EXPECT_TRUE(Allowed(P, CpuVendor::Amd, CpuModel::Unset, Sys));
    EXPECT_TRUE(Allowed(P, CpuVendor::Intel, CpuModel::Bdw, Pxb));
    EXPECT_FALSE(Allowed(P, CpuVendor::Intel, CpuModel::Bdw, Phb));
    EXPECT_FALSE(Allowed(P, CpuVendor::Zhaoxin, CpuModel::Unset, Phb));
    EXPECT_FALSE(Allowed(P, CpuVendor::Intel, CpuModel::Skl, Sys));
  }
  EXPECT_TRUE(Allowed("nccl-2.8.4", CpuVendor::Intel, CpuModel::Skl, Phb));
  EXPECT_FALSE(Allowed("nccl-2.10.3", CpuVendor::Intel, CpuModel::Skl, Phb));
}

TEST(Paths, PairsThatMayNotTalkGoThroughTheCpu) {
  TestSystem T;
  NodeRef Cpu = T.skylake();
  NodeRef Top = T.pci(Cpu, 24);
  NodeRef A = T.gpu(T.pci(Top, 24)), B = T.gpu(T.pci(Top, 24));
  NodeRef C = T.gpu(Cpu);
  NodeRef Net = T.net(Top);
  T.S[C].Gpu.Gdr = false;
  T.finish(false);
  expectPath(T, A, B, PathType::Pxb, 4, 12);
  expectPath(T, A, C, PathType::Phb, 4, 12);
  // With GDR over the switches; without up to the CPU and down again.
  expectPath(T, A, Net, PathType::Pxb, 4, 12);
  expectPath(T, C, Net, PathType::Phb, 4, 12);
  T.S[Net].Net.Gdr = false;
  ASSERT_FALSE(computePaths(T.S, T.P));
  expectPath(T, A, Net, PathType::Phb, 6, 12);
  expectPath(T, Net, A, PathType::Phb, 6, 12);
}

TEST(Paths, ALinkWithoutAWayBackIsAnError) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu), B = T.gpu(Cpu);
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Nvl, 44, T.P));
  SystemError E = computePaths(T.S, T.P);
  EXPECT_EQ(E.What, SystemError::Kind::NoReversePath);
  EXPECT_EQ(E.One, A);
  EXPECT_EQ(E.Two, B);
}

// No topology leads here: what the front end builds has each link both ways.
TEST(Paths, ALinkWithoutAWayBackIsNamed) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu), B = T.gpu(Cpu);
  EXPECT_FALSE(connect(T.S, A, B, LinkType::Nvl, 44, T.P));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  DiagnosticEngine Diags(OS);
  uint32_t File =
      Diags.addFile(llvm::MemoryBuffer::getMemBuffer("\n  <gpu/>\n", "x.xml"));
  T.S[A].Name = "one";
  T.S[A].Loc = {File, 2, 3};
  T.S[B].Name = "two";
  EXPECT_FALSE(finishSystem(T.S, true, Diags, T.P));
  EXPECT_EQ(Text, "x.xml:2:3: error: link from 'one' to 'two' has no link "
                  "back\n  <gpu/>\n  ^\n");
}

TEST(Paths, TheSecondOfTwoEqualIdsWorksOnTheFirstsSlot) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu);
  NodeRef Net0 = T.net(Cpu), Net1 = T.net(Cpu);
  T.S[Net1].Id = T.S[Net0].Id;
  T.S[A].Gpu.Gdr = false;
  T.finish(false);
  // Its way to itself is noted under the first one.
  expectPath(T, Net1, Net0, PathType::Loc, 0, 5000);
  // Its own slot has only what the detour through the CPU put there: the GPU's
  // way to the CPU, as from there on no way is known.
  EXPECT_EQ(T.path(A, Net1).Count, 1);
  EXPECT_EQ(T.path(A, Net1).Width, 0);
  EXPECT_EQ(T.path(Cpu, Net1).Count, 0);
}

TEST(Trim, OneServerAloneHasNoNets) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu);
  T.net(Cpu);
  T.net(Cpu);
  T.finish(true);
  EXPECT_EQ(T.S.numNets(), 0u);
  for (const Node &Nic : T.S.of(NodeType::Nic))
    EXPECT_EQ(Nic.Links.size(), 1u);
  EXPECT_EQ(T.S.MaxWidth, 5000) << "one GPU without NET";
  EXPECT_EQ(T.S.TotalWidth, 0);
}

TEST(Trim, SeveralServersKeepThem) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu);
  T.net(Cpu, 6.25);
  T.finish(false);
  EXPECT_EQ(T.S.numNets(), 1u);
  EXPECT_EQ(T.S.MaxWidth, 6.25f);
  EXPECT_EQ(T.S.TotalWidth, 12);
}

TEST(Trim, GpusWithoutAPathAreAnError) {
  TestSystem T;
  NodeRef Cpu = T.cpu();
  T.gpu(Cpu);
  NodeRef Lost = T.add(NodeType::Gpu, 7);
  ASSERT_FALSE(computePaths(T.S, T.P));
  SystemError E = trimSystem(T.S, true);
  EXPECT_EQ(E.What, SystemError::Kind::Unreachable);
  EXPECT_EQ(E.One, Lost);
}

TEST(System, FindsGpusByRank) {
  TestSystem T;
  NodeRef Cpu = T.cpu(), A = T.gpu(Cpu), B = T.gpu(Cpu);
  T.S[A].Gpu.Rank = 1;
  T.S[B].Gpu.Rank = 0;
  EXPECT_EQ(T.S.gpuOfRank(1), 0);
  EXPECT_EQ(T.S.gpuOfRank(0), 1);
  EXPECT_EQ(T.S.gpuOfRank(2), -1);
}

} // namespace
