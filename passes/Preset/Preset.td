//===- Preset.td - The preset pass ---------------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def Preset : Pass<"preset", "pack each rank's part of every channel"> {
  let Description = [{
Cuts the channel orders of a server into what each of its ranks knows: where the
channel enters the server (head), where it leaves (tail), and who stands before
and after the rank. This is the runtime's ncclTopoPreset for all ranks at once,
in local ranks. Tree fields stay zero: no tree is built.
  }];
  let Requires = [System, Graph];
  let Establishes = [Fragments];
}
