//===- GlobalComm.cpp - The communicator of all ranks ---------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each logical core of the server may be one rank, so there is a communicator
// for each. libnccom makes it in the order of the real runtime
// [reference/runtime.md section 1, confirmed]; it reads the root's address from
// NEURON_RT_ROOT_COMM_ID. nrt_barrier and nrt_all_gather make it if
// nrt_build_global_comm wasn't called (design). One that has failed is freed,
// and the next call makes another (design).
//
// Other ranks may be threads of this process, so no lock is held during a call
// into libnccom: a communicator is marked as in use instead, and who wants the
// same core waits until it isn't.
//
//===----------------------------------------------------------------------===//

#include "GlobalComm.h"
#include "../Support/Log.h"
#include "Loader.h"
#include "Machine.h"
#include "Runtime.h"
#include <climits>
#include <cstring>
#include <pthread.h>

using namespace ringc;
using namespace ringc::runtime;

namespace {

/// A public call, by whom.
struct Request {
  const char *Call;
  int Core; ///< logical, of this server
  uint32_t Rank, Count;
};

struct CoreComm {
  bool InUse = false; ///< by a call; the rest is that call's alone then
  void *Comm = nullptr;
  uint32_t Rank = 0, Count = 0; ///< if there is a Comm
};

} // namespace

/// Of IsOpen and each InUse; Changed is told when one of them changes.
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t Changed = PTHREAD_COND_INITIALIZER;
static bool IsOpen;
static CoreComm Comms[MaxCores];
/// Whether libnccom was told to choose a network.
static bool HasNet;

namespace {

/// A core's communicator, used by this call alone for as long as it lives;
/// while it waits for its turn, the runtime may end.
class Turn {
public:
  explicit Turn(CoreComm &C) : C(C) {
    pthread_mutex_lock(&Lock);
    while (IsOpen && C.InUse)
      pthread_cond_wait(&Changed, &Lock);
    Mine = IsOpen;
    C.InUse |= Mine;
    pthread_mutex_unlock(&Lock);
  }
  ~Turn() {
    if (!Mine)
      return;
    pthread_mutex_lock(&Lock);
    C.InUse = false;
    pthread_cond_broadcast(&Changed);
    pthread_mutex_unlock(&Lock);
  }
  Turn(const Turn &) = delete;

  bool isMine() const { return Mine; }

private:
  CoreComm &C;
  bool Mine;
};

} // namespace

static void drop(CoreComm &C) {
  if (C.Comm)
    ncclFreeComm(C.Comm);
  C.Comm = nullptr;
}

void runtime::openGlobalComms() {
  pthread_mutex_lock(&Lock);
  IsOpen = true;
  pthread_mutex_unlock(&Lock);
}

bool runtime::closeGlobalComms() {
  pthread_mutex_lock(&Lock);
  const bool WasOpen = IsOpen;
  IsOpen = false;
  pthread_cond_broadcast(&Changed);
  for (CoreComm &C : Comms)
    while (WasOpen && C.InUse)
      pthread_cond_wait(&Changed, &Lock);
  pthread_mutex_unlock(&Lock);
  if (!WasOpen)
    return false;
  for (CoreComm &C : Comms)
    drop(C);
  if (__atomic_exchange_n(&HasNet, false, __ATOMIC_ACQ_REL))
    ncclFiniPlugin();
  return true;
}

static NRT_STATUS refuseUninitialised(const char *Call) {
  RINGC_WARN("%s: nrt_init wasn't called, or nrt_close since", Call);
  return NRT_UNINITIALIZED;
}

static NRT_STATUS check(const Request &R) {
  if (!isInitialised())
    return refuseUninitialised(R.Call);
  const uint32_t NumCores = ownServer().NumLogical;
  if (R.Core < 0 || uint32_t(R.Core) >= NumCores)
    RINGC_WARN("%s: vnc is %d, server %d has logical cores 0 to %u", R.Call,
               R.Core, ownNode(), NumCores - 1);
  else if (R.Count == 0 || R.Count > INT_MAX)
    RINGC_WARN("%s: g_device_count is %u, may be 1 to %d", R.Call, R.Count,
               INT_MAX);
  else if (R.Rank >= R.Count)
    RINGC_WARN("%s: g_device_id is %u, of %u there are 0 to %u", R.Call, R.Rank,
               R.Count, R.Count - 1);
  else
    return NRT_SUCCESS;
  return NRT_INVALID;
}

/// What libnccom has to know of logical core \p Core.
static enc_neuron_device_info_t describe(unsigned Core) {
  enc_neuron_device_info_t Info;
  memset(&Info, 0, sizeof(Info));
  const CorePlace Place = placeOfCore(Core);
  const int Node = ownNode();
  Info.nec_dev_id = Info.host_device_id = Place.Device->Id;
  // As device cycles number them; a device's id may be any number (design).
  Info.mla_idx = int(Place.Device - devicesOf(ownServer()).data());
  Info.tpb_idx = int(Place.Core);
  Info.routing_id = firstRid() + Place.Device->Rid;
  Info.virtual_server_id = Node;
  const MachineHeader &M = machine();
  Info.pod_type = int(M.Pod);
  if (M.Pod != PodLinks::None) {
    Info.pod_id = unsigned(Node) / M.NodesOfPod;
    Info.pod_node_id = int(unsigned(Node) % M.NodesOfPod);
  }
  return Info;
}

static NRT_STATUS fail(const Request &R, const char *Step, NRT_STATUS Status) {
  RINGC_WARN("%s: core %d, rank %u of %u: %s returned %d", R.Call, R.Core,
             R.Rank, R.Count, Step, Status);
  return Status;
}

static NRT_STATUS build(const Request &R, CoreComm &C) {
  if (const NRT_STATUS Status = ncclInitNet(nullptr))
    return fail(R, "neuronInitNet", Status);
  __atomic_store_n(&HasNet, true, __ATOMIC_RELEASE);
  const enc_neuron_device_info_t Device = describe(unsigned(R.Core));
  C.Rank = R.Rank;
  C.Count = R.Count;
  if (const NRT_STATUS Status = ncclInitGlobalComm(
          int(R.Rank), int(R.Count), &Device, nullptr, &C.Comm, R.Call))
    return fail(R, "neuronInitGlobalComm", Status);
  if (const NRT_STATUS Status = ncclBuildGraphComm(C.Comm))
    return fail(R, "neuronBuildGraphComm", Status);
  nccl_comm_info_t Info;
  memset(&Info, 0, sizeof(Info));
  if (const NRT_STATUS Status = ncclGetCommInfo(C.Comm, &Info))
    return fail(R, "neuronGetCommInfo", Status);
  RINGC_INFO("%s: core %d is rank %d of %d, on node %d of %d, with %d channels",
             R.Call, R.Core, Info.rank, Info.rank_n, Info.node, Info.node_n,
             Info.channel_n);
  return NRT_SUCCESS;
}

/// \p Do with the communicator of the request's core, which is made if there is
/// none, and freed if something fails.
template <typename Function>
static NRT_STATUS withComm(const Request &R, Function Do) {
  if (const NRT_STATUS Status = check(R))
    return Status;
  CoreComm &C = Comms[R.Core];
  const Turn T(C);
  if (!T.isMine())
    return refuseUninitialised(R.Call);
  if (C.Comm && (C.Rank != R.Rank || C.Count != R.Count)) {
    RINGC_WARN("%s: core %d is rank %u of %u, not rank %u of %u", R.Call,
               R.Core, C.Rank, C.Count, R.Rank, R.Count);
    return NRT_INVALID;
  }
  NRT_STATUS Status = C.Comm ? NRT_SUCCESS : build(R, C);
  if (Status == NRT_SUCCESS)
    Status = Do(C.Comm);
  if (Status != NRT_SUCCESS)
    drop(C);
  return Status;
}

/// Every rank's \p Each bytes to \p All, where the own ones are.
static NRT_STATUS gather(const Request &R, void *Comm, void *All, size_t Each) {
  const NRT_STATUS Status = ncclBootstrapAllGather(Comm, All, Each, R.Call);
  return Status ? fail(R, "neuronBootstrapAllGather", Status) : Status;
}

extern "C" {

NRT_STATUS nrt_build_global_comm(int Core, uint32_t Rank, uint32_t Count) {
  const Request R = {"nrt_build_global_comm", Core, Rank, Count};
  return withComm(R, [](void *) { return NRT_SUCCESS; });
}

// Nobody is done with a gather before all have come, whatever its size.
NRT_STATUS nrt_barrier(int Core, uint32_t Rank, uint32_t Count) {
  const Request R = {"nrt_barrier", Core, Rank, Count};
  return withComm(R, [&](void *Comm) { return gather(R, Comm, nullptr, 0); });
}

NRT_STATUS nrt_all_gather(int Core, uint32_t Rank, uint32_t Count,
                          uint32_t Each, void *In, void *Out) {
  const Request R = {"nrt_all_gather", Core, Rank, Count};
  if (const NRT_STATUS Status = check(R))
    return Status;
  if (Each && (!In || !Out)) {
    RINGC_WARN("%s: %s is null, for %u bytes of each rank", R.Call,
               In ? "out" : "in", Each);
    return NRT_INVALID;
  }
  return withComm(R, [&](void *Comm) {
    // They may overlap: `in` may be the rank's place in `out`.
    if (Each)
      memmove(static_cast<char *>(Out) + size_t(Rank) * Each, In, Each);
    return gather(R, Comm, Out, Each);
  });
}

} // extern "C"
