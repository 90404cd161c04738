//===- BindNetDev.td - The bind-netdev pass ------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def BindNetDev : Pass<"bind-netdev", "give each channel its NICs"> {
  let Description = [{
Says by which NIC each channel enters and leaves each node, with the runtime's
ncclTopoGetNetDev: the head uses the first of the graph's pair, any other rank the
second. A doubled channel uses its original's NICs, since the runtime takes its number
modulo the channels found; in a reversed one the old tail receives and the old head
sends. A fabric of one node has none. A remark names each channel that leaves by
another NIC than the one it entered by.
  }];
  let Requires = [Graph, Fragments, Gathered, Rings];
  let Establishes = [Bound];
}
