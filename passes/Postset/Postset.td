//===- Postset.td - The postset pass -------------------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
include "ringc/Pass/PassBase.td"

def Postset : Pass<"postset", "join the servers' chains into rings"> {
  let Description = [{
Joins the chains of all nodes, in node order, into one ring a channel: the tail of
a node sends to the head of the next. Then every channel is doubled and the count
clamped, as the runtime does. The doubled half is a copy or the reverse, as the
profile says or `second-half` asks. `max-channels` cuts the count after doubling,
then `min-channels` fills it up by repeating channels from the first on.
  }];
  let Requires = [Graph, Fragments, Gathered];
  let Establishes = [Stitched];
  let Options = [
    EnumOption<"second-half", ["profile", "duplicate", "reverse"], "profile",
               "what the doubled half of the channels is">,
    IntOption<"max-channels", 32, 1, 32, "most channels after doubling">,
    IntOption<"min-channels", 0, 0, 32, "least channels after doubling">,
  ];
}
