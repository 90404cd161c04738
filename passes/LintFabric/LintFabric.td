//===- LintFabric.td - The lint-fabric pass ------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def LintFabric : Pass<"lint-fabric", "warn of what an operator would want to know"> {
  let Description = [{
Looks at the finished fabric and changes nothing: servers that differ, one GPU unlike
the others, hops that leave NVLink, NICs that are idle or shared, hops between rails.
Each is a warning with a name of its own, on by default; docs/Lint.md lists them.
A rail is a NIC's place among the GPUs, since device numbers and names need not say how
a NIC is cabled; `rails` says so where they do. On Neuron machines only servers and
NICs are compared, as their links, lanes and pods follow other rules.
  }];
  let Requires = [System, Graph, Fragments, Gathered, Stitched, Bound];
  let OnlyLooks = 1;
  let Options = [
    EnumOption<"rails", ["place", "name", "dev"], "place",
               "what puts NICs of two servers on one rail: their place among the "
               "GPUs, their name, or their device number">,
  ];
}
