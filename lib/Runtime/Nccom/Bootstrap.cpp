//===- Bootstrap.cpp - How the ranks of a communicator meet ---------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hello to the root; from it, on the same connection, the address of the next
// rank; a connection there. The root stays until all have met: a rank that has
// a problem, or is gone, ends the waiting of all others through it. Then
// everybody's address: in a flat bootstrap round the ring of ranks, in n (n -
// 1) parts. In a hierarchical one each rank gives its own to the local root of
// its server; the local roots pass what they have collected round a ring of
// their own, and hand the whole table to their ranks: of n ranks on s servers,
// 2 (n - s) + s (s - 1) messages. What comes of it is the same. One rank needs
// no socket.
//
//===----------------------------------------------------------------------===//

#include "../Support/Version.h"
#include "Comm.h"
#include "ringc-pair/abi.h"
#include <algorithm>
#include <cstring>

using namespace ringc::runtime;

/// What the lowest rank of a server has while it collects addresses.
struct Comm::LocalRoot {
  const Welcome &W;
  const std::vector<int32_t> &Members; ///< ascending; this rank is the first
  std::vector<Socket> Sockets;         ///< by place in Members
  std::vector<Entry> Entries;          ///< of its server
  Socket Next, Previous;               ///< of the local roots' ring
  size_t NumKnown = 0;                 ///< rows of Peers that are there
};

/// 8 bytes of this library's commit and 8 of the runtime's.
static void setBuild(char (&Out)[16]) {
  constexpr size_t Half = sizeof(Out) / 2;
  nrt_version_t Runtime = {};
  nrt_get_version(&Runtime, sizeof(Runtime));
  memcpy(Out, BuildHash, Half);
  memcpy(Out + Half, Runtime.git_hash, Half);
}

/// As \p D, but so much later that who waits for somebody who himself waits
/// until \p D hears from him what is missing.
static Deadline later(const Deadline &D, int Milliseconds) {
  return Deadline(D.left() + Milliseconds);
}
static constexpr int RootsGraceMs = 500, GraceMs = 1000;

/// For few bytes to somebody who reads.
static constexpr int TellMs = 1000;

/// Of what is watched beside the listener.
enum : uint64_t { OfRoot, OfTable };

Problem Comm::nameRoot(const Problem &P) const {
  return P.empty() ? P
                   : "rank " + std::to_string(Rank) + ", root at " +
                         toString(RootAt) + ": " + P;
}

Problem Comm::meet(const Meeting &At, Deadline D, Welcome &W,
                   std::vector<int32_t> &Members) {
  RootAt = At.Root;
  if (Problem P = connectTo(RootAt, At.RootMayCome, D, Root); !P.empty())
    return nameRoot(P);
  Hello H = {};
  H.Rank = Rank;
  H.NumRanks = NumRanks;
  H.Listen = Own;
  setBuild(H.Build);
  H.IsHierarchical = At.IsHierarchical;
  H.Server = At.Server;
  Problem P = sendFrame(Root, FrameType::ToRoot, &H, sizeof(H), D);
  if (P.empty())
    P = receiveFrame(Root, FrameType::FromRoot, &W, sizeof(W),
                     later(D, GraceMs));
  if (!P.empty())
    return nameRoot(P);
  const auto IsRank = [&](int R) { return R >= 0 && R < NumRanks; };
  if (bool(W.NumServers) != At.IsHierarchical || !IsRank(W.LocalRoot) ||
      !IsRank(W.NextRoot) || !IsRank(W.PreviousRoot) ||
      (W.NumServers && (W.NumMembers < 1 || W.NumMembers > NumRanks)))
    return nameRoot("its welcome makes no sense");
  if (W.NumServers && W.LocalRoot == Rank) {
    Members.resize(size_t(W.NumMembers));
    if (Problem P =
            receiveFrame(Root, FrameType::Members, Members.data(),
                         Members.size() * sizeof(int32_t), later(D, GraceMs));
        !P.empty())
      return nameRoot(P);
    if (Members.front() != Rank || Members.back() >= NumRanks ||
        !std::is_sorted(Members.begin(), Members.end()))
      return nameRoot("its list of ranks makes no sense");
  }
  ClusterId = W.ClusterId;
  Epoch = W.Epoch;
  return Here.watch(Root, OfRoot);
}

/// What the root says when somebody can't go on. That it is gone itself doesn't
/// matter any more.
Problem Comm::hearRoot() {
  Frame F;
  const Deadline D(TellMs);
  if (receiveAll(Root, &F, sizeof(F), D).empty())
    if (Problem P = checkFrame(Root, F, FrameType::RootError, D); !P.empty())
      return nameRoot(P);
  Here.unwatch(Root);
  Root = Socket();
  return {};
}

void Comm::leaveRoot(const Problem &P) {
  if (!Root.isOpen())
    return;
  const Deadline D(TellMs);
  (void)(P.empty() ? sendFrame(Root, FrameType::Joined, nullptr, 0, D)
                   : sendError(Root, P, D));
  Here.unwatch(Root);
  Root = Socket();
}

bool Comm::admitMessage(Caller &C) {
  const auto S = C.as<Sender>();
  if (S.ClusterId != ClusterId || !checkPeer(S.Rank).empty() ||
      S.Number < NumReceived[size_t(S.Rank)])
    return false;
  for (const Waiting &W : Inbox)
    if (W.From == S.Rank && W.Number == S.Number)
      return false;
  Inbox.push_back(
      {S.Rank, S.Number, C.frame().Size - sizeof(Sender), std::move(C.S)});
  return true;
}

/// Takes in who connected, if it is somebody who is waited for.
bool Comm::admit(Caller &C, LocalRoot *L) {
  const FrameType Type = C.frame().Type;
  if (Type == FrameType::Message)
    return admitMessage(C);
  if (Type == FrameType::Ring || Type == FrameType::ServerRing) {
    const auto H = C.as<RingHello>();
    const bool IsOfRoots = Type == FrameType::ServerRing;
    if (H.ClusterId != ClusterId || H.NumRanks != NumRanks ||
        (IsOfRoots && !L) ||
        H.Rank != (IsOfRoots ? L->W.PreviousRoot : before()))
      return false;
    Socket &To = IsOfRoots ? L->Previous : Previous;
    if (To.isOpen())
      return false;
    To = std::move(C.S);
    return true;
  }
  if (Type != FrameType::Member || !L)
    return false;
  const auto H = C.as<MemberHello>();
  const auto At =
      std::lower_bound(L->Members.begin(), L->Members.end(), H.Rank);
  if (H.ClusterId != ClusterId || At == L->Members.end() || *At != H.Rank)
    return false;
  Socket &To = L->Sockets[size_t(At - L->Members.begin())];
  if (To.isOpen() || H.Rank == Rank)
    return false;
  To = std::move(C.S);
  L->Entries.push_back({H.Rank, H.Listen});
  return true;
}

/// Waits for one more who connects and says who he is, for the root, or for the
/// table. \p Awaited is who is missing if nobody comes.
Problem Comm::hear(const Deadline &D, int Awaited, LocalRoot *L,
                   bool *HasTable) {
  Reception::Event E;
  if (Problem P = Here.next(D, E); !P.empty())
    return nameOther(Awaited, P);
  if (E.Kind == E.Stirred) {
    // The one who is meant may be closed by now.
    if (E.Tag == OfRoot && Root.isOpen())
      return hearRoot();
    if (E.Tag == OfTable && HasTable)
      *HasTable = true;
    return {};
  }
  if (E.Kind == E.Called && admit(*E.Who, L))
    return {};
  if (E.Kind == E.Called)
    Here.refuse(*E.Who);
  // However many strangers come.
  return E.Kind == E.TimedOut || D.left() == 0
             ? nameOther(Awaited, "accept: timed out")
             : Problem();
}

Problem Comm::acceptPrevious(Deadline D) {
  while (!Previous.isOpen())
    if (Problem P = hear(D, before()); !P.empty())
      return P;
  return {};
}

Problem Comm::askLocalRoot(const Welcome &W, Deadline D) {
  Socket S;
  Problem P = connectTo(W.LocalRootAt, false, D, S);
  const MemberHello H = {ClusterId, Rank, Own};
  if (P.empty())
    P = sendFrame(S, FrameType::Member, &H, sizeof(H), D);
  if (P.empty())
    P = Here.watch(S, OfTable);
  if (!P.empty())
    return nameOther(W.LocalRoot, P);
  const Deadline End = later(D, GraceMs);
  for (bool HasTable = false; !HasTable;)
    if (P = hear(End, W.LocalRoot, nullptr, &HasTable); !P.empty())
      return P;
  Here.unwatch(S);
  return nameOther(W.LocalRoot,
                   receiveFrame(S, FrameType::Table, Peers.data(),
                                Peers.size() * sizeof(Peers[0]), End));
}

Problem Comm::collectMembers(LocalRoot &L, Deadline D) {
  for (size_t I = 1; I < L.Members.size(); ++I)
    while (!L.Sockets[I].isOpen())
      if (Problem P = hear(D, L.Members[I], &L); !P.empty())
        return P;
  return {};
}

// In step s, what the local root s before has collected goes on to the next.
Problem Comm::gatherServers(LocalRoot &L, Deadline D) {
  const auto Learn = [&](const Entry &E) {
    if (E.Rank < 0 || E.Rank >= NumRanks || Peers[size_t(E.Rank)].Any.sa_family)
      return false;
    Peers[size_t(E.Rank)] = E.At;
    ++L.NumKnown;
    return true;
  };
  std::vector<Entry> Block = L.Entries, Other;
  for (const Entry &E : Block)
    if (!Learn(E))
      return nameOther(E.Rank, "its address came twice");
  for (int Step = 1; Step < L.W.NumServers; ++Step) {
    const Frame Mine = {FrameMagic, FrameType::Block,
                        Block.size() * sizeof(Entry)};
    Frame Theirs;
    Side With = Side::From;
    Problem P = exchange(L.Next, &Mine, sizeof(Mine), L.Previous, &Theirs,
                         sizeof(Theirs), D, &With);
    if (P.empty())
      P = checkFrame(L.Previous, Theirs, FrameType::Block, D);
    if (P.empty() && (Theirs.Size % sizeof(Entry) ||
                      Theirs.Size / sizeof(Entry) > size_t(NumRanks)))
      P = "its block has " + std::to_string(Theirs.Size) + " bytes";
    if (P.empty()) {
      Other.resize(Theirs.Size / sizeof(Entry));
      P = exchange(L.Next, Block.data(), Mine.Size, L.Previous, Other.data(),
                   Theirs.Size, D, &With);
    }
    if (!P.empty())
      return nameOther(With == Side::To ? L.W.NextRoot : L.W.PreviousRoot, P);
    for (const Entry &E : Other)
      if (!Learn(E))
        return nameOther(L.W.PreviousRoot, "its block has rank " +
                                               std::to_string(E.Rank) +
                                               ", which is known or none");
    Block.swap(Other);
  }
  if (L.NumKnown == size_t(NumRanks))
    return {};
  return nameOther(L.W.PreviousRoot, "only " + std::to_string(L.NumKnown) +
                                         " addresses came round");
}

Problem Comm::beLocalRoot(LocalRoot &L, Deadline D) {
  L.Sockets.resize(L.Members.size());
  L.Entries.push_back({Rank, Own});
  if (L.W.NumServers > 1) {
    const RingHello H = {ClusterId, Rank, NumRanks};
    Problem P = connectTo(L.W.NextRootAt, false, D, L.Next);
    if (P.empty())
      P = sendFrame(L.Next, FrameType::ServerRing, &H, sizeof(H), D);
    if (!P.empty())
      return nameOther(L.W.NextRoot, P);
  }
  if (Problem P = collectMembers(L, D); !P.empty())
    return P;
  const Deadline RootsEnd = later(D, RootsGraceMs);
  while (L.W.NumServers > 1 && !L.Previous.isOpen())
    if (Problem P = hear(RootsEnd, L.W.PreviousRoot, &L); !P.empty())
      return P;
  if (Problem P = gatherServers(L, RootsEnd); !P.empty())
    return P;
  for (size_t I = 1; I < L.Members.size(); ++I)
    if (Problem P = sendFrame(L.Sockets[I], FrameType::Table, Peers.data(),
                              Peers.size() * sizeof(Peers[0]), RootsEnd);
        !P.empty())
      return nameOther(L.Members[I], P);
  return {};
}

Problem Comm::gatherAddresses(const Welcome &W,
                              const std::vector<int32_t> &Members, Deadline D) {
  Peers.resize(size_t(NumRanks));
  if (!W.NumServers) {
    if (Problem P = acceptPrevious(D); !P.empty())
      return P;
    Peers[size_t(Rank)] = Own;
    return allGather(Peers.data(), sizeof(Peers[0]));
  }
  Problem P;
  if (W.LocalRoot != Rank) {
    P = askLocalRoot(W, D);
  } else {
    LocalRoot L = {W, Members, {}, {}, {}, {}, 0};
    P = beLocalRoot(L, D);
    // Those who wait for this one hear at once, and why.
    const Deadline Told(TellMs);
    for (const Socket &S : L.Sockets)
      if (!P.empty() && S.isOpen())
        (void)sendError(S, P, Told);
    if (!P.empty() && L.Next.isOpen())
      (void)sendError(L.Next, P, Told);
  }
  return P.empty() ? acceptPrevious(later(D, GraceMs)) : P;
}

Problem Comm::bootstrap(const Meeting &At, int OwnRank, int Count) {
  Rank = OwnRank;
  NumRanks = Count;
  if (NumRanks == 1)
    return {};
  NumSent.resize(size_t(NumRanks));
  NumReceived.resize(size_t(NumRanks));
  const std::string Name = "rank " + std::to_string(Rank);
  const Deadline D(socketTimeout());
  Problem P = chooseInterface(Own);
  if (P.empty())
    P = Here.open(Own, "Bootstrap " + Name);
  if (!P.empty())
    return Name + ", " + P;
  P = join(At, D);
  leaveRoot(P);
  return P;
}

Problem Comm::join(const Meeting &At, const Deadline &D) {
  Welcome W;
  std::vector<int32_t> Members;
  if (Problem P = meet(At, D, W, Members); !P.empty())
    return P;
  Problem P = connectTo(W.Next, false, D, Next);
  const RingHello H = {ClusterId, Rank, NumRanks};
  if (P.empty())
    P = sendFrame(Next, FrameType::Ring, &H, sizeof(H), D);
  if (!P.empty())
    return nameOther(after(), P);
  return gatherAddresses(W, Members, D);
}
