//===- EstimateBandwidth.td - The estimate-bandwidth pass ----*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def EstimateBandwidth
    : Pass<"estimate-bandwidth", "say how fast the rings are and what limits them"> {
  let Description = [{
Counts which channels go over each link and each NIC, gives every passage of a channel
the same share of the width, and says in remarks what comes out: the bandwidth of all
channels together (nccl-tests' busbw), of each channel, and which links limit them. It
changes nothing and isn't part of `default`: `-passes=default,estimate-bandwidth`.
What is counted and what isn't is on the page Bandwidth.md; `-emit=bandwidth` writes
the whole table, with the defaults of all options.
  }];
  let Requires = [System, Graph, Fragments, Gathered, Stitched, Rings, Bound, Connected];
  let Establishes = [];
  let OnlyLooks = 1;
  let Options = [
    EnumOption<"links", ["limiting", "loaded"], "loaded",
               "links with a remark: those that limit a channel, or behind them also the "
               "others, the fullest first">,
    IntOption<"most", 8, 0, 1000000, "remarks about links at most; 0: all">,
    IntOption<"efficiency", 100, 1, 100,
              "percent of a link's width inside a server that data can use">,
    IntOption<"net-efficiency", 100, 1, 100, "percent of a NIC's speed that data can use">,
    IntOption<"channel-cap", 0, 0, 10000000,
              "MB/s that one channel moves at most, however wide its links; 0: no cap">,
    IntOption<"pci-cost", 0, 0, 1000,
              "percent of its data that a flow of a GPU through an Intel CPU takes of PCI "
              "links; 0: as the profile's search reckons">,
    EnumOption<"return-cost", ["profile", "on", "off"], "profile",
               "whether data that comes to an old GPU from a NIC costs an eighth the other "
               "way, and data to a CPU over NVLink as much again">,
  ];
}
