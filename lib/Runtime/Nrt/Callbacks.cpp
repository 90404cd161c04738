//===- Callbacks.cpp - What libnccom asks of the device -------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse leg, but for the maps of devices: answers from the machine image.
// What a bad argument gets is design where reference/abi.md doesn't say.
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Machine.h"
#include "ringc-pair/abi.h"

using namespace ringc;
using namespace ringc::runtime;

/// Whether servers \p A and \p B of a pod reach one another without a NIC.
static bool reaches(uint32_t A, uint32_t B) {
  const MachineHeader &M = machine();
  return A < M.NodesOfPod && B < M.NodesOfPod && (M.PodAccess[A] >> B & 1);
}

/// The count or place of one rank in an array of the host's memory, in bytes.
static size_t bytesOf(const int64_t *Elements, size_t Size, int Rank,
                      int NumRanks) {
  if (!Elements || Rank < 0 || Rank >= NumRanks || Elements[Rank] < 0)
    return 0;
  return size_t(Elements[Rank]) * Size;
}

extern "C" {

// The real target is a window of the hardware that adds what is stored; in
// plain memory a store would lose counts.
void nec_inc_semaphore(volatile uint32_t *Semaphore, uint32_t Value) {
  if (Semaphore)
    __atomic_fetch_add(Semaphore, Value, __ATOMIC_RELEASE);
}

int nec_get_device_count(int *Ids, uint32_t Room) {
  const auto Devices = devicesOf(ownServer());
  for (uint32_t I = 0; Ids && I < Devices.size() && I < Room; ++I)
    Ids[I] = Devices[I].Id;
  return int(Devices.size());
}

int nec_get_device_pci_bdf(int Id, uint32_t *Domain, uint32_t *Bus,
                           uint8_t *Slot, uint8_t *Function) {
  const DeviceImage *D = findDevice(Id);
  if (!D || !Domain || !Bus || !Slot || !Function)
    return -1;
  *Domain = D->Domain;
  *Bus = D->Bus;
  *Slot = D->Slot;
  *Function = D->Function;
  return 0;
}

NRT_STATUS nec_get_virtual_core_size(uint32_t *Out) {
  if (!Out || ownNode() < 0)
    return NRT_INVALID;
  *Out = ownServer().LogicalSize;
  return NRT_SUCCESS;
}

// The server that far along the pod's ring; where only pairs are joined, the
// partner lies that way or the other (design).
int nec_get_p2p_pod_peer_node(uint32_t Device, int Node, uint32_t Distance,
                              int *Peer) {
  const MachineHeader &M = machine();
  const uint32_t Size = M.NodesOfPod;
  if (M.Pod != PodLinks::P2p || !Peer || !findDevice(int(Device)) || Node < 0 ||
      uint32_t(Node) >= Size)
    return -1;
  const uint32_t Step = Distance % Size;
  for (uint32_t Far : {uint32_t(Node) + Step, uint32_t(Node) + Size - Step})
    if (Step && reaches(uint32_t(Node), Far % Size)) {
      *Peer = int(Far % Size);
      return 0;
    }
  return -1;
}

NRT_STATUS nec_pod_node_can_access_peer_node(nec_pod_type_t Type,
                                             uint32_t LocalRid,
                                             uint32_t LocalNode,
                                             uint32_t RemoteRid,
                                             uint32_t RemoteNode, int *Can) {
  const MachineHeader &M = machine();
  if (!Can)
    return NRT_INVALID;
  *Can = 0;
  if (uint32_t(Type) != uint32_t(M.Pod) || LocalNode >= M.NodesOfPod ||
      RemoteNode >= M.NodesOfPod)
    return NRT_SUCCESS;
  // Between servers only equal devices are joined, but for those of one rack on
  // the same switches [reference/topology.md sections 4.4 and 4.5, confirmed].
  const bool SameRack =
      M.NodesOfRack && LocalNode / M.NodesOfRack == RemoteNode / M.NodesOfRack;
  const auto Position = [&](uint32_t Rid) {
    return M.RidsOfServer ? Rid % M.RidsOfServer : Rid;
  };
  *Can = LocalNode == RemoteNode ||
         (reaches(LocalNode, RemoteNode) &&
          (SameRack || Position(LocalRid) == Position(RemoteRid)));
  return NRT_SUCCESS;
}

void nec_ndl_printk(char *Text, uint32_t Size, uint32_t Action) {
  constexpr uint32_t Most = 512;
  if (Text)
    RINGC_INFO("to the kernel's log (action %u): %.*s", Action,
               int(Size < Most ? Size : Most), Text);
}

size_t nec_get_dynamic_send_size_bytes(enc_host_mem_t *Mem, size_t Size,
                                       int Rank, int NumRanks) {
  return Mem ? bytesOf(Mem->send_counts, Size, Rank, NumRanks) : 0;
}

size_t nec_get_dynamic_send_offset_bytes(enc_host_mem_t *Mem, size_t Size,
                                         int Rank, int NumRanks) {
  return Mem ? bytesOf(Mem->send_offsets, Size, Rank, NumRanks) : 0;
}

size_t nec_get_dynamic_recv_offset_bytes(enc_host_mem_t *Mem, size_t Size,
                                         int Rank, int NumRanks) {
  return Mem ? bytesOf(Mem->recv_offsets, Size, Rank, NumRanks) : 0;
}

void nec_set_recv_size_bytes(enc_host_mem_t *Mem, size_t Bytes, size_t Size,
                             int Rank, int NumRanks) {
  if (Mem && Mem->recv_counts && Size && Rank >= 0 && Rank < NumRanks)
    Mem->recv_counts[Rank] = int64_t(Bytes / Size);
}

} // extern "C"
