//===- KangaRing.td - The kanga-ring pass --------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def KangaRing : Pass<"kanga-ring", "check and assemble the kanga paths"> {
  let Description = [{
On a Neuron machine with switches each rank's fragment carries its device's part of up
to four kanga paths: the four ranks of the device, the primary first. They are put
together in the order in which the channels pass the devices, each path turned to
another lane's device. The ranks of a device must agree. Only a fabric of one node has
such paths, on devices of four ranks; a remark says why there are none. Off the
SwitchV1 family the runtime leaves the table empty; `families=all` makes the paths there,
too.
  }];
  let Requires = [Graph, Fragments, Rings];
  let Establishes = [];
  let Options = [
    EnumOption<"families", ["switch", "all"], "switch",
               "on machines with switches only, or on all Neuron machines">,
  ];
}
