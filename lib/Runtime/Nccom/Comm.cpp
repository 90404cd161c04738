//===- Comm.cpp - How the ranks of a communicator talk --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers go round the ring of sockets that the bootstrap has closed; a message
// to a peer has a connection of its own, and a number, since one connection may
// be slower than the next.
//
//===----------------------------------------------------------------------===//

#include "Comm.h"
#include <poll.h>
#include <sys/socket.h>

using namespace ringc::runtime;

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

namespace {

/// A frame and the parts that follow it, as a stream along the ring; the first
/// one's rank is First, each next one's is one less.
struct Stream {
  Frame *F;
  char *All;
  size_t Each, First, NumRanks;

  static constexpr size_t Most = 64;
  /// The pieces from byte \p From to byte \p To, at most Most of them.
  size_t pieces(size_t From, size_t To, iovec (&Out)[Most]) const {
    size_t Count = 0;
    while (From < To && Count < Most) {
      iovec &P = Out[Count++];
      if (From < sizeof(Frame)) {
        P = {reinterpret_cast<char *>(F) + From, sizeof(Frame) - From};
      } else {
        const size_t Part = (From - sizeof(Frame)) / Each,
                     Begin = (From - sizeof(Frame)) % Each;
        const size_t Rank = (First + NumRanks - Part % NumRanks) % NumRanks;
        P = {All + Rank * Each + Begin, Each - Begin};
      }
      P.iov_len = P.iov_len < To - From ? P.iov_len : To - From;
      From += P.iov_len;
    }
    return Count;
  }
};

} // namespace

/// Waits until the next rank can be sent to, if \p IsStuck, or the one before
/// has said something, if \p IsWaiting. \p HasMore: there is still something to
/// be sent, so that the next one can't have what it needs and be gone.
Problem Comm::awaitRing(bool IsStuck, bool HasMore, bool IsWaiting,
                        const Deadline &D) const {
  pollfd P[] = {
      {HasMore ? Next.fd() : -1, short(IsStuck ? POLLOUT : POLLRDHUP), 0},
      {IsWaiting ? Previous.fd() : -1, POLLIN, 0}};
  const int Other = IsWaiting ? before() : after();
  const int Ready = poll(P, std::size(P), D.left());
  if (Ready == 0)
    return nameOther(Other,
                     IsWaiting ? "receive: timed out" : "send: timed out");
  if (Ready < 0)
    return errno == EINTR ? Problem() : nameOther(Other, failed("poll"));
  if (!IsStuck && P[0].revents)
    return nameOther(after(), "the connection is closed");
  return {};
}

// A ring: what comes from the rank before goes on to the next, as many parts at
// once as have come. Every byte that is sent stands for one that was received,
// so that nobody is done before all have come.
Problem Comm::gather(void *All, size_t Each) {
  if (NumRanks == 1)
    return {};
  const Deadline D(socketTimeout());
  Frame Mine = {FrameMagic, FrameType::AllGather, Each}, Theirs;
  std::vector<char> Barrier(Each ? 0 : size_t(NumRanks));
  char *const Parts = Each ? static_cast<char *>(All) : Barrier.data();
  const size_t Size = Each ? Each : 1, Count = size_t(NumRanks);
  const Stream Out = {&Mine, Parts, Size, size_t(Rank), Count};
  const Stream In = {&Theirs, Parts, Size, size_t(before()), Count};
  const size_t Whole = sizeof(Frame) + (Count - 1) * Size;
  size_t Sent = 0, Received = 0;
  iovec Pieces[Stream::Most];
  while (Sent < Whole || Received < Whole) {
    const size_t Come =
        Received > sizeof(Frame) ? Received : size_t(sizeof(Frame));
    const size_t MayGo = Come + Size < Whole ? Come + Size : Whole;
    if (Sent < MayGo)
      if (Problem P =
              sendSome(Next, Pieces, Out.pieces(Sent, MayGo, Pieces), Sent);
          !P.empty())
        return nameOther(after(), P);
    const size_t Before = Received;
    // The frame alone first: what follows it may be of another size.
    const size_t MayCome = Received < sizeof(Frame) ? sizeof(Frame) : Whole;
    if (Received < Whole)
      if (Problem P = receiveSome(
              Previous, Pieces, In.pieces(Received, MayCome, Pieces), Received);
          !P.empty())
        return nameOther(before(), P);
    if (Before < sizeof(Frame) && Received == sizeof(Frame)) {
      if (Problem P = checkFrame(Previous, Theirs, FrameType::AllGather, D);
          !P.empty())
        return nameOther(before(), P);
      if (Theirs.Size != Each)
        return nameOther(before(), "it gathers " + std::to_string(Theirs.Size) +
                                       " bytes, this rank " +
                                       std::to_string(Each));
    }
    const bool IsStuck = Sent < MayGo, IsWaiting = Received < Whole;
    if (Received == Before && (IsStuck || IsWaiting))
      if (Problem P = awaitRing(IsStuck, Sent < Whole, IsWaiting, D);
          !P.empty())
        return P;
  }
  return {};
}

Problem Comm::send(int Peer, const void *Data, size_t Size) {
  if (Problem P = checkPeer(Peer); !P.empty())
    return P;
  const Deadline D(socketTimeout());
  Socket S;
  if (Problem P = connectTo(Peers[size_t(Peer)], false, D, S); !P.empty())
    return nameOther(Peer, P);
  const uint32_t Number = NumSent[size_t(Peer)]++;
  const struct {
    Frame F;
    Sender Head;
  } Said = {{FrameMagic, FrameType::Message, sizeof(Sender) + Size},
            {ClusterId, Rank, Number}};
  return nameOther(Peer, sendBoth(S, &Said, sizeof(Said), Data, Size, D));
}

Problem Comm::receive(int Peer, void *Data, size_t Size) {
  if (Problem P = checkPeer(Peer); !P.empty())
    return P;
  const Deadline D(socketTimeout());
  uint32_t &Number = NumReceived[size_t(Peer)];
  for (;;) {
    for (auto W = Inbox.begin(); W != Inbox.end(); ++W)
      if (W->From == Peer && W->Number == Number) {
        ++Number;
        const Waiting Mine = std::move(*W);
        Inbox.erase(W);
        if (Mine.Size != Size)
          return nameOther(Peer, "it sends " + std::to_string(Mine.Size) +
                                     " bytes, expected " +
                                     std::to_string(Size));
        return nameOther(Peer, receiveAll(Mine.S, Data, Size, D));
      }
    if (Problem P = hear(D, Peer); !P.empty())
      return P;
  }
}

Problem Comm::checkRing() const {
  if (NumRanks == 1)
    return {};
  if (Failed)
    return "the communicator has failed";
  for (const auto &[Other, S] :
       {std::pair(before(), &Previous), std::pair(after(), &Next)}) {
    char Byte;
    const ssize_t Got =
        recv(S->fd(), &Byte, sizeof(Byte), MSG_PEEK | MSG_DONTWAIT);
    if (Got == 0 || (Got < 0 && errno != EAGAIN && errno != EINTR))
      return nameOther(Other, "the connection is closed");
  }
  return {};
}

size_t Comm::peekParts(void *Parts, size_t Each) const {
  if (NumRanks == 1 || Failed)
    return 0;
  Frame F;
  iovec Pieces[] = {{&F, sizeof(F)}, {Parts, Each * size_t(NumRanks - 1)}};
  msghdr Message = {};
  Message.msg_iov = Pieces;
  Message.msg_iovlen = std::size(Pieces);
  const ssize_t Got = recvmsg(Previous.fd(), &Message, MSG_PEEK | MSG_DONTWAIT);
  return Got < ssize_t(sizeof(F)) ? 0 : (size_t(Got) - sizeof(F)) / Each;
}
