//===- LintFabric.td - The lint-fabric pass ------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def LintFabric : Pass<"lint-fabric", "warn about what looks wrong"> {
  let Description = [{
Looks for what is allowed and still seldom meant: one GPU that differs from its peers,
servers that differ from each other, channels that change rails or share a NIC while
another has none, a hop over a worse way than the others, NICs that can't be told apart
or aren't real. Each is a warning with a name (the page Lint.md), on by default. It
changes nothing. Fabrics of Neuron machines aren't looked at: their rules are others.
  }];
  let Requires = [System, Graph, Fragments, Gathered, Stitched, Rings, Bound, Connected];
  let Establishes = [];
  let OnlyLooks = 1;
}
