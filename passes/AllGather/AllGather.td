//===- AllGather.td - The allgather pass ---------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def AllGather : Pass<"allgather", "agree on what every server can do"> {
  let Description = [{
Stands for the moment when every rank has received every other's fragment. All
agree on the smallest channel count, and on the smallest figures of the search;
each server's first channels are used, the others stay idle. Nodes are told apart
by the head of their first channel, as the runtime does. A remark names the
server that set the channel count where others could do more.
  }];
  let Requires = [Graph, Fragments];
  let Establishes = [Gathered];
}
