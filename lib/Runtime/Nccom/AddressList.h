//===- AddressList.h - What the proxy sends or receives, in order *- C++
//-*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses of one side of a neuronStartNetworkProxy, one message each:
//
//   device marks it --taken--> posted to the network --done--> device is told
//
// Two words of the device, not to be confused [reference/runtime.md section 5;
// that they are two is a reading]: a channel's start trigger, which is
// 0xffffffff while the device hasn't triggered, and which the proxy sets to 0;
// and an address's `complete`, which is -1 when the device is ready for it, and
// which the proxy sets to 0 while it adds to the handshake semaphore.
//
// A handshake semaphore counts the marks that the device may make: the initial
// credits, and one more for each mark taken (design).
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_ADDRESSLIST_H
#define RINGC_LIB_RUNTIME_NCCOM_ADDRESSLIST_H

#include "Connect.h"
#include "ringc-pair/abi.h"

namespace ringc::runtime {

/// A message: of a net_src_addr_t or a net_dest_addr_t.
struct Address {
  volatile int *Complete; ///< the caller's
  char *Data;
  void *Mr;
  uint32_t Size; ///< bytes; of the buffer, if the operation's sizes are dynamic
  uint32_t Op;   ///< of AddressList::Ops
  uint32_t Edge; ///< of AddressList::Edges
};

class AddressList {
public:
  AddressList(Connections &Net, int Rank, int NumRanks, bool IsSend)
      : Net(Net), Rank(Rank), NumRanks(NumRanks), IsSend(IsSend) {}

  /// Takes what neuronStartNetworkProxy is given: what is wrong with it, or
  /// nothing. `complete` words, semaphores and channels stay the caller's.
  Problem take(std::span<net_ops_info_t> Given, std::span<net_src_addr_t> From);
  Problem take(std::span<net_ops_info_t> Given, std::span<net_dest_addr_t> To);

  /// Begins, behind all lists that use the same connections.
  void arm();
  /// Goes on without waiting; \p Moved is set if anything moved.
  Problem step(bool &Moved);
  bool isDone() const { return Now == State::Done; }
  /// Ends it where it is. Connections with messages under way are closed, since
  /// their memory is no longer the network's, and the other side must know.
  void drop();

private:
  /// Numbers are the real library's [reference/runtime.md section 5,
  /// confirmed].
  enum class State { Done = 0, FirstTouch = 1, Posting = 2 };
  enum class Stage { None, Recv, RecvDone, Flush, Send, Empty, Done, Error };
  struct Request {
    Stage Now = Stage::None;
    void *Net = nullptr;
    uint32_t At = 0; ///< of Addresses
    char *Data = nullptr;
    int Size = 0; ///< posted; then, received
  };
  /// A connection that the list uses.
  struct Use {
    Connector *Edge;
    uint32_t NumAddresses, NumPosted = 0;
  };
  static constexpr unsigned MaxRequests = 128;

  template <typename T>
  Problem takeAll(std::span<net_ops_info_t> Given, std::span<T> Of);
  template <typename T> Problem takeOne(T &A, size_t I, size_t Count);
  Problem findEdge(const net_ops_info_t &O, int Peer, uint32_t &Edge);
  Problem checkCounts() const;
  bool isTriggered();
  bool takeMark(const Address &A, const net_ops_info_t &O);
  Problem postOne(bool &Moved);
  Problem post(Request &R, const Address &A, const net_ops_info_t &O);
  Problem postRecv(Request &R, const Address &A);
  Problem finishFirst(bool &Moved);
  Problem test(Request &R, bool &IsDone);
  Problem finishRecv(Request &R);
  Problem flush(Request &R);
  void leave(Use &U);
  Problem name(const Address &A, const Problem &P) const;
  void watch(bool Moved);
  volatile uint32_t *handshakeOf(const net_ops_info_t &O) const {
    return IsSend ? O.inc_send_handshake : O.inc_recv_handshake;
  }
  volatile uint32_t *completeOf(const net_ops_info_t &O) const {
    return IsSend ? O.inc_send_complete : O.inc_recv_complete;
  }

  Connections &Net;
  const int Rank, NumRanks;
  const bool IsSend;
  std::vector<net_ops_info_t> Ops;
  std::vector<Address> Addresses;
  std::vector<Use> Uses;

  State Now = State::Done;
  size_t NumPosted = 0, NumDone = 0;
  bool HasCredits = false; ///< of the operation that is next to be posted
  bool HasMark = false;    ///< of the address that is next to be posted
  Request Requests[MaxRequests];
  int64_t LastMove = 0; ///< ms
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_ADDRESSLIST_H
