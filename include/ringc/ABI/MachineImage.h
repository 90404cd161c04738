//===- MachineImage.h - The machine that libnrt emulates --------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ringc links into libnrt.so.1: all servers of a fabric, as tables one
// after another: header, nodes, servers, devices, ports. Numbers are little-
// endian and aligned; places are byte offsets from the header. Only the ringc
// that made a libnrt ever reads it, so there is no older form.
//
// Plain C++: the compiler writes it, the runtime reads it in place.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_ABI_MACHINEIMAGE_H
#define RINGC_ABI_MACHINEIMAGE_H

#include <cstdint>

namespace ringc {

/// How the servers of a pod reach one another; numbered as nec_pod_type_t.
enum class PodLinks : uint32_t { None = 0, P2p = 1, Switch = 2 };

/// Most servers of a pod.
constexpr unsigned MaxPodNodes = 4;

struct MachineHeader {
  uint32_t NumNodes, NumServers, NumDevices, NumPorts;
  uint32_t Nodes, Servers, Devices, Ports; ///< where the tables begin
  uint32_t NodesOfPod;                     ///< 1: no pods
  PodLinks Pod;
  /// By place in the pod: bit p is set if server p is reached without a NIC.
  uint32_t PodAccess[MaxPodNodes];
  /// Servers of a rack, all of whose devices reach one another; between racks
  /// only equal devices do. 0: no racks.
  uint32_t NodesOfRack;
  /// In a rack, the second server's routing ids begin after so many
  /// [reference/topology.md section 4.5, confirmed].
  uint32_t RidsOfServer;
  char Name[48]; ///< of the machine or the first input; ends with a 0
};
static_assert(sizeof(MachineHeader) == 112);

/// A node: which server it is.
using NodeImage = uint32_t;

struct ServerImage {
  uint32_t Family, Size; ///< as nrt_instance_info_t
  char Arch[16];
  uint32_t LogicalSize; ///< physical cores of a logical one
  uint32_t NumCores;    ///< physical
  uint32_t NumLogical;  ///< cores in use: its ranks
  uint32_t FirstDevice, NumDevices;
};
static_assert(sizeof(ServerImage) == 44);

struct DeviceImage {
  int32_t Id;  ///< as the host numbers it
  int32_t Rid; ///< routing id, inside the server
  uint32_t Domain, Bus;
  uint8_t Slot, Function;
  uint16_t NumCores; ///< logical, in use
  uint32_t FirstPort, NumPorts;
};
static_assert(sizeof(DeviceImage) == 28);

/// What a port leads to: a device's id, or NoPort.
using PortImage = int32_t;
/// A port that leads nowhere [structs.tsv device_id_maps, confirmed].
constexpr PortImage NoPort = -2;

} // namespace ringc

#endif // RINGC_ABI_MACHINEIMAGE_H
