//===- GraphCalls.cpp - Entry points of rings -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Support/Log.h"
#include "Communicator.h"
#include "Compiled.h"
#include <algorithm>
#include <cstdio>
#include <functional>
#include <sched.h>
#include <set>
#include <string_view>
#include <unistd.h>

using namespace ringc;
using namespace ringc::runtime;

/// What \p C's rank tells the others: hashes are equal for ranks of one host
/// and server, and of one process [reference/runtime.md section 2, confirmed
/// but for the hash itself].
static abi::ncclPeerInfo describe(const Communicator &C) {
  abi::ncclPeerInfo P = {};
  P.rank = C.Ranks.rank();
  P.cudaDev = C.Device.nec_dev_id;
  P.pod_id = C.Device.pod_id;
  P.pod_type = C.Device.pod_type;
  P.pod_node_id = C.Device.pod_node_id;
  P.routing_id = C.Device.routing_id;
  P.tpb_idx = C.Device.tpb_idx;
  P.virtual_server_id = C.server();
  P.host_device_id = C.Device.host_device_id;
  P.mla_idx = C.Device.mla_idx;
  char Host[256] = "";
  gethostname(Host, sizeof(Host) - 1);
  P.hostHash = std::hash<std::string_view>()(Host) + C.Ranks.clusterId() +
               uint64_t(P.virtual_server_id);
  P.pidHash = std::hash<std::string_view>()(std::string(Host) + "/" +
                                            std::to_string(getpid())) +
              C.Ranks.clusterId();
  uint32_t Domain = 0, Bus = 0;
  uint8_t Slot = 0, Function = 0;
  if (nec_get_device_pci_bdf(C.Device.nec_dev_id, &Domain, &Bus, &Slot,
                             &Function) == 0)
    P.busId = int64_t(Domain) << 20 | Bus << 12 | Slot << 4 | Function;
  return P;
}

/// Tells libnrt how the ranks of this server number their devices.
static Problem numberDevices(const Communicator &C) {
  std::vector<int> Mlas, Hosts;
  const Graph &G = C.Rings;
  for (const int R : G.nodes()[G.nodeOf(C.Ranks.rank())].Ranks) {
    const abi::ncclPeerInfo &Info = G.members()[size_t(R)].Info;
    Mlas.push_back(Info.mla_idx);
    Hosts.push_back(Info.host_device_id);
  }
  if (nec_build_port_and_rid_map(C.Device.nec_dev_id, Mlas.data(), Hosts.data(),
                                 int(Mlas.size())) == NRT_SUCCESS)
    return {};
  return "libnrt doesn't take mla_idx and host_device_id of this server's "
         "ranks";
}

static void logRings(const Communicator &C) {
  const Graph &G = C.Rings;
  if (C.Ranks.rank() == 0)
    for (size_t I = 0; I < G.rings().size(); ++I) {
      std::string Text;
      for (const int R : G.rings()[I].UserRanks)
        Text += " " + std::to_string(R);
      RINGC_INFO("Channel %02zu/%02zu :%s", I, G.rings().size(), Text.c_str());
    }
  for (size_t I = 0; I < G.rings().size(); ++I)
    RINGC_INFO("Ring %02zu : %d -> %d -> %d", I, G.rings()[I].Prev,
               C.Ranks.rank(), G.rings()[I].Next);
  RINGC_INFO("Numbers of channels set to %zu", G.rings().size());
}

/// Places among pods as \p Member's node has them, of the nodes that are in the
/// communicator.
static void setPod(const Graph &G, int Rank, nccl_comm_info_t &Out) {
  const neuron::PodMode M = compiled::podMode();
  if (!neuron::isPod(M) || G.nodes().size() < 2)
    return;
  const auto PlaceOf = [&](const MemberNode &N) {
    return neuron::podPlace(M, N.Node, unsigned(compiled::nodes().size()));
  };
  const neuron::PodPlace Own = PlaceOf(G.nodes()[G.nodeOf(Rank)]);
  std::set<unsigned> Pods, Before;
  for (const MemberNode &N : G.nodes()) {
    const neuron::PodPlace P = PlaceOf(N);
    Pods.insert(P.Pod);
    if (P.Pod < Own.Pod)
      Before.insert(P.Pod);
    if (P.Pod == Own.Pod) {
      ++Out.pod_node_n;
      Out.pod_node += P.Node < Own.Node;
    }
  }
  Out.enable_pod = true;
  Out.pod = int(Before.size());
  Out.pod_n = int(Pods.size());
}

/// Ranks of \p Rank's rack; where there are none, of its server [inferred].
static int numInRack(const Graph &G, int Rank) {
  const MemberNode &Own = G.nodes()[G.nodeOf(Rank)];
  const neuron::PodMode M = compiled::podMode();
  const bool HasRacks =
      M == neuron::PodMode::Rack || M == neuron::PodMode::Racks;
  constexpr uint32_t NodesOfRack = 2;
  size_t Count = 0;
  for (const MemberNode &N : G.nodes())
    if (N.Node == Own.Node ||
        (HasRacks && N.Node / NodesOfRack == Own.Node / NodesOfRack))
      Count += N.Ranks.size();
  return int(Count);
}

/// Whether an edge of a ring goes over a NIC [inferred].
static bool usesNet(const Graph &G) {
  for (const MemberRing &Ring : G.rings())
    for (size_t I = 0; I < Ring.UserRanks.size(); ++I)
      if (!G.isDirect(Ring.UserRanks[I],
                      Ring.UserRanks[(I + 1) % Ring.UserRanks.size()]))
        return true;
  return false;
}

static void setPeers(const Graph &G, enc_peer_info *Out) {
  for (const Member &M : G.members()) {
    enc_peer_info P = {};
    P.neuron_dev = M.Info.cudaDev;
    P.rid = M.Info.routing_id;
    P.tpb_index = M.Info.tpb_idx;
    P.pod_node_id = M.Info.pod_node_id;
    P.reservation_id = M.Info.reservation_id;
    *Out++ = P;
  }
}

/// Lists of the record are the communicator's own; the boundary has no const.
static int *listOf(std::span<const int> List) {
  return const_cast<int *>(List.data());
}

static void setRings(const Graph &G, nccl_comm_info_t &Out) {
  Out.channel_n = int(G.rings().size());
  for (size_t I = 0; I < G.rings().size(); ++I) {
    const MemberRing &Ring = G.rings()[I];
    Out.rings[I].prev = Ring.Prev;
    Out.rings[I].next = Ring.Next;
    Out.rings[I].user_ranks = listOf(Ring.UserRanks);
    Out.rings[I].duplicate = Ring.IsCopy;
  }
  Out.kangaring_channel_n = int(G.kangaPaths().size());
  for (size_t I = 0; I < G.kangaPaths().size(); ++I)
    Out.kangaring_paths[I] = listOf(G.kangaPaths()[I]);
}

/// The NIC near core \p Core of the device with routing id \p Rid on this
/// process's server; null, logged, if there is none.
static const NicImage *preferredNic(const char *Call, uint32_t Core,
                                    uint32_t Rid) {
  const auto Nodes = compiled::nodes();
  const auto Node = size_t(ownServer());
  if (Node >= Nodes.size()) {
    finish(Call, "RINGC_VIRTUAL_SERVER_ID names no server of the wiring");
    return nullptr;
  }
  for (const CoreImage &C : compiled::cores(Nodes[Node].Server))
    if (C.Core == int(Core) && C.Rid == int(Rid) && C.Nic >= 0)
      return &compiled::nics(Nodes[Node].Server)[size_t(C.Nic)];
  finish(Call, "no NIC is near core " + std::to_string(Core) +
                   " of the device with routing id " + std::to_string(Rid));
  return nullptr;
}

extern "C" {

NRT_STATUS neuronBuildGraphComm(void *Handle) {
  const char *const Call = "neuronBuildGraphComm";
  Communicator *C = find(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (C->Rings.isBuilt())
    return refuse(Call, "the rings are built already");
  Problem P = C->Rings.build(C->Ranks, describe(*C));
  if (P.empty()) {
    logRings(*C);
    P = C->Edges.connectRings(C->Ranks, C->Rings);
  }
  if (P.empty() && C->IsGlobal)
    P = numberDevices(*C);
  if (!P.empty()) {
    C->Edges.closeAll();
    C->Rings = {};
  }
  return finish(Call, P);
}

NRT_STATUS neuronGetCommInfo(void *Handle, nccl_comm_info_t *Out) {
  const char *const Call = "neuronGetCommInfo";
  Communicator *C = find(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (!Out)
    return refuse(Call, "no place for the record");
  enc_peer_info *Peers = Out->peers;
  *Out = {};
  Out->cluster_id = C->Ranks.clusterId();
  Out->epoch = C->Ranks.epoch();
  Out->neuron_dev = C->Device.nec_dev_id;
  Out->rank = C->Ranks.rank();
  Out->rank_n = C->Ranks.numRanks();
  Out->peers = Peers;
  const Graph &G = C->Rings;
  if (!G.isBuilt())
    return NRT_SUCCESS;
  const size_t Node = G.nodeOf(Out->rank);
  Out->local_rank_n = int(G.nodes()[Node].Ranks.size());
  Out->local_rack_rank_n = numInRack(G, Out->rank);
  Out->node = int(Node);
  Out->node_n = int(G.nodes().size());
  Out->use_net = usesNet(G);
  setPod(G, Out->rank, *Out);
  if (Peers)
    setPeers(G, Peers);
  setRings(G, *Out);
  const uint32_t Server = G.serverOf(Out->rank);
  Out->mla_cycle_n = int(std::min<size_t>(compiled::numCycles(Server),
                                          std::size(Out->mla_cycles)));
  for (int I = 0; I < Out->mla_cycle_n; ++I)
    Out->mla_cycles[I] = listOf(compiled::cycle(Server, uint32_t(I)));
  return NRT_SUCCESS;
}

NRT_STATUS neuronGetPeerDeviceId(void *Handle, int Peer, int *Out) {
  const char *const Call = "neuronGetPeerDeviceId";
  Communicator *C = findBuilt(Call, Handle);
  if (!C)
    return NRT_INVALID;
  if (!Out || Peer < 0 || Peer >= C->Ranks.numRanks())
    return refuse(Call, "no such peer, or no place for its device");
  *Out = C->Rings.members()[size_t(Peer)].Info.cudaDev;
  return NRT_SUCCESS;
}

NRT_STATUS neuronPreferredNcRidNic(uint32_t Core, uint32_t Rid, int *Nic) {
  const char *const Call = "neuronPreferredNcRidNic";
  if (!Nic)
    return refuse(Call, "no place for the NIC");
  const NicImage *Found = preferredNic(Call, Core, Rid);
  if (!Found)
    return NRT_FAILURE;
  *Nic = Found->Id;
  return NRT_SUCCESS;
}

NRT_STATUS neuronPreferredNcRidNicBdf(uint32_t Core, uint32_t Rid, char *Bdf,
                                      size_t Size) {
  const char *const Call = "neuronPreferredNcRidNicBdf";
  constexpr size_t Whole = sizeof("0000:00:00.0");
  if (!Bdf || Size < Whole)
    return refuse(Call, "no place for a bus id of 13 bytes");
  const NicImage *Found = preferredNic(Call, Core, Rid);
  if (!Found)
    return NRT_FAILURE;
  if (!Found->HasBusId)
    return finish(Call, "the NIC is no PCI device");
  snprintf(Bdf, Size, "%04x:%02x:%02x.%x", Found->Domain, Found->Bus,
           unsigned(Found->Slot), unsigned(Found->Function));
  return NRT_SUCCESS;
}

// The compiled machine's CPUs aren't this host's, so none are chosen for a
// core: a thread is bound only to what the caller asks for (design).
NRT_STATUS neuronSetAffinity(void *Handle, void *Override, void *Save, int) {
  const char *const Call = "neuronSetAffinity";
  if (!find(Call, Handle))
    return NRT_INVALID;
  cpu_set_t Old;
  if (sched_getaffinity(0, sizeof(Old), &Old))
    return finish(Call, "the thread's CPUs can't be read");
  if (Override && sched_setaffinity(0, sizeof(Old),
                                    static_cast<const cpu_set_t *>(Override)))
    return finish(Call, "the thread can't be bound to these CPUs");
  if (Save)
    *static_cast<cpu_set_t *>(Save) = Old;
  return NRT_SUCCESS;
}

} // extern "C"
