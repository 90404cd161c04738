//===- Phases.td - What can be established about a fabric ----*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In pipeline order. A pass requires phases and establishes one. The order here
// is the order of the text IR and of -until-after / -until-before.
//
//===----------------------------------------------------------------------===//

class Phase<string name, string means> {
  string Name = name;
  string Means = means; // the sentence of what can't change any more
}

def Parsed    : Phase<"parsed",    "no one reads XML any more">;
def System    : Phase<"system",    "no rank, device or NIC is added">;
def Graph     : Phase<"graph",     "channel orders are fixed">;
def Fragments : Phase<"fragments", "a rank knows its own server only">;
def Gathered  : Phase<"gathered",  "the channel count is the same for all">;
def Stitched  : Phase<"stitched",  "every edge exists">;
def Rings     : Phase<"rings",     "ring order is final">;
def Bound     : Phase<"bound",     "every channel has its NICs">;
def Connected : Phase<"connected", "nothing is decided, only written">;
