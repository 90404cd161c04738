//===- Pipeline.cpp - The stages, in order --------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happens to a topology, and after each stage what can't change any more.
// docs/Life.md tells the same at length.
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

using namespace ringc;

llvm::StringRef ringc::getDefaultPipeline() {
  return // Channel orders inside each server: searched, or from a graph file.
      "compute-graph,"
      // From here on channel orders are fixed.

      // Each rank's head, tail, prev and next.
      "preset,"
      // From here on a rank knows its own server only.

      // The minima over all servers.
      "allgather,"
      // From here on the channel count is the same for all.

      // Edges between servers, doubling, clamp: once per fabric.
      "postset,"
      // From here on every edge exists.

      // Walk next: it closes and covers every rank.
      "build-rings,"
      // From here on ring order is final.

      // The kanga paths of Neuron machines: their fragments add up.
      "kanga-ring,"

      // The NICs of each channel.
      "bind-netdev,"
      // From here on every channel has its NICs.

      // Who connects to whom, over what; p2p channels.
      "connect-peers,"
      // From here on nothing is decided, only written.

      // Warnings about what looks wrong.
      "lint-fabric";
}

bool ringc::compileFabric(Compilation &C) {
  if (!C.needsFabric())
    return C.emit();

  // Inputs to completed element trees. Text IR and blobs enter here, too, at
  // whatever phase they are.
  if (!C.parse())
    return false;
  // From here on no one reads XML any more.

  // The node-link graph of each distinct server, best paths, trim.
  if (!C.buildSystems())
    return false;
  // From here on no rank, device or NIC is added.

  // The passes: above, or as -passes says.
  if (!C.runPasses())
    return false;
  // From here on nothing is decided, only written.

  return C.emit();
}
