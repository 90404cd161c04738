//===- Sample.td - A pass with an option of each type --------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "ringc/Pass/PassBase.td"

def Sample : Pass<"sample", "has an option of each type"> {
  let Requires = [Gathered];
  let Establishes = [Stitched, Rings];
  let Options = [
    EnumOption<"second-half", ["profile", "reverse"], "profile", "what the second half is">,
    IntOption<"limit", -1, -1, 32, "at most so many">,
    BoolOption<"strict", 0, "refuse more">,
    TextOption<"names", "a:b", "which ones">,
  ];
}

def Bare : Pass<"bare", "has no options"> {
  let Establishes = [Parsed];
}
