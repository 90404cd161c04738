//===- ConnectPeers.td - The connect-peers pass --------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def ConnectPeers : Pass<"connect-peers", "say over what each hop goes"> {
  let Description = [{
Says over which transport each rank reaches its successor in each channel: directly
where the path between the two GPUs allows it, else through host memory, and through
a NIC between nodes. No rank connects to anyone but its neighbours in a ring. Also
counts the point-to-point channels, as the runtime's ncclTopoComputeP2pChannels does.
A remark names each pair of neighbours that has to go through host memory.
  }];
  let Requires = [System, Fragments, Gathered, Bound];
  let Establishes = [Connected];
}
