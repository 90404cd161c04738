//===- Comm.cpp - How the ranks of a communicator talk --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flat bootstrap: hello to the root, the next rank's address from it on the
// same connection; then a ring of sockets, and over it everybody's address. A
// message to a peer has a connection of its own. One rank needs no socket.
//
//===----------------------------------------------------------------------===//

#include "Comm.h"
#include "../Support/Version.h"
#include "ringc-pair/abi.h"
#include <cstring>

using namespace ringc::runtime;

/// 8 bytes of this library's commit and 8 of the runtime's.
static void setBuild(char (&Out)[16]) {
  constexpr size_t Half = sizeof(Out) / 2;
  nrt_version_t Runtime = {};
  nrt_get_version(&Runtime, sizeof(Runtime));
  memcpy(Out, BuildHash, Half);
  memcpy(Out + Half, Runtime.git_hash, Half);
}

/// How long somebody who connected may take to say who he is.
static Deadline toBeHeard(const Deadline &D) {
  constexpr int HearMs = 2000;
  return Deadline(D.left() < HearMs ? D.left() : HearMs);
}

Problem Comm::checkPeer(int Peer) const {
  if (Peer >= 0 && Peer < NumRanks && Peer != Rank)
    return {};
  return "there is no peer " + std::to_string(Peer);
}

Problem Comm::nameOther(int Other, const Problem &P) const {
  return P.empty() ? P
                   : "rank " + std::to_string(Rank) + ", with rank " +
                         std::to_string(Other) + ": " + P;
}

Problem Comm::meet(const SocketAddress &Root, Deadline D) {
  Socket S;
  const std::string Where = "root at " + toString(Root) + ": ";
  if (Problem P = connectTo(Root, D, S); !P.empty())
    return Where + P;
  Hello H = {};
  H.Rank = Rank;
  H.NumRanks = NumRanks;
  H.Listen = Own;
  setBuild(H.Build);
  Welcome W;
  if (Problem P = sendFrame(S, FrameType::ToRoot, &H, sizeof(H), D); !P.empty())
    return Where + P;
  // The root's time ends first, so that it can say who is missing.
  constexpr int GraceMs = 1000;
  if (Problem P = receiveFrame(S, FrameType::FromRoot, &W, sizeof(W),
                               Deadline(D.left() + GraceMs));
      !P.empty())
    return Where + P;
  ClusterId = W.ClusterId;
  Epoch = W.Epoch;
  NextAddress = W.Next;
  return {};
}

/// Strangers, and who says nothing, are let go.
Problem Comm::acceptPrevious(Deadline D) {
  for (;;) {
    Socket S;
    if (Problem P = acceptFrom(Listener, D, S); !P.empty())
      return P;
    RingHello H;
    const bool Heard =
        receiveFrame(S, FrameType::Ring, &H, sizeof(H), toBeHeard(D)).empty();
    if (Heard && H.ClusterId == ClusterId && H.NumRanks == NumRanks &&
        H.Rank == before()) {
      Previous = std::move(S);
      return {};
    }
  }
}

Problem Comm::closeRing(Deadline D) {
  if (Problem P = connectTo(NextAddress, D, Next); !P.empty())
    return nameOther(after(), P);
  const RingHello H = {ClusterId, Rank, NumRanks};
  if (Problem P = sendFrame(Next, FrameType::Ring, &H, sizeof(H), D);
      !P.empty())
    return nameOther(after(), P);
  if (Problem P = acceptPrevious(D); !P.empty())
    return nameOther(before(), P);
  Peers.resize(size_t(NumRanks));
  Peers[size_t(Rank)] = Own;
  return allGather(Peers.data(), sizeof(SocketAddress));
}

Problem Comm::bootstrap(const SocketAddress &Root, int OwnRank, int Count) {
  Rank = OwnRank;
  NumRanks = Count;
  if (NumRanks == 1)
    return {};
  const Deadline D(socketTimeout());
  if (Problem P = chooseInterface(Own); !P.empty())
    return P;
  if (Problem P = listenAt(Own, Listener); !P.empty())
    return P;
  if (Problem P = meet(Root, D); !P.empty())
    return "rank " + std::to_string(Rank) + ", " + P;
  return closeRing(D);
}

Problem Comm::allGather(void *All, size_t Each) {
  if (Failed)
    return "rank " + std::to_string(Rank) + ": the communicator has failed";
  Problem P = gather(All, Each);
  if (!P.empty()) {
    // The neighbours hear of it at once, and through them all others.
    Failed = true;
    Next = Socket();
    Previous = Socket();
  }
  return P;
}

// A ring: in step s the part of the rank s before goes on to the next.
Problem Comm::gather(void *All, size_t Each) {
  const Deadline D(socketTimeout());
  const Frame Mine = {FrameMagic, FrameType::AllGather, Each};
  for (int Step = 0; Step + 1 < NumRanks; ++Step) {
    const auto PartOf = [&](int Back) {
      return static_cast<char *>(All) +
             size_t((Rank + 2 * NumRanks - Back) % NumRanks) * Each;
    };
    Frame Theirs;
    Problem P = exchange(Next, &Mine, Previous, &Theirs, sizeof(Frame), D);
    if (P.empty() &&
        (Theirs.Magic != FrameMagic || Theirs.Type != FrameType::AllGather ||
         Theirs.Size != Each))
      P = "it gathers " + std::to_string(Theirs.Size) + " bytes, this rank " +
          std::to_string(Each);
    if (P.empty())
      P = exchange(Next, PartOf(Step), Previous, PartOf(Step + 1), Each, D);
    if (!P.empty())
      return nameOther(P.compare(0, 4, "send") == 0 ? after() : before(), P);
  }
  return {};
}

Problem Comm::send(int Peer, const void *Data, size_t Size) {
  if (Problem P = checkPeer(Peer); !P.empty())
    return P;
  const Deadline D(socketTimeout());
  Socket S;
  if (Problem P = connectTo(Peers[size_t(Peer)], D, S); !P.empty())
    return nameOther(Peer, P);
  const Sender Head = {ClusterId, Rank, 0};
  const Frame F = {FrameMagic, FrameType::Message, sizeof(Head) + Size};
  Problem P = sendAll(S, &F, sizeof(F), D);
  if (P.empty())
    P = sendAll(S, &Head, sizeof(Head), D);
  if (P.empty())
    P = sendAll(S, Data, Size, D);
  return nameOther(Peer, P);
}

Problem Comm::receive(int Peer, void *Data, size_t Size) {
  if (Problem P = checkPeer(Peer); !P.empty())
    return P;
  const Deadline D(socketTimeout());
  const auto Take = [&](const Waiting &W) -> Problem {
    if (W.Size != Size)
      return nameOther(Peer, "it sends " + std::to_string(W.Size) +
                                 " bytes, expected " + std::to_string(Size));
    return nameOther(Peer, receiveAll(W.S, Data, Size, D));
  };
  for (auto W = Inbox.begin(); W != Inbox.end(); ++W)
    if (W->From == Peer) {
      const Waiting Mine = std::move(*W);
      Inbox.erase(W);
      return Take(Mine);
    }
  for (;;) {
    Waiting W = {};
    if (Problem P = acceptFrom(Listener, D, W.S); !P.empty())
      return nameOther(Peer, P);
    struct {
      Frame F;
      Sender Head;
    } Said;
    if (!receiveAll(W.S, &Said, sizeof(Said), toBeHeard(D)).empty() ||
        Said.F.Magic != FrameMagic || Said.F.Type != FrameType::Message ||
        Said.F.Size < sizeof(Said.Head) || Said.Head.ClusterId != ClusterId)
      continue; // a stranger
    W.From = Said.Head.Rank;
    W.Size = Said.F.Size - sizeof(Said.Head);
    if (W.From == Peer)
      return Take(W);
    Inbox.push_back(std::move(W));
  }
}
