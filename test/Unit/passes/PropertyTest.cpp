//===- PropertyTest.cpp - Any channel orders become rings -----------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random fabrics through all ring algorithms, checked against what a ring is
// and not against how it is made (ring seed sections 2 to 5). If these fail,
// some topology gets wiring that hangs.
//
//===----------------------------------------------------------------------===//

#include "RingTables.h"
#include "passes/BindNetDev/BindNetDev.h"
#include "passes/ConnectPeers/ConnectPeers.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <set>

using namespace ringc;
using namespace ringc::test;

namespace {

/// A fabric drawn from \p Seed: 1 to 6 nodes of 1 to 8 ranks and 1 to 16
/// channels each, any orders.
std::vector<Orders> drawNodes(unsigned Seed) {
  std::mt19937 Random(Seed);
  const auto Draw = [&](unsigned Most) { return 1 + Random() % Most; };
  std::vector<Orders> Nodes(Draw(6));
  for (Orders &O : Nodes) {
    std::vector<int> Order(Draw(8));
    std::iota(Order.begin(), Order.end(), 0);
    O.resize(Draw(16));
    for (std::vector<int> &Channel : O) {
      std::shuffle(Order.begin(), Order.end(), Random);
      Channel = Order;
    }
  }
  return Nodes;
}

/// The invariants of one fabric with one reading of the second half.
class Checker {
public:
  Checker(const std::vector<Orders> &Nodes, bool Reverse)
      : Nodes(Nodes), Originals(stitchAll(Nodes)), Reverse(Reverse) {
    for (const Orders &O : Nodes)
      for (size_t I = 0, L = O.front().size(); I < L; ++I)
        Places.push_back({unsigned(&O - Nodes.data()), int(I)});
  }
  void check();

private:
  struct Place {
    unsigned Node;
    int Local;
  };
  void checkDoubling();
  void checkRing(const Edges &E);
  void checkNodes(const Edges &E, unsigned Row, bool Reversed);
  void checkPeers();

  const std::vector<Orders> &Nodes;
  const std::vector<Edges> Originals;
  const bool Reverse;
  std::vector<Place> Places; ///< by global rank
  std::vector<Edges> All;
};

} // namespace

void Checker::check() {
  checkDoubling();
  const unsigned Found = unsigned(Originals.size());
  for (unsigned C = 0; C < All.size(); ++C) {
    checkRing(All[C]);
    checkNodes(All[C], C % Found, Reverse && C >= Found);
  }
  checkPeers();
}

void Checker::checkDoubling() {
  const unsigned Found = unsigned(Originals.size());
  const auto Plan = planChannels(Found, 32, 32, 0, Reverse);
  ASSERT_EQ(Plan.size(), 2 * Found);
  for (const ChannelPlan &P : Plan) {
    All.push_back(Originals[P.Original]);
    if (P.Reversed)
      std::swap(All.back().Next, All.back().Prev);
  }
  for (unsigned C = 0; C < Found; ++C) {
    const Edges &First = All[C], &Second = All[C + Found];
    EXPECT_EQ(Second.Next, Reverse ? First.Prev : First.Next);
    EXPECT_EQ(Second.Prev, Reverse ? First.Next : First.Prev);
  }
}

/// next is one cycle of all ranks, prev its inverse, and each rank's ring a
/// rotation of that cycle.
void Checker::checkRing(const Edges &E) {
  const uint32_t R = uint32_t(Places.size());
  const std::vector<uint32_t> Ring = walk(E, 0);
  ASSERT_EQ(Ring.size(), R);
  EXPECT_EQ(std::set<uint32_t>(Ring.begin(), Ring.end()).size(), R);
  for (uint32_t Start = 0; Start < R; ++Start) {
    std::vector<uint32_t> Own = walk(E, Start);
    ASSERT_EQ(Own.size(), R);
    EXPECT_EQ(Own.front(), Start);
    EXPECT_EQ(int32_t(Own[R > 1 ? 1 : 0]), E.Next[Start]);
    EXPECT_EQ(int32_t(Own[R - 1]), E.Prev[Start]);
    std::rotate(Own.begin(), std::find(Own.begin(), Own.end(), 0u), Own.end());
    EXPECT_EQ(Own, Ring);
  }
}

/// Every node is passed in one piece, from head to tail in the order of its
/// graph, and nodes follow one another in order. The NICs are of the graph's
/// pair: the graph's first rank takes the first, its last rank the second.
void Checker::checkNodes(const Edges &E, unsigned Row, bool Reversed) {
  const size_t N = Nodes.size();
  std::vector<int> Entered(N);
  for (uint32_t R = 0; R < Places.size(); ++R) {
    const Place From = Places[R], To = Places[size_t(E.Next[R])];
    const std::vector<int> &Order = Nodes[From.Node][Row];
    const int Tail = Reversed ? Order.front() : Order.back();
    if (From.Local != Tail) {
      ASSERT_EQ(To.Node, From.Node);
      const auto At = std::find(Order.begin(), Order.end(), From.Local);
      EXPECT_EQ(To.Local, Reversed ? *(At - 1) : *(At + 1));
    } else {
      EXPECT_EQ(To.Node, (From.Node + (Reversed ? N - 1 : 1)) % N);
      const std::vector<int> &Entry = Nodes[To.Node][Row];
      EXPECT_EQ(To.Local, Reversed ? Entry.back() : Entry.front());
      ++Entered[To.Node];
    }
    const int Pair[] = {100, 200};
    const int Dev =
        getNetDev(Order, Pair, 1, unsigned(Order.size()), From.Local, Row);
    EXPECT_EQ(Dev, From.Local == Order.front() ? 100 : 200);
  }
  EXPECT_EQ(Entered, std::vector<int>(N, 1));
}

/// The peers of a rank are its neighbours, each in the right channels.
void Checker::checkPeers() {
  for (uint32_t R = 0; R < Places.size(); ++R) {
    std::vector<RingNeighbours> By;
    std::set<std::pair<uint32_t, unsigned>> Send, Recv, Sends, Recvs;
    for (unsigned C = 0; C < All.size(); ++C) {
      const uint32_t Prev = uint32_t(All[C].Prev[R]);
      const uint32_t Next = uint32_t(All[C].Next[R]);
      By.push_back({Prev, Next});
      if (Places.size() > 1) {
        Send.insert({Next, C});
        Recv.insert({Prev, C});
      }
    }
    for (const PeerConnection &P : connectionsOf(R, By)) {
      for (unsigned C : P.Send)
        Sends.insert({P.Peer, C});
      for (unsigned C : P.Recv)
        Recvs.insert({P.Peer, C});
    }
    EXPECT_EQ(Sends, Send);
    EXPECT_EQ(Recvs, Recv);
  }
}

TEST(RingProperty, AnyOrdersBecomeRings) {
  for (unsigned Seed = 1; Seed <= 200 && !::testing::Test::HasFailure(); ++Seed)
    for (bool Reverse : {false, true}) {
      SCOPED_TRACE("seed " + std::to_string(Seed) +
                   (Reverse ? ", reverse" : ", duplicate"));
      const std::vector<Orders> Nodes = drawNodes(Seed);
      Checker(Nodes, Reverse).check();
    }
}
