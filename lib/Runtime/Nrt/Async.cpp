//===- Async.cpp - Operations in sequence ---------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulated device is done with an operation when the call returns. Each
// unit counts its operations; a queue remembers the last of its own. What a
// refused operation does to the count, and that numbers are a unit's and not a
// core's, is design.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Runtime.h"
#include "Tensor.h"
#include <pthread.h>

using namespace ringc::runtime;

static constexpr unsigned NumUnits = NRTA_XU_COLLECTIVES + 1, NumQueues = 16,
                          NumberBits = 48;

static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t Issued[NumUnits];
static uint64_t Last[MaxCores][NumUnits][NumQueues];

static nrta_seq_t sequence(unsigned Unit, uint64_t Number) {
  return uint64_t(Unit) << NumberBits | Number;
}

/// Notes an operation on logical core \p Core (-1: host memory, counted for
/// core 0); its number.
static nrta_seq_t issue(int Core, nrta_xu_t Unit, int Queue) {
  pthread_mutex_lock(&Lock);
  const uint64_t Number = ++Issued[Unit];
  Last[Core < 0 ? 0 : Core][Unit][Queue] = Number;
  pthread_mutex_unlock(&Lock);
  return sequence(Unit, Number);
}

/// \p Do, if the queue is one: its status, which is also the operation's.
template <typename Function>
static NRT_STATUS run(const nrt_tensor_t *On, nrta_xu_t Unit, int Queue,
                      nrta_error_t *Err, nrta_seq_t *Seq, Function Do) {
  NRT_STATUS Status = NRT_INVALID;
  if (!isInitialised())
    Status = NRT_UNINITIALIZED;
  else if (!On)
    Status = NRT_INVALID_HANDLE;
  else if (Queue >= 0 && unsigned(Queue) < NumQueues)
    Status = Do();
  if (Err)
    *Err = Status;
  if (Status == NRT_SUCCESS) {
    const nrta_seq_t Number = issue(On->Core, Unit, Queue);
    if (Seq)
      *Seq = Number;
  }
  return Status;
}

extern "C" {

NRT_STATUS nrta_tensor_write(nrt_tensor_t *T, const void *Buffer,
                             uint64_t Offset, uint64_t Size, int Queue,
                             nrta_error_t *Err, nrta_seq_t *Seq) {
  return run(T, NRTA_XU_TENSOR_WRITE, Queue, Err, Seq,
             [&] { return nrt_tensor_write(T, Buffer, Offset, Size); });
}

NRT_STATUS nrta_tensor_read(void *Buffer, nrt_tensor_t *T, uint64_t Offset,
                            uint64_t Size, int Queue, nrta_error_t *Err,
                            nrta_seq_t *Seq) {
  return run(T, NRTA_XU_TENSOR_READ, Queue, Err, Seq,
             [&] { return nrt_tensor_read(T, Buffer, Offset, Size); });
}

NRT_STATUS nrta_tensor_copy(nrt_tensor_t *From, uint64_t FromOffset,
                            nrt_tensor_t *To, uint64_t ToOffset, uint64_t Size,
                            int Queue, nrta_error_t *Err, nrta_seq_t *Seq) {
  return run(To, NRTA_XU_TENSOR_OP, Queue, Err, Seq, [&] {
    return nrt_tensor_copy(From, FromOffset, To, ToOffset, Size);
  });
}

NRT_STATUS nrta_is_completed(nrta_seq_t Seq, bool *Done) {
  const uint64_t Unit = Seq >> NumberBits;
  const uint64_t Number = Seq & ((uint64_t(1) << NumberBits) - 1);
  if (!Done || Unit >= NumUnits)
    return NRT_INVALID;
  pthread_mutex_lock(&Lock);
  const bool Known = Number <= Issued[Unit];
  pthread_mutex_unlock(&Lock);
  *Done = Known;
  return Known ? NRT_SUCCESS : NRT_INVALID;
}

NRT_STATUS nrta_get_sequence(uint32_t Core, int Unit, int Queue,
                             nrta_seq_t *Seq) {
  if (!Seq || unsigned(Unit) >= NumUnits || Queue < 0 ||
      unsigned(Queue) >= NumQueues || Core >= ownServer().NumLogical)
    return NRT_INVALID;
  pthread_mutex_lock(&Lock);
  *Seq = sequence(unsigned(Unit), Last[Core][Unit][Queue]);
  pthread_mutex_unlock(&Lock);
  return NRT_SUCCESS;
}

} // extern "C"
