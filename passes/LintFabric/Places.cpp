//===- Places.cpp - Where a server's NICs stand ---------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PCI tree is found from the CPUs down; each GPU then tells all above it.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include <algorithm>
#include <map>
#include <optional>

using namespace ringc;

namespace {

/// The PCI tree of a system, upside down.
class PciTree {
public:
  explicit PciTree(const System &S);
  /// The run of GPUs below \p Start's lowest ancestor that has any.
  NetPlace placeAbove(NodeRef Start) const;

private:
  struct Entry {
    std::optional<NodeRef> Up;
    unsigned First = ~0u, Last = 0; ///< GPUs below
  };
  std::map<NodeRef, Entry> Entries;
  unsigned NumGpus;
};

} // namespace

PciTree::PciTree(const System &S) : NumGpus(S.numGpus()) {
  std::vector<NodeRef> Work;
  for (unsigned I = 0; I < S.of(NodeType::Cpu).size(); ++I)
    Work.push_back({NodeType::Cpu, uint16_t(I)});
  for (NodeRef Cpu : Work)
    Entries[Cpu];
  // Parents stand before their children in Work.
  for (size_t I = 0; I < Work.size(); ++I)
    for (const Link &L : S[Work[I]].Links)
      if (L.Type == LinkType::Pci &&
          Entries.try_emplace(L.Far, Entry{Work[I]}).second)
        Work.push_back(L.Far);
  for (size_t I = Work.size(); I-- > 0;) {
    Entry &E = Entries[Work[I]];
    if (Work[I].Type == NodeType::Gpu)
      E.First = E.Last = Work[I].Index;
    if (E.First == ~0u || !E.Up)
      continue;
    Entry &Up = Entries[*E.Up];
    Up.First = std::min(Up.First, E.First);
    Up.Last = std::max(Up.Last, E.Last);
  }
}

NetPlace PciTree::placeAbove(NodeRef Start) const {
  std::optional<NodeRef> At = Start;
  while (At) {
    const auto Found = Entries.find(*At);
    if (Found == Entries.end())
      break;
    if (Found->second.First != ~0u)
      return {Found->second.First, Found->second.Last};
    At = Found->second.Up;
  }
  return {0, NumGpus ? NumGpus - 1 : 0};
}

std::vector<NetFactsOfPlace> ringc::describeNets(const System &S) {
  const PciTree Tree(S);
  std::vector<NetFactsOfPlace> All;
  for (unsigned I = 0; I < S.numNets(); ++I) {
    const NodeRef Net{NodeType::Net, uint16_t(I)};
    NetFactsOfPlace F;
    for (const Link &L : S[Net].Links)
      if (L.Far.Type == NodeType::Nic)
        F.Card = L.Far;
    if (F.Card.Type == NodeType::Nic) {
      // NICs without a PCI device are all card 0 [nccl-search section 3].
      F.Virtual = S[F.Card].Id == 0;
      F.Place = Tree.placeAbove(F.Card);
    }
    for (unsigned G = 0; G < S.numGpus() && !S.Paths.empty(); ++G) {
      const Path &P = S.Paths.get({NodeType::Gpu, uint16_t(G)}, Net);
      if (P.Count > 0)
        F.Nearest = std::min(F.Nearest, P.Type);
    }
    All.push_back(F);
  }
  return All;
}

namespace {

/// Pairs NETs of two servers, each at most once.
class Matching {
public:
  Matching(const NetTable &A, const NetTable &B)
      : A(A), B(B), Of(A.Sys->numNets(), -1), Taken(B.Sys->numNets(), false) {}

  /// Pairs what is left and agrees in \p Same(index in A, index in B).
  template <typename F> void pair(F Same) {
    for (unsigned I = 0; I < Of.size(); ++I)
      for (unsigned K = 0; Of[I] < 0 && K < Taken.size(); ++K)
        if (!Taken[K] && Same(I, K)) {
          Of[I] = int(K);
          Taken[K] = true;
        }
  }
  bool samePlace(unsigned I, unsigned K) const {
    return (*A.Facts)[I].Place == (*B.Facts)[K].Place &&
           (*A.Facts)[I].Virtual == (*B.Facts)[K].Virtual;
  }
  bool sameName(unsigned I, unsigned K) const {
    return A.Sys->of(NodeType::Net)[I].Name == B.Sys->of(NodeType::Net)[K].Name;
  }
  bool sameDev(unsigned I, unsigned K) const {
    return A.Sys->of(NodeType::Net)[I].Id == B.Sys->of(NodeType::Net)[K].Id;
  }
  std::vector<int> take() { return std::move(Of); }

private:
  const NetTable &A, &B;
  std::vector<int> Of;
  std::vector<bool> Taken;
};

} // namespace

std::vector<int> ringc::matchNets(const NetTable &A, const NetTable &B,
                                  RailBy By) {
  Matching M(A, B);
  switch (By) {
  case RailBy::Name:
    M.pair([&](unsigned I, unsigned K) { return M.sameName(I, K); });
    break;
  case RailBy::Dev:
    M.pair([&](unsigned I, unsigned K) { return M.sameDev(I, K); });
    break;
  case RailBy::Place:
    M.pair([&](unsigned I, unsigned K) {
      return M.samePlace(I, K) && M.sameName(I, K);
    });
    M.pair([&](unsigned I, unsigned K) { return M.samePlace(I, K); });
    M.pair([&](unsigned I, unsigned K) { return M.sameName(I, K); });
    M.pair([](unsigned, unsigned) { return true; });
    break;
  }
  return M.take();
}
