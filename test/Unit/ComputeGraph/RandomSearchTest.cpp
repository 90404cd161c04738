//===- RandomSearchTest.cpp - Both searches on machines made to mislead ---===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of machine is made to break one of the lemmas of docs/Search.md if
// it were wrong. The search that leaves out what changes nothing must answer as
// the one that walks every step.
//
//===----------------------------------------------------------------------===//

#include "passes/ComputeGraph/ComputeGraph.h"
#include "passes/ComputeGraph/FastWalk.h"
#include "passes/ComputeGraph/Walk.h"
#include "test/Unit/System/TestSystem.h"
#include <cstring>
#include <random>

using namespace ringc;
using namespace ringc::search;
using namespace ringc::test;

namespace {

class Dice {
public:
  explicit Dice(unsigned Seed) : Engine(Seed) {}
  unsigned below(unsigned N) { return unsigned(Engine() % N); }
  bool hit(unsigned Percent) { return below(100) < Percent; }
  float of(std::initializer_list<float> Values) {
    return Values.begin()[below(unsigned(Values.size()))];
  }

private:
  std::mt19937 Engine;
};

struct Kind {
  const char *Name;
  void (*Build)(TestSystem &T, Dice &D);
  bool HasNets;
};

NodeRef anyCpu(TestSystem &T, Dice &D) {
  return D.hit(50) ? T.skylake() : T.cpu(CpuVendor::Amd);
}

/// Bridges in a row, which dominate each other or nearly do (lemma 8).
NodeRef bridges(TestSystem &T, Dice &D, NodeRef Up) {
  for (unsigned I = D.below(4); I; --I)
    Up = T.pci(Up, D.of({6, 12, 12, 12, 24}));
  return Up;
}

/// Everything over PCI; some ways as narrow as one flow (lemmas 7 to 9).
void pciTree(TestSystem &T, Dice &D) {
  std::vector<NodeRef> Ports;
  for (unsigned C = 1 + D.below(2); C; --C) {
    const NodeRef Cpu = anyCpu(T, D);
    for (unsigned I = 1 + D.below(2); I; --I)
      Ports.push_back(bridges(T, D, Cpu));
  }
  for (unsigned G = 2 + D.below(4); G; --G)
    T.gpu(bridges(T, D, Ports[D.below(unsigned(Ports.size()))]),
          D.of({2.9996f, 3, 6, 11.9996f, 12, 12, 24}), D.hit(30) ? 70 : 80);
  for (unsigned N = 1 + D.below(3); N; --N)
    T.net(Ports[D.below(unsigned(Ports.size()))],
          D.of({0.239875f, 1.25f, 5, 12.5f, 25}));
}

/// Islands of NVLink, joined by few thin links or none (lemmas 4 and 5).
void islands(TestSystem &T, Dice &D) {
  const NodeRef Cpus[] = {anyCpu(T, D), anyCpu(T, D)};
  std::vector<NodeRef> Gpus;
  for (unsigned G = 3 + D.below(3); G; --G)
    Gpus.push_back(
        T.gpu(T.pci(Cpus[G % 2], D.of({6, 12})), 12, D.hit(20) ? 60 : 80));
  for (size_t A = 0; A < Gpus.size(); ++A)
    for (size_t B = A + 1; B < Gpus.size(); ++B)
      if (D.hit(A % 2 == B % 2 ? 80 : 15))
        T.nvlink(Gpus[A], Gpus[B], D.of({20, 21, 22, 40, 44}));
  for (unsigned N = D.below(3); N; --N)
    T.net(Cpus[D.below(2)], D.of({6, 12.5f, 24}));
}

/// NVLink without NETs: closed rings.
void closedRings(TestSystem &T, Dice &D) {
  const NodeRef Cpu = anyCpu(T, D);
  std::vector<NodeRef> Gpus;
  for (unsigned G = 2 + D.below(4); G; --G)
    Gpus.push_back(T.gpu(D.hit(50) ? T.pci(Cpu, 12) : Cpu, D.of({6, 12, 24})));
  for (size_t A = 0; A < Gpus.size(); ++A)
    for (size_t B = A + 1; B < Gpus.size(); ++B)
      if (D.hit(60))
        T.nvlink(Gpus[A], Gpus[B], D.of({18, 20, 22, 44}));
}

/// NETs that share a card, that allow few channels, that are very wide or not
/// whole (sections 3 and 6).
void sharedCards(TestSystem &T, Dice &D) {
  const NodeRef Cpu = anyCpu(T, D), Nvs = T.add(NodeType::Nvs, 0);
  for (unsigned G = 2 + D.below(3); G; --G)
    T.nvlink(T.gpu(T.pci(Cpu, D.of({12, 24}))), Nvs, D.of({80, 132, 264}));
  for (unsigned N = 2 + D.below(3); N; --N) {
    const NodeRef Net = T.net(
        Cpu, D.of({0.119875f, 0.239875f, 1.25f, 2.9996f, 3.3f, 12.5f, 25, 50}));
    if (D.hit(20))
      T.S[Net].Id = 0;
    NetFacts &Is = T.S[Net].Net;
    if (D.hit(50))
      Is.Asic = 0x1000;
    Is.Port = D.hit(80) ? 1 : 2;
    if (D.hit(40))
      Is.MaxChannels = int(D.below(5)) - 1;
  }
}

/// Widths at which floats drift, on links that can be short and on such that
/// can't (lemmas 1 and 2).
void drift(TestSystem &T, Dice &D) {
  const NodeRef Cpu = anyCpu(T, D);
  for (unsigned G = 2 + D.below(3); G; --G)
    T.gpu(T.pci(Cpu, D.of({12, 3000, 5000})), D.of({12, 11.9f, 24}));
  const NodeRef Wide = T.nic(Cpu, D.of({2500, 5000, 40000}));
  for (unsigned N = 1 + D.below(3); N; --N) {
    if (D.hit(50)) {
      T.net(Cpu, D.of({0.125f, 1.25f, 12.5f}));
      continue;
    }
    const NodeRef Net = T.add(NodeType::Net, int64_t(T.S.numNets()));
    const float Width = D.of({0.125f, 1.25f, 10, 12.5f});
    EXPECT_FALSE(connectBoth(T.S, Net, Wide, LinkType::Net, Width, T.P));
    T.S[Net].Net = {0x2000 + T.S.numNets(), 0, Width, false, false, 65536};
  }
}

constexpr Kind Kinds[] = {
    {"pci tree", pciTree, true},
    {"islands", islands, true},
    {"closed rings", closedRings, false},
    {"shared cards", sharedCards, true},
    {"drift", drift, true},
};

/// Whether \p A was walked as far as NCCL walks it.
bool isWhole(const SearchAttempt &A) {
  return A.End == AttemptEnd::Searched || A.End == AttemptEnd::OutOfSteps ||
         A.End == AttemptEnd::Perfect;
}

struct Tally {
  int64_t Plain = 0, Proved = 0;
  unsigned OutOfSteps = 0;
};

void compare(const Kind &K, unsigned Seed, const char *Profile, Tally &Of) {
  Dice D(Seed);
  TestSystem T(Profile);
  K.Build(T, D);
  T.finish(!K.HasNets);
  ringc::abi::ncclTopoGraph Plain = ringTemplate(T.P);
  Plain.crossNic = int(Seed % 3);
  ringc::abi::ncclTopoGraph Proved = Plain;
  SearchTrace Walked, Spared;
  searchRings(T.S, T.P, Plain, SearchMode::Plain, &Walked);
  searchRings(T.S, T.P, Proved, SearchMode::Proved, &Spared);
  EXPECT_EQ(std::memcmp(&Plain, &Proved, sizeof(Plain)), 0)
      << K.Name << ", seed " << Seed << ", " << Profile;
  EXPECT_EQ(Walked.Winner, Spared.Winner)
      << K.Name << ", seed " << Seed << ", " << Profile;
  for (size_t I = 0;
       I < std::min(Walked.Attempts.size(), Spared.Attempts.size()); ++I) {
    const SearchAttempt &A = Walked.Attempts[I], &B = Spared.Attempts[I];
    if (isWhole(B)) {
      EXPECT_EQ(A.Steps, B.Steps) << K.Name << ", seed " << Seed << ", "
                                  << Profile << ", attempt " << I + 1;
    }
  }
  Of.Plain += Walked.totalSteps();
  Of.Proved += Spared.totalSteps() + Spared.Counted;
  Of.OutOfSteps += Walked.End == SearchEnd::BudgetSpent;
}

/// Steps that attempts which can't find better leave, walked and counted.
void compareCounts(const Kind &K, unsigned Seed) {
  Dice D(Seed);
  TestSystem T;
  K.Build(T, D);
  T.finish(!K.HasNets);
  const SearchSpace Space(T.S, T.P);
  std::vector<float> Drift(Space.Widths.size(), SpeedSpace::NoDrift);
  ringc::abi::ncclTopoGraph Best = ringTemplate(T.P);
  Best.nChannels = Best.maxChannels;
  Best.speedIntra = 5000;
  for (const float Speed : {12.0f, 6.0f, 3.0f}) {
    const SpeedSpace At(Space, T.P, Speed, Space.Widths, Drift);
    if (!At.isExact())
      continue;
    Bounds Limits(At, Best.maxChannels);
    for (const PathType Worst : {PathType::Nvl, PathType::Phb, PathType::Sys})
      for (const bool Cross : {false, true}) {
        Terms Wanted(Best);
        Wanted.speedIntra = Wanted.speedInter = Speed;
        Wanted.typeIntra = Wanted.typeInter = int(Worst);
        Wanted.crossNic = Cross;
        Wanted.sameChannels = 0;
        constexpr int Budget = 20000;
        const Rung R{At.intraLevel(Worst), At.interLevel(Worst), Cross};
        const int Left = Walker(Space, T.P, Best).attempt(Wanted, Budget);
        EXPECT_EQ(
            FastWalker(Space, T.P, Best).count(At, Limits, R, Wanted, Budget),
            Left)
            << K.Name << ", seed " << Seed << ", " << Speed << " GB/s";
      }
  }
}

// Breaks if steps that are only counted are others than those walked.
TEST(RandomSearch, CountsWhatIsWalked) {
  for (const Kind &K : Kinds)
    for (unsigned Seed = 1; Seed <= 60; ++Seed)
      compareCounts(K, Seed);
}

// Breaks if a lemma, or what is made of it, is wrong.
TEST(RandomSearch, ProvedAnswersAsPlain) {
  constexpr unsigned Seeds = 120;
  for (const Kind &K : Kinds) {
    Tally Of;
    for (unsigned Seed = 1; Seed <= Seeds; ++Seed)
      for (const char *Profile : {"nccl-2.8.4", "nccl-2.10.3"})
        compare(K, Seed, Profile, Of);
    // Else nothing was left out, and nothing compared.
    EXPECT_LT(Of.Proved, Of.Plain) << K.Name;
    RecordProperty(std::string(K.Name).substr(0, 6),
                   std::to_string(Of.Plain) + " steps, " +
                       std::to_string(Of.Proved) + " walked, " +
                       std::to_string(Of.OutOfSteps) + " out of steps");
  }
}

} // namespace
