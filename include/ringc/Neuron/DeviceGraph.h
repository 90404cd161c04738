//===- DeviceGraph.h - Chips, their links and rings -------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the Neuron search works on. It is read from a System alone, so a
// built-in machine and its XML fed back give the same: GPUs (cores) below one
// PCI bridge are a device (chip, MLA); an NVLink between cores of two devices
// is a port of both.
//
// How libnccom searches is known by its log lines and names only (topology
// section 2); what is fixed here, and why, is in docs/Neuron.md.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_DEVICEGRAPH_H
#define RINGC_NEURON_DEVICEGRAPH_H

#include "ringc/Topology/System.h"
#include <optional>

namespace ringc::neuron {

/// How near the two ends of a link are; near ones are tried first (topology
/// section 2, confirmed).
enum class Locality : uint8_t { SharedMemory, RemoteMla, D2d, Rmtv, Local };

/// A way from one device to another.
struct Port {
  unsigned Far;      ///< device
  unsigned Core;     ///< GPU index: owns this end
  unsigned FarCore;  ///< GPU index: owns the other
  Locality Distance; ///< D2d inside a JBOG, else RemoteMla
};

struct Device {
  std::vector<unsigned> Cores; ///< GPU indices, by local rank
  std::vector<Port> Ports;     ///< by far device
  int Net = -1;                ///< its own NET's index
};

struct DeviceGraph {
  std::vector<Device> Devices; ///< by lowest local rank
  bool IsSwitched = false;     ///< devices reach each other over switches
  unsigned numDevices() const { return unsigned(Devices.size()); }
  /// The port from \p A to \p B, or null.
  const Port *port(unsigned A, unsigned B) const;
};

/// Whether \p S is a Neuron machine, and not one of GPUs under a Neuron
/// profile.
bool isNeuron(const System &S);

/// Whether two local ranks are cores of one device.
bool sameDevice(const System &S, uint32_t RankA, uint32_t RankB);

/// Reads the devices of \p S, whose paths are computed.
DeviceGraph describeDevices(const System &S);

/// Devices in ring order, each once.
using DeviceRing = std::vector<unsigned>;

/// Hamiltonian cycles of \p G from device 0, no link used by two of them, as
/// many as are found together: the first set in the order of the search
/// (locality, priority, device number). Of switched machines one. Empty where
/// there is none.
std::vector<DeviceRing> findCycles(const DeviceGraph &G);
/// A path through all devices, for machines without a cycle; the first in the
/// same order, from the first device that has one. Nothing where there is none.
std::optional<DeviceRing> findPath(const DeviceGraph &G);

/// Device cycles as the runtime publishes them (mla_cycle_n): on machines of
/// more than two devices that have any.
std::vector<DeviceRing> mlaCycles(const System &S);

} // namespace ringc::neuron

#endif // RINGC_NEURON_DEVICEGRAPH_H
