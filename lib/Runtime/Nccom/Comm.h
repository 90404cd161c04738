//===- Comm.h - How the ranks of a communicator talk ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not for two threads at a time, as in NCCL.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_COMM_H
#define RINGC_LIB_RUNTIME_NCCOM_COMM_H

#include "Reception.h"
#include <vector>

namespace ringc::runtime {

/// How the ranks of a communicator meet; all of them must say the same.
struct Meeting {
  SocketAddress Root;
  bool RootMayCome = false; ///< it may not listen so far
  bool IsHierarchical = false;
  int Server = 0; ///< this rank's, if hierarchical
};

class Comm {
public:
  /// Meets the other ranks at the root and closes the ring of sockets.
  Problem bootstrap(const Meeting &At, int Rank, int NumRanks);
  /// Every rank's \p Each bytes, by rank, to \p All; the own part is there.
  Problem allGather(void *All, size_t Each);
  Problem send(int Peer, const void *Data, size_t Size);
  Problem receive(int Peer, void *Data, size_t Size);
  /// Whether the ring of sockets is whole, without waiting.
  Problem checkRing() const;
  /// How many of the others' parts of the next gather have come, from the rank
  /// before on: \p Parts gets their \p Each bytes, which stay to be gathered.
  size_t peekParts(void *Parts, size_t Each) const;

  int rank() const { return Rank; }
  int numRanks() const { return NumRanks; }
  uint64_t clusterId() const { return ClusterId; }
  int64_t epoch() const { return Epoch; }

private:
  struct LocalRoot;
  Problem meet(const Meeting &At, Deadline D, Welcome &W,
               std::vector<int32_t> &Members);
  Problem gatherAddresses(const Welcome &W, const std::vector<int32_t> &Members,
                          Deadline D);
  Problem askLocalRoot(const Welcome &W, Deadline D);
  Problem beLocalRoot(LocalRoot &L, Deadline D);
  Problem collectMembers(LocalRoot &L, Deadline D);
  Problem gatherServers(LocalRoot &L, Deadline D);
  Problem join(const Meeting &At, const Deadline &D);
  void leaveRoot(const Problem &P);
  Problem hear(const Deadline &D, int Awaited, LocalRoot *L = nullptr,
               bool *HasTable = nullptr);
  Problem hearRoot();
  bool admit(Caller &C, LocalRoot *L);
  bool admitMessage(Caller &C);
  Problem acceptPrevious(Deadline D);
  int after() const { return (Rank + 1) % NumRanks; }
  int before() const { return (Rank + NumRanks - 1) % NumRanks; }
  Problem checkPeer(int Peer) const;
  Problem nameOther(int Rank, const Problem &P) const;
  Problem nameRoot(const Problem &P) const;
  Problem gather(void *All, size_t Each);
  Problem awaitRing(bool IsStuck, bool HasMore, bool IsWaiting,
                    const Deadline &D) const;

  /// A message that came before it was asked for: its data is still to be read.
  struct Waiting {
    int From;
    uint32_t Number;
    uint64_t Size;
    Socket S;
  };

  int Rank = 0, NumRanks = 1;
  uint64_t ClusterId = 0;
  int64_t Epoch = 0;
  Reception Here;
  Socket Next, Previous;
  Socket Root; ///< while the ranks meet
  SocketAddress Own = {}, RootAt = {};
  std::vector<SocketAddress> Peers; ///< by rank
  std::vector<Waiting> Inbox;
  std::vector<uint32_t> NumSent, NumReceived; ///< messages, by rank
  bool Failed = false;                        ///< the ring is cut
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_COMM_H
