//===- RelabelRanks.td - The relabel-ranks pass --------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "ringc/Pass/PassBase.td"

def RelabelRanks
    : Pass<"relabel-ranks", "number ranks and servers in another order"> {
  let Description = [{
Gives the GPUs of each server other local ranks, and the servers another order; the
rings are then searched with these, since the runtime's search depends on the order of
ranks. `order=3:2:1:0` gives local rank 0 to the GPU that had local rank 3, 1 to the one
that had 2, and so on: what stands at place i becomes rank i. A run of numbers may be
written `7..4`. `by` takes what schedulers give instead: `dev` the device numbers,
`busid` the bus ids as numbers, `file` the order in the topology file; equal ones stand
in file order.

`nodes=2:0:1` does the same with whole servers: node 0 becomes the server that was node
2. `node` counts as before.
  }];
  let Requires = [System];
  let Options = [
    TextOption<"order", "", "local ranks as they were, in the order they get">,
    EnumOption<"by", ["order", "dev", "busid", "file"], "order",
               "what decides the local ranks">,
    IntOption<"node", -1, -1, 1048575,
              "the node whose ranks are numbered; -1: every one">,
    TextOption<"nodes", "", "nodes as they were, in the order they get">,
  ];
}
