//===- TestSystem.h - Systems built by hand ---------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are added from the top down, each with its link to the one above.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_TEST_UNIT_SYSTEM_TESTSYSTEM_H
#define RINGC_TEST_UNIT_SYSTEM_TESTSYSTEM_H

#include "lib/Topology/Links.h"
#include "gtest/gtest.h"

namespace ringc::test {

struct TestSystem {
  System S;
  const Profile &P;

  explicit TestSystem(const char *ProfileName = "nccl-2.10.3")
      : P(*findProfile(ProfileName)) {}

  NodeRef add(NodeType T, int64_t Id) {
    NodeRef R{T, uint16_t(S.of(T).size())};
    Node &N = S.of(T).emplace_back();
    N.Type = T;
    N.Id = Id;
    if (T == NodeType::Gpu)
      N.Links.push_back({LinkType::Loc, R, 5000});
    return R;
  }
  NodeRef cpu(CpuVendor V = CpuVendor::Amd, CpuModel M = CpuModel::Unset) {
    NodeRef R = add(NodeType::Cpu, int64_t(S.of(NodeType::Cpu).size()));
    S[R].Cpu = {CpuArch::X86, V, M};
    return R;
  }
  NodeRef skylake() { return cpu(CpuVendor::Intel, CpuModel::Skl); }
  NodeRef pci(NodeRef Up, float Width = 12) {
    return below(Up, add(NodeType::Pci, nextId()), LinkType::Pci, Width);
  }
  NodeRef gpu(NodeRef Up, float Width = 12, int Sm = 80) {
    NodeRef R = below(Up, add(NodeType::Gpu, nextId()), LinkType::Pci, Width);
    S[R].Gpu = {R.Index, R.Index, Sm, true};
    return R;
  }
  NodeRef nic(NodeRef Up, float Width = 12) {
    return below(Up, add(NodeType::Nic, nextId()), LinkType::Pci, Width);
  }
  /// A NET on a card of its own.
  NodeRef net(NodeRef Up, float Width = 12.5) {
    NodeRef Card = nic(Up);
    int Dev = int(S.numNets());
    NodeRef R = below(Card, add(NodeType::Net, Dev), LinkType::Net, Width);
    S[R].Net = {uint64_t(0x1000 + Dev), 1, Width, true, false, 32};
    return R;
  }
  void nvlink(NodeRef A, NodeRef B, float Width) {
    EXPECT_FALSE(connectBoth(S, A, B, LinkType::Nvl, Width, P));
  }
  /// All steps behind the nodes.
  void finish(bool SingleNode) {
    EXPECT_FALSE(connectCpus(S, P));
    sortLinks(S);
    EXPECT_FALSE(computePaths(S, P));
    EXPECT_FALSE(trimSystem(S, SingleNode));
    EXPECT_FALSE(computePaths(S, P));
    initSearch(S);
  }
  const Path &path(NodeRef A, NodeRef B) const { return S.Paths.get(A, B); }

private:
  int64_t nextId() { return ++LastId; }
  NodeRef below(NodeRef Up, NodeRef R, LinkType T, float Width) {
    EXPECT_FALSE(connectBoth(S, R, Up, T, Width, P));
    return R;
  }
  int64_t LastId = 0x100;
};

} // namespace ringc::test

#endif // RINGC_TEST_UNIT_SYSTEM_TESTSYSTEM_H
