//===- Net.h - The network that libnccom uses -------------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a network plug-in as AWS's libnccom takes it: version 6 of
// its own count, which isn't NVIDIA's version 6 [reference/abi.md section 5 and
// abi.tsv, confirmed; the enums are ints here].
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_NET_H
#define RINGC_LIB_RUNTIME_NCCOM_NET_H

#include "Socket.h"
#include <cstddef>

namespace ringc::runtime {

/// ncclResult_t, as far as it is returned here.
enum NetResult : int {
  NetSuccess = 0,
  NetSystemError = 2,
  NetInternalError = 3,
  NetInvalidArgument = 4,
};

/// Bytes that `listen` fills and `connect` takes: version 6.
constexpr size_t NetHandleSize = 128;

/// Takes what a plug-in logs: level (1 version, 2 warning, 3 info, ...), a set
/// of subsystems, and a place in its source.
using NetLogger = void (*)(int Level, unsigned long Subsystems,
                           const char *File, int Line, const char *Format, ...);

/// What there is to know of a device. The order of the fields is confirmed,
/// the widths of the last three are inferred.
struct NetProperties {
  const char *name;
  const char *pciPath; ///< null: none
  uint64_t guid;
  int ptrSupport; ///< set of nccl_ptr_type
  int regIsGlobal;
  int speed; ///< Mbit/s
  int port;
  float latency;
  int maxComms;
  int maxRecvs; ///< receives that one irecv may group
  size_t max_write_inline_size;
  size_t max_mr_key_size;
  int rma_supported;
};
static_assert(sizeof(NetProperties) == 80);

/// `ncclNetPlugin_v6`. Calls return a NetResult. `connect` and `accept` may
/// give a null comm: not yet, call again. `isend` and `irecv` may give a null
/// request: too many are under way. A request ends with a `test` that says so.
struct NetPluginV6 {
  const char *name;
  int (*init)(NetLogger Log);
  int (*fini)();
  int (*devices)(int *Count);
  int (*getProperties)(int Device, NetProperties *Out);
  int (*listen)(int Device, void *Handle, void **ListenComm);
  int (*connect)(int Device, void *Handle, void **SendComm);
  int (*accept)(void *ListenComm, void **RecvComm);
  int (*regMr)(void *Comm, void *Data, size_t Size, int Kind, void **Mr);
  int (*regMrDmaBuf)(void *Comm, void *Data, size_t Size, int Kind,
                     uint64_t Offset, int Fd, void **Mr);
  int (*deregMr)(void *Comm, void *Mr);
  int (*isend)(void *Comm, void *Data, int Size, int Tag, void *Mr,
               void **Request);
  int (*irecv)(void *Comm, int Count, void **Data, int *Sizes, int *Tags,
               void **Mrs, void **Request);
  int (*iflush)(void *Comm, int Count, void **Data, int *Sizes, void **Mrs,
                void **Request);
  int (*test)(void *Request, int *Done, int *Size);
  int (*closeSend)(void *Comm);
  int (*closeRecv)(void *Comm);
  int (*closeListen)(void *Comm);
  int (*getMrKey)(void *Mr, uint64_t *Key);
  int (*iwrite)(void *Comm, void *From, size_t Size, void *Mr, uint64_t To,
                uint64_t Key, void **Request);
  int (*iwriteInline)(void *Comm, void *From, size_t Size, uint64_t To,
                      uint64_t Key, void **Request);
  int (*iread)(void *Comm, void *To, size_t Size, void *Mr, uint64_t From,
               uint64_t Key, void **Request);
};
static_assert(sizeof(NetPluginV6) == 22 * 8);
static_assert(offsetof(NetPluginV6, devices) == 24);
static_assert(offsetof(NetPluginV6, iread) == 168);

/// The network in use: a plug-in that comes up, else sockets. Chosen at the
/// first call, and again at the first one after neuronFiniPlugin.
const NetPluginV6 &network();
/// The loader's handle of the plug-in in use; null: sockets.
void *networkHandle();
/// What \p Result of a call of \p Net means; NetSuccess: no problem.
Problem netProblem(const NetPluginV6 &Net, int Result);

/// Keeps the network from being ended by neuronFiniPlugin.
class NetworkHold {
public:
  NetworkHold();
  ~NetworkHold();
  NetworkHold(const NetworkHold &) = delete;
  const NetPluginV6 &Net;
};

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_NET_H
