//===- SocketComm.cpp - Messages one way over a socket --------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each post and test moves as many bytes as the socket takes, of as many
// requests as there are. What breaks once stays broken: after half a message
// there is no beginning to be found.
//
//===----------------------------------------------------------------------===//

#include "SocketComm.h"
#include "../Support/Log.h"
#include "Net.h"
#include <algorithm>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

using namespace ringc::runtime;

using State = SocketRequest::State;

static constexpr uint32_t RequestMagic = 0x71657273, MessageMagic = 0x6d636e72;

SocketComm::SocketComm(Direction Way, Socket Peer)
    : Way(Way), Peer(std::move(Peer)) {
  for (unsigned I = 0; I < MaxRequests; ++I) {
    Requests[I].Magic = RequestMagic;
    Requests[I].Owner = this;
    Unused[NumUnused++] = uint8_t(MaxRequests - 1 - I);
  }
  if (Way == Direction::Receive)
    Ahead = std::make_unique<char[]>(AheadSize);
}

SocketComm *SocketComm::of(void *Handle, Direction Way) {
  static_assert(sizeof(Direction) == 8);
  auto *Comm = static_cast<SocketComm *>(Handle);
  return Comm && Comm->Way == Way ? Comm : nullptr;
}

SocketRequest *SocketComm::take() {
  if (NumUnused == 0)
    return nullptr;
  SocketRequest &R = Requests[Unused[--NumUnused]];
  R.Data = nullptr;
  R.Size = R.Tag = 0;
  R.Moved = 0;
  return &R;
}

int SocketComm::post(void *Data, int Size, int Tag, void **Request) {
  *Request = nullptr;
  if (Size < 0 || (Size > 0 && !Data))
    return NetInvalidArgument;
  if (Broken)
    return Broken;
  SocketRequest *R = take();
  if (!R)
    return NetSuccess;
  R->Now = State::Waiting;
  R->Data = static_cast<char *>(Data);
  R->Size = Size;
  R->Tag = Tag;
  R->Head = {MessageMagic, Tag, uint64_t(Size)};
  Queue[(First + NumQueued++) % MaxRequests] = uint8_t(R - Requests);
  *Request = R;
  progress();
  return NetSuccess;
}

int SocketComm::postDone(void **Request) {
  *Request = nullptr;
  if (Broken)
    return Broken;
  if (SocketRequest *R = take()) {
    R->Now = State::Done;
    *Request = R;
  }
  return NetSuccess;
}

int SocketComm::test(void *Request, int *Done, int *Size) {
  *Done = 0;
  auto *R = static_cast<SocketRequest *>(Request);
  if (!R || R->Magic != RequestMagic || R->Now == State::Free)
    return NetInvalidArgument;
  SocketComm &C = *R->Owner;
  if (R->Now == State::Waiting)
    C.progress();
  if (R->Now == State::Waiting)
    return C.Broken;
  *Done = 1;
  if (Size)
    *Size = R->Size;
  R->Now = State::Free;
  C.Unused[C.NumUnused++] = uint8_t(R - C.Requests);
  return NetSuccess;
}

void SocketComm::finishFirst() {
  queued(0).Now = State::Done;
  First = (First + 1) % MaxRequests;
  --NumQueued;
}

void SocketComm::fail(int Code, const Problem &Why) {
  Broken = Code;
  RINGC_WARN("NET/Socket : %s", Why.c_str());
}

void SocketComm::progress() {
  if (Broken)
    return;
  const Problem P = Way == Direction::Send ? sendQueued() : receiveQueued();
  // What is wrong with a message has set its own code.
  if (!P.empty() && !Broken)
    fail(NetSystemError, P);
}

/// The parts of \p R that haven't been sent, at \p Out; how many.
static size_t partsOf(SocketRequest &R, iovec *Out) {
  size_t Count = 0;
  if (R.Moved < sizeof(R.Head))
    Out[Count++] = {reinterpret_cast<char *>(&R.Head) + R.Moved,
                    sizeof(R.Head) - R.Moved};
  const size_t Of = R.Moved < sizeof(R.Head) ? 0 : R.Moved - sizeof(R.Head);
  if (size_t(R.Size) > Of)
    Out[Count++] = {R.Data + Of, size_t(R.Size) - Of};
  return Count;
}

Problem SocketComm::sendQueued() {
  constexpr unsigned Batch = 16;
  while (NumQueued) {
    iovec Parts[2 * Batch];
    msghdr Message = {};
    Message.msg_iov = Parts;
    for (unsigned I = 0; I < std::min(NumQueued, Batch); ++I)
      Message.msg_iovlen += partsOf(queued(I), Parts + Message.msg_iovlen);
    const ssize_t Step = sendmsg(Peer.fd(), &Message, MSG_NOSIGNAL);
    if (Step < 0 && errno == EAGAIN)
      return {};
    if (Step < 0 && errno != EINTR)
      return failed("send");
    for (size_t Left = Step < 0 ? 0 : size_t(Step); Left;) {
      SocketRequest &R = queued(0);
      const size_t All = sizeof(R.Head) + size_t(R.Size);
      const size_t Part = std::min(Left, All - R.Moved);
      R.Moved += Part;
      Left -= Part;
      if (R.Moved == All)
        finishFirst();
    }
  }
  return {};
}

Problem SocketComm::readSome(char *Data, size_t Want, size_t &Got) {
  Got = 0;
  if (AheadBegin > 0) {
    std::copy(Ahead.get() + AheadBegin, Ahead.get() + AheadEnd, Ahead.get());
    AheadEnd -= AheadBegin;
    AheadBegin = 0;
  }
  iovec Parts[2] = {{Data, Want},
                    {Ahead.get() + AheadEnd, AheadSize - AheadEnd}};
  msghdr Message = {};
  Message.msg_iov = Parts;
  Message.msg_iovlen = 2;
  const ssize_t Step = recvmsg(Peer.fd(), &Message, 0);
  if (Step < 0)
    return errno == EAGAIN || errno == EINTR ? Problem() : failed("receive");
  if (Step == 0)
    return "receive: the other side is gone";
  Got = size_t(Step);
  AheadEnd += Got > Want ? Got - Want : 0;
  return {};
}

Problem SocketComm::openMessage(const SocketRequest &R) {
  MessageHead Head;
  memcpy(&Head, Ahead.get() + AheadBegin, sizeof(Head));
  AheadBegin += sizeof(Head);
  Problem P;
  if (Head.Magic != MessageMagic)
    P = "receive: what comes is no message of ringc's";
  else if (Head.Tag != R.Tag)
    P = "receive: a message with tag " + std::to_string(Head.Tag) +
        " comes where one with tag " + std::to_string(R.Tag) + " is awaited";
  else if (Head.Size > uint64_t(R.Size))
    P = "receive: a message of " + std::to_string(Head.Size) +
        " bytes comes for a buffer of " + std::to_string(R.Size);
  if (!P.empty())
    fail(Head.Magic == MessageMagic ? NetInvalidArgument : NetInternalError, P);
  InMessage = true;
  MessageSize = Head.Size;
  return P;
}

Problem SocketComm::receiveQueued() {
  while (NumQueued) {
    SocketRequest &R = queued(0);
    size_t Got = 0;
    if (!InMessage && AheadEnd - AheadBegin < sizeof(MessageHead)) {
      if (Problem P = readSome(nullptr, 0, Got); !P.empty() || Got == 0)
        return P;
      continue;
    }
    if (!InMessage)
      if (Problem P = openMessage(R); !P.empty())
        return P;
    const size_t Have = std::min(AheadEnd - AheadBegin, MessageSize - R.Moved);
    if (Have) {
      memcpy(R.Data + R.Moved, Ahead.get() + AheadBegin, Have);
      AheadBegin += Have;
      R.Moved += Have;
    }
    if (const size_t Want = MessageSize - R.Moved) {
      if (Problem P = readSome(R.Data + R.Moved, Want, Got);
          !P.empty() || Got == 0)
        return P;
      R.Moved += std::min(Got, Want);
    }
    if (R.Moved == MessageSize) {
      R.Size = int(MessageSize);
      InMessage = false;
      finishFirst();
    }
  }
  return {};
}
