//===- BuildRings.td - The build-rings pass ------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def BuildRings : Pass<"build-rings", "walk each channel into one ring"> {
  let Description = [{
Follows next from rank 0 until every rank has been passed, and records the order.
The walk must come back to its start, pass every rank once, and prev must be the
inverse of next. The runtime's ncclBuildRings does this at every rank; here the ring
is stored once and a rank's view of it is a rotation.
  }];
  let Requires = [Stitched];
  let Establishes = [Rings];
}
