//===- DeviceMaps.cpp - Devices as libnccom numbers them ------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device has three numbers: the host's id, the routing id, and libnccom's
// index
// (`mla_idx`), which a communicator sets with nec_build_port_and_rid_map. Until
// then an index is the host's id (design: the real maps are empty until then).
// The other two are the machine's.
//
//===----------------------------------------------------------------------===//

#include "DeviceMaps.h"
#include "../Support/Log.h"
#include "Machine.h"
#include "ringc-pair/abi.h"
#include <cstring>
#include <pthread.h>

using namespace ringc;
using namespace ringc::runtime;

namespace {

/// Indices that the maps have room for; the real ones have 32.
constexpr int MaxDevices = 256;

struct Maps {
  bool Built = false;
  int DeviceOf[MaxDevices]; ///< by index; -1: none. If Built
};

/// The lock for as long as it lives.
class Locked {
public:
  Locked() { pthread_mutex_lock(&Lock); }
  ~Locked() { pthread_mutex_unlock(&Lock); }
  Locked(const Locked &) = delete;

private:
  static inline pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
};

} // namespace

static Maps TheMaps;

/// The device of index \p Mla, or null.
static const DeviceImage *deviceOf(int Mla) {
  if (Mla < 0 || Mla >= MaxDevices)
    return nullptr;
  return findDevice(TheMaps.Built ? TheMaps.DeviceOf[Mla] : Mla);
}

/// The index of device \p Id, or \p None.
static int indexOf(int Id, int None) {
  if (!TheMaps.Built)
    return Id;
  for (int Mla = 0; Mla < MaxDevices; ++Mla)
    if (TheMaps.DeviceOf[Mla] == Id)
      return Mla;
  return None;
}

void runtime::resetDeviceMaps() {
  const Locked Guard;
  TheMaps.Built = false;
}

extern "C" {

NRT_STATUS nec_build_port_and_rid_map(int Local, int *Mlas, int *Hosts,
                                      int Count) {
  if (!Mlas || !Hosts || Count < 0 || !findDevice(Local))
    return NRT_INVALID;
  Maps Built;
  Built.Built = true;
  memset(Built.DeviceOf, -1, sizeof(Built.DeviceOf));
  for (int I = 0; I < Count; ++I) {
    if (Mlas[I] < 0 || Mlas[I] >= MaxDevices || !findDevice(Hosts[I])) {
      RINGC_WARN("index %d, device %d: there is no such device or index",
                 Mlas[I], Hosts[I]);
      return NRT_INVALID;
    }
    // Each core of a device names it.
    int &Device = Built.DeviceOf[Mlas[I]];
    if (Device != -1 && Device != Hosts[I]) {
      RINGC_WARN("index %d is device %d and device %d", Mlas[I], Device,
                 Hosts[I]);
      return NRT_INVALID;
    }
    Device = Hosts[I];
  }
  const Locked Guard;
  TheMaps = Built;
  return NRT_SUCCESS;
}

bool nec_is_mla_available(int, int Mla) {
  const Locked Guard;
  return deviceOf(Mla) != nullptr;
}

int nec_mla_idx_to_rid(int, int Mla) {
  const Locked Guard;
  const DeviceImage *D = deviceOf(Mla);
  return D ? firstRid() + D->Rid : NoRidOfMla;
}

int nec_rid_to_mla_idx(int, int Rid) {
  const Locked Guard;
  for (const DeviceImage &D : devicesOf(ownServer()))
    if (firstRid() + D.Rid == Rid)
      return indexOf(D.Id, NoMlaOfRid);
  return NoMlaOfRid;
}

int nec_get_peer_mla_idx(int, int Mla, int Port) {
  const Locked Guard;
  const DeviceImage *D = deviceOf(Mla);
  if (!D || Port < 0 || unsigned(Port) >= D->NumPorts)
    return NoPort;
  const PortImage Peer = portsOf(*D)[unsigned(Port)];
  return Peer < 0 ? NoPort : indexOf(Peer, NoPort);
}

} // extern "C"
