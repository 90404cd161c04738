//===- NetCalls.cpp - Entry points of the network -------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each hands its arguments to the network in use. What that returns is logged
// and comes to NRT_FAILURE; a wrong argument is NRT_INVALID. Connect and accept
// wait, the network doesn't. A comm belongs to the network that made it, so
// neuronFiniPlugin comes after all of them are closed.
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Arguments.h"
#include "Net.h"
#include "Socket.h"
#include "ringc-pair/abi.h"
#include <algorithm>
#include <ctime>

using namespace ringc::runtime;

static NRT_STATUS finish(const char *Call, const NetPluginV6 &Net, int Result) {
  if (Result == NetSuccess)
    return NRT_SUCCESS;
  RINGC_WARN("%s: %s", Call, netProblem(Net, Result).c_str());
  return NRT_FAILURE;
}

template <typename... Pointers>
static bool areGiven(const char *Call, Pointers... P) {
  if ((... && (P != nullptr)))
    return true;
  RINGC_WARN("%s: a pointer is null", Call);
  return false;
}

/// Steps until there is a comm, the network fails, or time is up.
template <typename StepT>
static NRT_STATUS await(const char *Call, const NetPluginV6 &Net, void **Comm,
                        StepT Step) {
  *Comm = nullptr;
  // The sockets' own wait ends first, and tidies up.
  constexpr int Grace = 200; // ms
  const Deadline Until(socketTimeout() + Grace);
  constexpr long MaxPause = 1000000;
  for (long Pause = 20000;; Pause = std::min(2 * Pause, MaxPause)) {
    if (int Result = Step())
      return finish(Call, Net, Result);
    if (*Comm)
      return NRT_SUCCESS;
    if (Until.left() == 0)
      break;
    const timespec Time = {0, Pause};
    nanosleep(&Time, nullptr);
  }
  RINGC_WARN("%s: network %s: timed out", Call, Net.name ? Net.name : "?");
  return NRT_FAILURE;
}

static NRT_STATUS close(const char *Call, int (*NetPluginV6::*Slot)(void *),
                        void *Comm) {
  if (!areGiven(Call, Comm))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return finish(Call, Net, (Net.*Slot)(Comm));
}

extern "C" {

NRT_STATUS neuronGetOFIHandle(void **Out) {
  const char *const Call = "neuronGetOFIHandle";
  if (!areGiven(Call, Out))
    return NRT_INVALID;
  network();
  *Out = networkHandle();
  if (*Out)
    return NRT_SUCCESS;
  RINGC_WARN("%s: sockets are in use, no plug-in", Call);
  return NRT_FAILURE;
}

NRT_STATUS neuronNetListen(int Device, void *Handle, void **ListenComm) {
  const char *const Call = "neuronNetListen";
  if (!areGiven(Call, Handle, ListenComm) || !isCount(Call, "dev", Device))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return finish(Call, Net, Net.listen(Device, Handle, ListenComm));
}

NRT_STATUS neuronNetConnect(int Device, void *Handle, void **SendComm) {
  const char *const Call = "neuronNetConnect";
  if (!areGiven(Call, Handle, SendComm) || !isCount(Call, "dev", Device))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return await(Call, Net, SendComm,
               [&] { return Net.connect(Device, Handle, SendComm); });
}

NRT_STATUS neuronNetAccept(void *ListenComm, void **RecvComm) {
  const char *const Call = "neuronNetAccept";
  if (!areGiven(Call, ListenComm, RecvComm))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return await(Call, Net, RecvComm,
               [&] { return Net.accept(ListenComm, RecvComm); });
}

NRT_STATUS neuronNetRegMrOG(void *Comm, void *Data, size_t Size, int Kind,
                            void **Mr) {
  const char *const Call = "neuronNetRegMrOG";
  if (!areGiven(Call, Comm, Data, Mr))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return finish(Call, Net, Net.regMr(Comm, Data, Size, Kind, Mr));
}

NRT_STATUS neuronNetDeregMrOG(void *Comm, void *Mr) {
  const char *const Call = "neuronNetDeregMrOG";
  if (!areGiven(Call, Comm, Mr))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return finish(Call, Net, Net.deregMr(Comm, Mr));
}

NRT_STATUS neuronNetGetMrKey(void *Mr, uint64_t *Key) {
  const char *const Call = "neuronNetGetMrKey";
  if (!areGiven(Call, Mr, Key))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  return finish(Call, Net,
                Net.getMrKey ? Net.getMrKey(Mr, Key) : NetInternalError);
}

NRT_STATUS neuronNetIsend(void *Comm, void *Data, int Size, void *Mr,
                          void **Request) {
  const char *const Call = "neuronNetIsend";
  if (!areGiven(Call, Comm, Data, Mr, Request) || !isCount(Call, "n", Size))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  *Request = nullptr;
  constexpr int Tag = 0;
  return finish(Call, Net, Net.isend(Comm, Data, Size, Tag, Mr, Request));
}

NRT_STATUS neuronNetIrecv(void *Comm, void *Data, int Size, void *Mr,
                          void **Request) {
  const char *const Call = "neuronNetIrecv";
  if (!areGiven(Call, Comm, Data, Mr, Request) || !isCount(Call, "n", Size))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  *Request = nullptr;
  int Tag = 0;
  return finish(Call, Net,
                Net.irecv(Comm, 1, &Data, &Size, &Tag, &Mr, Request));
}

NRT_STATUS neuronNetIflush(void *Comm, void *Data, int Size, void *Mr,
                           void **Request) {
  const char *const Call = "neuronNetIflush";
  if (!areGiven(Call, Comm, Data, Mr, Request) || !isCount(Call, "n", Size))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  *Request = nullptr;
  return finish(Call, Net, Net.iflush(Comm, 1, &Data, &Size, &Mr, Request));
}

NRT_STATUS neuronNetTest(void *Request, int *Done, int *Size) {
  const char *const Call = "neuronNetTest";
  if (!areGiven(Call, Request, Done))
    return NRT_INVALID;
  const NetPluginV6 &Net = network();
  int Bytes = 0;
  *Done = 0;
  const int Result = Net.test(Request, Done, &Bytes);
  if (Size && *Done)
    *Size = Bytes;
  return finish(Call, Net, Result);
}

NRT_STATUS neuronNetCloseSend(void *Comm) {
  return close("neuronNetCloseSend", &NetPluginV6::closeSend, Comm);
}

NRT_STATUS neuronNetCloseRecv(void *Comm) {
  return close("neuronNetCloseRecv", &NetPluginV6::closeRecv, Comm);
}

NRT_STATUS neuronNetCloseListen(void *Comm) {
  return close("neuronNetCloseListen", &NetPluginV6::closeListen, Comm);
}

} // extern "C"
