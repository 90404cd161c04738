//===- Communicator.h - What a `void *comm` points at -----------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// And how entry points begin and end: what they find wrong is logged with the
// name of the call; a wrong argument is NRT_INVALID, anything else NRT_FAILURE.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_LIB_RUNTIME_NCCOM_COMMUNICATOR_H
#define RINGC_LIB_RUNTIME_NCCOM_COMMUNICATOR_H

#include "Agree.h"
#include "Connect.h"
#include "Proxy.h"
#include "ringc-pair/abi.h"

namespace ringc::runtime {

/// The server that this process is on, by the variable that libnrt reads, too;
/// -1 if there is none of that number.
int ownServer();

struct Communicator {
  Communicator() = default;
  ~Communicator() { Magic = 0; }
  Communicator(const Communicator &) = delete;

  /// The server that the rank's device is on: its own word, or the process's
  /// (design: several servers live on one machine so).
  int server() const {
    return Device.virtual_server_id ? Device.virtual_server_id : ownServer();
  }

  uint64_t Magic = Known;
  bool IsGlobal = false;
  enc_neuron_device_info_t Device = {};
  Comm Ranks;
  Graph Rings;
  Connections Edges;
  Proxy Streams;

  static constexpr uint64_t Known = 0x6d6d6f63676e6972; // "ringcomm"
};

/// Logs \p P, if it is one.
NRT_STATUS finish(const char *Call, const Problem &P);
/// Logs what is wrong with an argument.
NRT_STATUS refuse(const char *Call, const char *Why);
/// The communicator behind \p Handle, or null, logged, if it is none.
Communicator *find(const char *Call, void *Handle);
/// The same, if its graph is built.
Communicator *findBuilt(const char *Call, void *Handle);

} // namespace ringc::runtime

#endif // RINGC_LIB_RUNTIME_NCCOM_COMMUNICATOR_H
