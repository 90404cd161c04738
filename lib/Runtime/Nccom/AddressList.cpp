//===- AddressList.cpp - What the proxy sends or receives, in order -------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressList.h"
#include "../Support/Log.h"
#include <algorithm>
#include <climits>
#include <ctime>

using namespace ringc::runtime;

/// One unit of an operation's semaphores (design: the shift's use isn't known).
static void increment(volatile uint32_t *Semaphore, const net_ops_info_t &O,
                      uint32_t Count = 1) {
  if (Semaphore && Count)
    nec_inc_semaphore(Semaphore, Count << O.sema_shift_offset);
}

static int64_t milliseconds() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return T.tv_sec * 1000 + T.tv_nsec / 1000000;
}

Problem AddressList::name(const Address &A, const Problem &P) const {
  return P.empty() ? P
                   : "rank " + std::to_string(Rank) + ", " +
                         Uses[A.Edge].Edge->name() + ": " + P;
}

//===----------------------------------------------------------------------===//
// From first touch to the end
//===----------------------------------------------------------------------===//

void AddressList::arm() {
  Now = State::FirstTouch;
  NumPosted = NumDone = 0;
  HasCredits = HasMark = false;
  LastMove = milliseconds();
  for (Use &U : Uses) {
    U.Edge->Line.push_back(this);
    U.NumPosted = 0;
  }
}

void AddressList::leave(Use &U) { std::erase(U.Edge->Line, this); }

/// Whether the device has triggered; the trigger is consumed. A list without a
/// channel has none.
bool AddressList::isTriggered() {
  enc_channel_t *Channel = Ops[Addresses.front().Op].enc_channel;
  if (!Channel)
    return true;
  volatile uint32_t *const Word =
      IsSend ? &Channel->send_start : &Channel->recv_start;
  constexpr uint32_t NotTriggered = UINT32_MAX, Consumed = 0;
  const uint32_t Value = __atomic_load_n(Word, __ATOMIC_ACQUIRE);
  if (Value == NotTriggered || Value == Consumed)
    return false;
  __atomic_store_n(Word, Consumed, __ATOMIC_RELEASE);
  return true;
}

Problem AddressList::step(bool &Moved) {
  if (Now == State::FirstTouch && isTriggered()) {
    Now = State::Posting;
    Moved = true;
  }
  if (Now != State::Posting)
    return {};
  // Not forever, as others wait for their turn.
  bool MovedHere = false, Again = true;
  for (unsigned I = 0; Again && I < MaxRequests; ++I, MovedHere |= Again) {
    Again = false;
    if (Problem P = postOne(Again); !P.empty())
      return P;
    if (Problem P = finishFirst(Again); !P.empty())
      return P;
  }
  if (NumDone == Addresses.size())
    Now = State::Done;
  watch(MovedHere);
  Moved |= MovedHere;
  return {};
}

/// Says now and then that a message doesn't get through.
void AddressList::watch(bool Moved) {
  // 10 s [reference/runtime.md section 5, confirmed].
  constexpr int64_t Patience = 10000;
  const int64_t Time = milliseconds();
  if (Moved || NumDone == NumPosted) {
    LastMove = Time;
  } else if (Time - LastMove >= Patience) {
    LastMove = Time;
    const Request &R = Requests[NumDone % MaxRequests];
    const Address &A = Addresses[R.At];
    RINGC_WARN("%s", name(A, (IsSend ? "sending " : "receiving ") +
                                 std::to_string(R.Size) +
                                 " bytes takes more than 10 s, func_rel_op:" +
                                 std::to_string(Ops[A.Op].func_rel_op_idx))
                         .c_str());
  }
}

//===----------------------------------------------------------------------===//
// Posting
//===----------------------------------------------------------------------===//

/// Whether the device is ready for \p A; its mark is taken.
bool AddressList::takeMark(const Address &A, const net_ops_info_t &O) {
  if (HasMark)
    return true;
  constexpr int Ready = -1, Taken = 0;
  if (__atomic_load_n(A.Complete, __ATOMIC_ACQUIRE) == Ready) {
    __atomic_store_n(A.Complete, Taken, __ATOMIC_RELEASE);
    increment(handshakeOf(O), O);
    HasMark = true;
  } else {
    HasMark = !IsSend && O.early_recv_posting;
  }
  return HasMark;
}

Problem AddressList::postOne(bool &Moved) {
  if (NumPosted == Addresses.size() || NumPosted - NumDone == MaxRequests)
    return {};
  const Address &A = Addresses[NumPosted];
  const net_ops_info_t &O = Ops[A.Op];
  if (!HasCredits && IsSend)
    increment(handshakeOf(O), O, O.initial_send_credits);
  HasCredits = true;
  Use &U = Uses[A.Edge];
  if (U.Edge->Line.front() != this || !takeMark(A, O))
    return {};
  Request &R = Requests[NumPosted % MaxRequests];
  R = {};
  R.At = uint32_t(NumPosted);
  if (Problem P = post(R, A, O); !P.empty() || R.Now == Stage::None)
    return name(A, P);
  if (IsSend && O.early_send_completion)
    increment(completeOf(O), O);
  HasMark = false;
  ++NumPosted;
  HasCredits = NumPosted < Addresses.size() && Addresses[NumPosted].Op == A.Op;
  if (++U.NumPosted == U.NumAddresses)
    leave(U);
  Moved = true;
  return {};
}

/// Hands a message to the network; its stage stays None if that takes no more
/// for now. One of a fixed size of 0 isn't sent at all.
Problem AddressList::post(Request &R, const Address &A,
                          const net_ops_info_t &O) {
  Connector &E = *Uses[A.Edge].Edge;
  if (!E.Comm)
    return "the connection was closed while messages were under way";
  R.Data = A.Data;
  R.Size = int(A.Size);
  if (O.is_dynamic_send_recv_sz) {
    enc_host_mem_t *const Sizes = O.enc_channel->sizes;
    const size_t Offset = IsSend ? nec_get_dynamic_send_offset_bytes(
                                       Sizes, O.data_type_sz, E.Peer, NumRanks)
                                 : nec_get_dynamic_recv_offset_bytes(
                                       Sizes, O.data_type_sz, E.Peer, NumRanks);
    const size_t Bytes = IsSend ? nec_get_dynamic_send_size_bytes(
                                      Sizes, O.data_type_sz, E.Peer, NumRanks)
                                : (Offset > A.Size ? 0 : A.Size - Offset);
    if (Offset > A.Size || Bytes > A.Size - Offset)
      return std::to_string(Bytes) + " bytes at " + std::to_string(Offset) +
             " aren't inside the address's " + std::to_string(A.Size);
    R.Data += Offset;
    R.Size = int(Bytes);
  } else if (A.Size == 0) {
    R.Now = Stage::Empty;
    return {};
  }
  const NetPluginV6 &N = Net.net();
  int Tag = 0;
  void *Data = R.Data, *Mr = A.Mr;
  const int Result =
      IsSend ? N.isend(E.Comm, Data, R.Size, Tag, Mr, &R.Net)
             : N.irecv(E.Comm, 1, &Data, &R.Size, &Tag, &Mr, &R.Net);
  if (Result == NetSuccess && R.Net)
    R.Now = IsSend ? Stage::Send : Stage::Recv;
  return netProblem(N, Result);
}

//===----------------------------------------------------------------------===//
// Completion, in order
//===----------------------------------------------------------------------===//

Problem AddressList::finishFirst(bool &Moved) {
  if (NumDone == NumPosted)
    return {};
  Request &R = Requests[NumDone % MaxRequests];
  const Address &A = Addresses[R.At];
  const net_ops_info_t &O = Ops[A.Op];
  Problem P;
  bool IsDone = false;
  if (R.Now == Stage::Recv) {
    P = test(R, IsDone);
    if (P.empty() && IsDone)
      P = finishRecv(R);
  }
  if (P.empty() && R.Now == Stage::RecvDone)
    P = flush(R);
  if (P.empty() && (R.Now == Stage::Send || R.Now == Stage::Flush)) {
    P = test(R, IsDone);
    if (P.empty() && IsDone)
      R.Now = Stage::Done;
  }
  if (!P.empty()) {
    R.Now = Stage::Error;
    return name(A, P);
  }
  if (R.Now != Stage::Done && R.Now != Stage::Empty)
    return {};
  if (!IsSend || !O.early_send_completion)
    increment(completeOf(O), O);
  R.Now = Stage::None;
  ++NumDone;
  Moved = true;
  return {};
}

/// Sets \p IsDone, and then a receive's size to that of what came.
Problem AddressList::test(Request &R, bool &IsDone) {
  int Done = 0, Size = 0;
  const int Result = Net.net().test(R.Net, &Done, &Size);
  IsDone = Result == NetSuccess && Done;
  if (IsDone && R.Now == Stage::Recv)
    R.Size = Size;
  return netProblem(Net.net(), Result);
}

Problem AddressList::finishRecv(Request &R) {
  const Address &A = Addresses[R.At];
  const net_ops_info_t &O = Ops[A.Op];
  if (O.is_dynamic_send_recv_sz)
    nec_set_recv_size_bytes(O.enc_channel->sizes, size_t(R.Size),
                            O.data_type_sz, Uses[A.Edge].Edge->Peer, NumRanks);
  else if (uint32_t(R.Size) != A.Size)
    return std::to_string(R.Size) + " bytes came, expected " +
           std::to_string(A.Size);
  R.Now = Stage::RecvDone;
  return {};
}

/// Makes what came visible to the device.
Problem AddressList::flush(Request &R) {
  const Address &A = Addresses[R.At];
  void *Data = R.Data, *Mr = A.Mr;
  R.Net = nullptr;
  const NetPluginV6 &N = Net.net();
  const int Result =
      N.iflush(Uses[A.Edge].Edge->Comm, 1, &Data, &R.Size, &Mr, &R.Net);
  // Without a request there is nothing to be flushed.
  R.Now = R.Net ? Stage::Flush : Stage::Done;
  return netProblem(N, Result);
}

void AddressList::drop() {
  if (Now == State::Done)
    return;
  for (Use &U : Uses) {
    if (U.NumPosted > 0)
      Net.close(*U.Edge);
    // Those behind it go on, or find it closed.
    leave(U);
  }
  Now = State::Done;
}
