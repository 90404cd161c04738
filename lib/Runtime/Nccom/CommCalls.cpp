//===- CommCalls.cpp - Entry points of communicators ----------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a communicator or the root finds wrong is logged here, and comes to
// NRT_FAILURE; a wrong argument is NRT_INVALID. The `state` of the bootstrap's
// calls is the communicator (design: the real one is a pointer out of it).
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Communicator.h"
#include "Root.h"
#include "ringc-pair/abi.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/resource.h>

using namespace ringc::runtime;

static constexpr size_t IdSize = 128;

/// As many descriptors as there may be: a root has one for each rank.
static void raiseDescriptorLimit() {
  rlimit Limit;
  if (getrlimit(RLIMIT_NOFILE, &Limit)) {
    RINGC_WARN("Call to getrlimit failed : %s", strerror(errno));
    return;
  }
  Limit.rlim_cur = Limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &Limit))
    RINGC_WARN("Call to setrlimit failed : %s", strerror(errno));
}

/// Whether the ranks meet by server: RINGC_BOOTSTRAP says it, or else a
/// communicator of all ranks does that has more of them than one instance has
/// logical cores [reference/runtime.md section 2].
static Problem chooseWay(bool IsGlobal, int NumRanks, bool &IsHierarchical) {
  const char *Text = getenv("RINGC_BOOTSTRAP");
  if (Text && *Text) {
    IsHierarchical = !strcmp(Text, "hierarchical");
    if (IsHierarchical || !strcmp(Text, "flat"))
      return {};
    return std::string("RINGC_BOOTSTRAP is '") + Text +
           "', which is neither flat nor hierarchical";
  }
  uint32_t Cores = 0;
  if (IsGlobal)
    if (const NRT_STATUS Status = nrt_get_total_vnc_count(&Cores))
      return "nrt_get_total_vnc_count returned " + std::to_string(Status);
  IsHierarchical = IsGlobal && NumRanks > int64_t(Cores);
  return {};
}

static NRT_STATUS init(const char *Call, void **Out, const SocketAddress &Root,
                       int Rank, int NumRanks, bool IsGlobal,
                       const enc_neuron_device_info_t &Device) {
  auto C = std::make_unique<Communicator>();
  C->IsGlobal = IsGlobal;
  C->Device = Device;
  Meeting At = {Root, IsGlobal, false, C->server()};
  Problem P;
  if (NumRanks > 1)
    P = chooseWay(IsGlobal, NumRanks, At.IsHierarchical);
  if (P.empty())
    P = C->Ranks.bootstrap(At, Rank, NumRanks);
  if (!P.empty())
    return finish(Call, P);
  RINGC_INFO("comm %p rank %d nranks %d - Init COMPLETE",
             static_cast<void *>(C.get()), Rank, NumRanks);
  *Out = C.release();
  return NRT_SUCCESS;
}

static bool isRank(const char *Call, int Rank, int NumRanks) {
  if (Rank >= 0 && Rank < NumRanks)
    return true;
  // The real library's text [reference/runtime.md section 2, confirmed].
  RINGC_WARN("%s: Invalid rank requested : %d/%d", Call, Rank, NumRanks);
  return false;
}

extern "C" {

NRT_STATUS neuronGetUniqueId(char Id[IdSize], int NumRanks, const char *) {
  const char *const Call = "neuronGetUniqueId";
  if (!Id || NumRanks < 1)
    return refuse(Call, "no place for the id, or no ranks");
  memset(Id, 0, IdSize);
  // One rank meets nobody: its id has no address.
  if (NumRanks == 1)
    return NRT_SUCCESS;
  raiseDescriptorLimit();
  SocketAddress At = {};
  Problem P = chooseInterface(At);
  if (P.empty())
    P = startRoot(At);
  if (!P.empty())
    return finish(Call, P);
  RINGC_INFO("Bootstrap : Using %s", toString(At).c_str());
  memcpy(Id, &At, sizeof(At));
  return NRT_SUCCESS;
}

NRT_STATUS neuronInitComm(void **Out, int NumRanks, char *Id, int Rank,
                          const enc_neuron_device_info_t *Device, bool) {
  const char *const Call = "neuronInitComm";
  if (!Out || !Id || !Device)
    return refuse(Call, "a pointer is null");
  *Out = nullptr;
  if (!isRank(Call, Rank, NumRanks))
    return NRT_INVALID;
  SocketAddress Root;
  memcpy(&Root, Id, sizeof(Root));
  if (NumRanks > 1 && Root.Any.sa_family != AF_INET &&
      Root.Any.sa_family != AF_INET6)
    return refuse(Call, "the id has no address: it is of a communicator of one "
                        "rank, or none");
  return init(Call, Out, Root, Rank, NumRanks, false, *Device);
}

NRT_STATUS neuronInitGlobalComm(int Rank, int NumRanks,
                                const enc_neuron_device_info_t *Device,
                                const char *RootId, void **Out, const char *) {
  const char *const Call = "neuronInitGlobalComm";
  if (!Out || !Device)
    return refuse(Call, "a pointer is null");
  *Out = nullptr;
  if (!isRank(Call, Rank, NumRanks))
    return NRT_INVALID;
  raiseDescriptorLimit();
  SocketAddress Root = {};
  if (NumRanks > 1) {
    if (!RootId || !*RootId)
      RootId = getenv("NEURON_RT_ROOT_COMM_ID");
    if (!RootId || !*RootId)
      return refuse(Call, "COMM_ID must be specified");
    if (Problem P = parseAddress(RootId, Root); !P.empty())
      return finish(Call, P);
    RINGC_INFO("Root comm ID set by environment to %s", RootId);
    if (Rank == 0)
      if (Problem P = startRoot(Root); !P.empty())
        return finish(Call, P);
  }
  return init(Call, Out, Root, Rank, NumRanks, true, *Device);
}

NRT_STATUS neuronFreeComm(void *Handle) {
  Communicator *C = find("neuronFreeComm", Handle);
  if (!C)
    return NRT_INVALID;
  delete C;
  sweepRoots();
  return NRT_SUCCESS;
}

NRT_STATUS neuronBootstrapSend(void *State, int Peer, void *Data, size_t Size,
                               const char *) {
  const char *const Call = "neuronBootstrapSend";
  Communicator *C = find(Call, State);
  if (!C || (!Data && Size))
    return NRT_INVALID;
  return finish(Call, C->Ranks.send(Peer, Data, Size));
}

NRT_STATUS neuronBootstrapRecv(void *State, int Peer, void *Data, size_t Size,
                               const char *) {
  const char *const Call = "neuronBootstrapRecv";
  Communicator *C = find(Call, State);
  if (!C || (!Data && Size))
    return NRT_INVALID;
  return finish(Call, C->Ranks.receive(Peer, Data, Size));
}

NRT_STATUS neuronBootstrapAllGather(void *State, void *All, size_t Each,
                                    const char *) {
  const char *const Call = "neuronBootstrapAllGather";
  Communicator *C = find(Call, State);
  if (!C || (!All && Each))
    return NRT_INVALID;
  return finish(Call, C->Ranks.allGather(All, Each));
}

} // extern "C"
