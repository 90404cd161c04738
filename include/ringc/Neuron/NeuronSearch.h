//===- NeuronSearch.h - Channels of a Neuron machine ------------*- C++ -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   System --describeDevices--> DeviceGraph --findCycles--> device rings
//     --assignLanes--> a ring, a way round and a head for each NIC
//     --expand--> cores in order = a channel
//
// libnccom writes its channels as XML and reads them back, so that the rest of
// the pipeline sees what a graph file would have given (topology section 2,
// confirmed); here they are written into the graph at once.
//
//===----------------------------------------------------------------------===//

#ifndef RINGC_NEURON_NEURONSEARCH_H
#define RINGC_NEURON_NEURONSEARCH_H

#include "ringc/ABI/Structs.h"
#include "ringc/Neuron/DeviceGraph.h"

namespace ringc::neuron {

/// One channel before its devices become cores. NETs by index; -1: none in use.
struct Lane {
  DeviceRing Order; ///< from the head to the tail
  int RecvNet = -1, SendNet = -1;
  /// The channel ends on the device it began with, on another core: it goes on
  /// to the same position of the next server of a pod.
  bool Returns = false;
};

/// Deals \p Cycles, forwards and backwards, to the NETs: each NET with devices
/// of its own receives for one lane, whose head is one of them, and sends for
/// one, as far as that can be had; all rings are used evenly. Without NETs each
/// cycle is a lane, forwards (postset adds the other way). \p Nets: NET indices
/// in the order to deal to. \p Returns: see Lane; then each NET sends for what
/// it receives. At most \p Most.
std::vector<Lane> assignLanes(const DeviceGraph &G,
                              const std::vector<DeviceRing> &Cycles,
                              const std::vector<unsigned> &Nets, unsigned Most,
                              bool Returns);

/// GPU indices of \p L in order: each device's cores together, entered by the
/// core that owns the link from the device before and left by the one that owns
/// the link to the device after, if they are two.
std::vector<unsigned> expand(const DeviceGraph &G, const Lane &L);

/// There and back over a path: one core of each device on the way out, all
/// others on the way back. Empty if a device but the last has one core only.
std::vector<unsigned> foldPath(const DeviceGraph &G, const DeviceRing &Path);

/// How the search went, for remarks.
struct NeuronTrace {
  unsigned Devices = 0, Cycles = 0;
  bool Folded = false;
};

/// Fills \p Out, a ringTemplate, with channels in local ranks. False, and \p
/// Out as it was, if the devices can't be joined to a ring. \p InPod: channels
/// end on the device they begin with.
bool searchNeuronRings(const System &S, bool InPod, abi::ncclTopoGraph &Out,
                       NeuronTrace &Trace);

} // namespace ringc::neuron

#endif // RINGC_NEURON_NEURONSEARCH_H
