//===- ComputeGraph.td - The compute-graph pass --------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "ringc/Pass/PassBase.td"

def ComputeGraph : Pass<"compute-graph", "find each server's channels"> {
  let Description = [{
Searches the channel orders of every distinct server as NCCL's
ncclTopoCompute does, or takes them from the graph file of -graph. The search
tries falling speeds and ever worse paths until the channels found use all that
a GPU can send, or the step budget is gone. Its remarks say which attempt won,
why the search stopped and which two widths bounded it. Under the rules of a
Neuron runtime the channels are rings over the devices instead, one for each NIC
(docs/Neuron.md); `dfs` asks for the inherited search there, too.
  }];
  let Requires = [System];
  let Establishes = [Graph];
  let Options = [
    EnumOption<"search", ["proved", "plain", "dfs"], "proved",
               "leave out what provably changes nothing, or walk every step; "
               "dfs: not the Neuron search">,
    BoolOption<"trace", false, "one remark for every attempt of the search">,
  ];
}
