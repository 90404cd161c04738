//===- SocketComm.h - Messages one way over a socket ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a send or receive comm of the socket network is: a connection, and the
// requests that are under way on it. Messages go in the order in which they
// were posted; the n-th receive gets the n-th message. A comm and its requests
// are used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_SOCKETCOMM_H
#define RINGC_LIB_RUNTIME_NCCOM_SOCKETCOMM_H

#include "Socket.h"
#include <memory>

namespace ringc::runtime {

/// Before each message.
struct MessageHead {
  uint32_t Magic;
  int32_t Tag;
  uint64_t Size; ///< bytes that follow
};
static_assert(sizeof(MessageHead) == 16);

class SocketComm;

/// Lives in its comm, and is good until that is closed: whoever holds one
/// longer than its end, or after an error, gets an error.
struct SocketRequest {
  enum class State : uint8_t { Free, Waiting, Done };
  uint32_t Magic = 0;
  State Now = State::Free;
  SocketComm *Owner = nullptr;
  char *Data = nullptr;
  int Size = 0; ///< of the buffer; of the message, when done
  int Tag = 0;
  size_t Moved = 0; ///< bytes that are through, of a send with those of Head
  MessageHead Head = {};
};

class SocketComm {
public:
  /// Values are those that a comm has at its beginning, to be told by.
  enum class Direction : uint64_t {
    Send = 0x646e657363676e72,
    Receive = 0x7663657263676e72,
  };
  /// Of each comm at a time; as of plug-ins [reference/abi.md section 5,
  /// confirmed].
  static constexpr unsigned MaxRequests = 128;

  SocketComm(Direction Way, Socket Peer);
  /// The comm at \p Handle; null if it is none, or of the other direction.
  static SocketComm *of(void *Handle, Direction Way);

  /// Sends or receives \p Size bytes at \p Data. \p Request gets null if all
  /// are under way.
  int post(void *Data, int Size, int Tag, void **Request);
  /// A request that is done.
  int postDone(void **Request);
  /// Moves what can be moved. A request that is done is free thereafter.
  static int test(void *Request, int *Done, int *Size);

private:
  SocketRequest *take();
  void progress();
  Problem sendQueued();
  Problem receiveQueued();
  /// Begins with the message whose head is next in Ahead.
  Problem openMessage(const SocketRequest &R);
  /// Reads \p Want bytes to \p Data, and beyond these into Ahead.
  Problem readSome(char *Data, size_t Want, size_t &Got);
  SocketRequest &queued(unsigned I) {
    return Requests[Queue[(First + I) % MaxRequests]];
  }
  void finishFirst();
  void fail(int Code, const Problem &Why);

  const Direction Way;
  Socket Peer;
  int Broken = 0; ///< the NetResult of all that is under way, from now on
  SocketRequest Requests[MaxRequests];
  uint8_t Unused[MaxRequests]; ///< a stack of indices of free ones
  unsigned NumUnused = 0;
  uint8_t Queue[MaxRequests]; ///< a ring of indices, oldest first
  unsigned First = 0, NumQueued = 0;

  /// What was read beyond the message that was asked for, so that small ones
  /// don't cost two calls each.
  static constexpr size_t AheadSize = 16384;
  std::unique_ptr<char[]> Ahead;
  size_t AheadBegin = 0, AheadEnd = 0;
  bool InMessage = false;
  size_t MessageSize = 0;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_SOCKETCOMM_H
