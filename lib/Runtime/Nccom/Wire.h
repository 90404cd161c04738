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
  SocketAddress Listen; ///< where others reach it
  char Build[16];       ///< half of each library's commit; all must be equal
};
static_assert(sizeof(Hello) == 52);

/// The root to a rank, when all have said hello.
struct Welcome {
  uint64_t ClusterId;
  int64_t Epoch;
  SocketAddress Next; ///< of the rank after this one
  uint32_t Unused;
};
static_assert(sizeof(Welcome) == 48);

struct RingHello {
  uint64_t ClusterId;
  int32_t Rank, NumRanks;
};

struct Sender {
  uint64_t ClusterId;
  int32_t Rank;
  uint32_t Unused;
};

/// The longest text of a RootError.
constexpr size_t MaxErrorText = 512;

Problem sendFrame(const Socket &To, FrameType Type, const void *Data,
                  size_t Size, Deadline D);
/// Receives a frame of \p Type and \p Size; any other is a problem.
Problem receiveFrame(const Socket &From, FrameType Type, void *Data,
                     size_t Size, Deadline D);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_WIRE_H
