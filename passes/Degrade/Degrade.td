//===- Degrade.td - The degrade pass -------------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "ringc/Pass/PassBase.td"

def Degrade : Pass<"degrade", "what if a GPU, NIC or link were gone or narrower"> {
  let Description = [{
Takes GPUs, NICs and links out of the servers, or narrows them, and builds the systems
anew; what follows compiles the degraded fabric: `-passes='degrade{drop=net:3},default'`.
Several are joined by `+`:

| name | means |
|---|---|
| `net:3`, `net:mlx5_1`, `net:0000:10:1b.0` | a NIC by device number, by name, or by the bus id of its card, which is all its ports |
| `gpu:5`, `gpu:0000:07:00.0` | a GPU by local rank or by bus id |
| `nvlink:0-1`, `nvlink:0-nvs`, `nvlink:0-cpu` | the NVLinks between two GPUs, in both directions; of a GPU to the NVSwitch; to a CPU. Bus ids will do, too |
| `pci:0000:07:00.0` | the PCI link above a device or switch; dropped, all below it is gone |

`narrow` has after each name either `*FACTOR`, a fraction of what there is
(`net:3*0.5`), or `=VALUE` in the file's own unit (`net:3=50000` Mbit/s,
`nvlink:0-1=2` links, `pci:0000:07:00.0=8` lanes). Links and lanes are whole numbers; a factor
that leaves a fraction is refused. `gpu:5*0.5` narrows all links of that GPU.

A name must exist in every server that is changed. The GPUs that are left get the ranks
0, 1, ... in the order they had. NVLinks to a GPU that is gone go with it, as does what
holds no GPU and no NIC any more. What is missing then is reported as in any other file.

Remarks say what was lost and, where several nodes count, over what: channels, speeds,
path types, bandwidth and what limits it (as estimate-bandwidth reckons) before and
after, both compiled with the default pipeline. If things of several
kinds are lost, each kind is also tried alone. docs/WhatIf.md shows it.
  }];
  let Requires = [System];
  let Options = [
    TextOption<"drop", "", "what is gone">,
    TextOption<"narrow", "", "what is narrower, and how much">,
    IntOption<"node", -1, -1, 1048575, "the node it happens to; -1: every one">,
  ];
}
