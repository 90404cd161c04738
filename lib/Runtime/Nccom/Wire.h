//===- Wire.h - What ranks and the root say to each other -------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A frame, then as many bytes as it says. All processes are of one machine
// kind: numbers go as they are in memory.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_WIRE_H
#define RINGC_LIB_RUNTIME_NCCOM_WIRE_H

#include "Socket.h"

namespace ringc::runtime {

/// `ilya` [reference/runtime.md section 2, confirmed].
constexpr uint32_t FrameMagic = 0x61796c69;

/// Numbers are ringc's own.
enum class FrameType : uint32_t {
  ToRoot = 1, ///< Hello
  FromRoot,   ///< Welcome
  RootError,  ///< a text
  Ring,       ///< RingHello: the rank before this one connects
  AllGather,  ///< a rank's part
  Message,    ///< Sender, then the data
  Members,    ///< the ranks of a server, to its local root
  Member,     ///< MemberHello: a rank to its local root
  ServerRing, ///< RingHello: the local root before this one connects
  Block,      ///< the entries of a server, between local roots
  Table,      ///< all addresses by rank, from the local root
  Joined,     ///< nothing: a rank to the root, when it has met the others
};

struct Frame {
  uint32_t Magic;
  FrameType Type;
  uint64_t Size; ///< bytes that follow
};
static_assert(sizeof(Frame) == 16);

/// A rank to the root.
struct Hello {
  int32_t Rank, NumRanks;
  SocketAddress Listen;   ///< where others reach it
  char Build[16];         ///< half of each library's commit; all must be equal
  int32_t IsHierarchical; ///< 0 or 1; all must be equal
  int32_t Server;         ///< virtual_server_id
};
static_assert(sizeof(Hello) == 60);

/// The root to a rank, when all have said hello. What comes after Next is 0 in
/// a flat bootstrap.
struct Welcome {
  uint64_t ClusterId;
  int64_t Epoch;
  SocketAddress Next; ///< of the rank after this one
  int32_t NumServers;
  int32_t LocalRoot;         ///< the lowest rank of this one's server
  SocketAddress LocalRootAt; ///< where it listens
  /// Along the ring of local roots; for them.
  int32_t NextRoot, PreviousRoot;
  SocketAddress NextRootAt;
  int32_t NumMembers; ///< ranks of the server
};
static_assert(sizeof(Welcome) == 120);

struct RingHello {
  uint64_t ClusterId;
  int32_t Rank, NumRanks;
};

struct MemberHello {
  uint64_t ClusterId;
  int32_t Rank;
  SocketAddress Listen;
};
static_assert(sizeof(MemberHello) == 40);

/// A row of a Block.
struct Entry {
  int32_t Rank;
  SocketAddress At;
};
static_assert(sizeof(Entry) == 32);

struct Sender {
  uint64_t ClusterId;
  int32_t Rank;
  uint32_t Number; ///< of the messages from this rank to the other one, from 0
};

/// The longest text of a RootError.
constexpr size_t MaxErrorText = 512;

/// The bytes by which somebody who connects says who he is, its frame \p F
/// among them; 0 if nobody begins so.
size_t introductionSize(const Frame &F);
/// The longest introduction.
constexpr size_t MaxIntroduction = sizeof(Frame) + sizeof(Hello);

Problem sendFrame(const Socket &To, FrameType Type, const void *Data,
                  size_t Size, Deadline D);
/// Sends a RootError.
Problem sendError(const Socket &To, const Problem &What, Deadline D);
/// Receives a frame of \p Type and \p Size; any other is a problem.
Problem receiveFrame(const Socket &From, FrameType Type, void *Data,
                     size_t Size, Deadline D);
/// Whether a frame that has come is of \p Type; the text of a RootError, which
/// is still to come, is a problem.
Problem checkFrame(const Socket &From, const Frame &F, FrameType Type,
                   Deadline D);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_WIRE_H
