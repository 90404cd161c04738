//===- LintPlacesTest.cpp - Places of NICs, and which ones are peers ------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If these fail, hops are said to change rail that don't, or the other way.
//
//===----------------------------------------------------------------------===//

#include "passes/LintFabric/Places.h"
#include <gtest/gtest.h>
#include <string>

using namespace ringc;

namespace {

void join(System &S, NodeRef A, NodeRef B, LinkType T) {
  S[A].Links.push_back({T, B, 12});
  S[B].Links.push_back({T, A, 12});
}

NodeRef add(System &S, NodeType T, std::string Name, int64_t Id) {
  const NodeRef Ref{T, uint16_t(S.of(T).size())};
  Node &N = S.of(T).emplace_back();
  N.Type = T;
  N.Name = std::move(Name);
  N.Id = Id;
  return Ref;
}

/// One CPU with a switch for each entry: so many GPUs, and the NICs named. What
/// stands after the last switch hangs at the CPU itself.
struct Switch {
  unsigned Gpus;
  std::vector<std::string> Nics;
};

struct Machine {
  System S;
  std::vector<NetFactsOfPlace> Facts;

  explicit Machine(const std::vector<Switch> &Switches) {
    const NodeRef Cpu = add(S, NodeType::Cpu, "cpu", 0);
    int Dev = 0;
    for (const Switch &W : Switches) {
      const NodeRef Pci = add(S, NodeType::Pci, "pci", 0);
      for (unsigned I = 0; I < W.Gpus; ++I)
        join(S, add(S, NodeType::Gpu, "gpu", 0), Pci, LinkType::Pci);
      for (const std::string &Name : W.Nics) {
        const NodeRef Card = add(S, NodeType::Nic, Name, 16 + Dev);
        join(S, Card, add(S, NodeType::Net, Name, Dev++), LinkType::Net);
        join(S, Card, Pci, LinkType::Pci);
      }
      join(S, Pci, Cpu, LinkType::Pci);
    }
    Facts = describeNets(S);
  }
  NetTable table() const { return {&S, &Facts}; }
};

using Indices = std::vector<int>;

Indices match(const Machine &A, const Machine &B, RailBy By = RailBy::Place) {
  return matchNets(A.table(), B.table(), By);
}

} // namespace

TEST(LintPlaces, APlaceIsTheGpusBelowTheNearestSwitchThatHasAny) {
  const Machine M({{2, {"a"}}, {0, {"b"}}, {1, {"c"}}});
  EXPECT_EQ(M.Facts[0].Place, (NetPlace{0, 1}));
  EXPECT_EQ(M.Facts[1].Place, (NetPlace{0, 2})); // all below the CPU
  EXPECT_EQ(M.Facts[2].Place, (NetPlace{2, 2}));
}

TEST(LintPlaces, AServerMatchesItself) {
  const Machine M({{2, {"a", "b"}}, {2, {"c"}}});
  for (RailBy By : {RailBy::Place, RailBy::Name, RailBy::Dev})
    EXPECT_EQ(match(M, M, By), (Indices{0, 1, 2}));
}

TEST(LintPlaces, PlaceGoesBeforeNameAndNumber) {
  const Machine A({{1, {"a"}}, {1, {"b"}}}), B({{1, {"b"}}, {1, {"a"}}});
  EXPECT_EQ(match(A, B), (Indices{0, 1}));
  EXPECT_EQ(match(A, B, RailBy::Name), (Indices{1, 0}));
  EXPECT_EQ(match(A, B, RailBy::Dev), (Indices{0, 1}));
}

TEST(LintPlaces, NamesDecideWithinAPlace) {
  const Machine A({{2, {"a", "b", "c"}}}), B({{2, {"c", "b"}}});
  EXPECT_EQ(match(A, B), (Indices{-1, 1, 0}));
  EXPECT_EQ(match(B, A), (Indices{2, 1}));
}

TEST(LintPlaces, AMissingNicShiftsNoOther) {
  const Machine A({{1, {"a"}}, {1, {"b"}}, {1, {"c"}}});
  const Machine B({{1, {"x"}}, {1, {}}, {1, {"z"}}});
  EXPECT_EQ(match(A, B), (Indices{0, -1, 1}));
}

TEST(LintPlaces, WhatHasNoComparablePlaceGoesByNameThenInOrder) {
  const Machine A({{2, {"a"}}, {2, {"b"}}}), B({{1, {"x"}}, {1, {"a"}}});
  EXPECT_EQ(match(A, B), (Indices{1, 0}));
}
