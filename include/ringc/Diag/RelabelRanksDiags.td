//===- RelabelRanksDiags.td - Messages of relabel-ranks ------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_relabel_nothing
    : Error<"pass 'relabel-ranks' has nothing to do: give it order=, by= or "
            "nodes=">;
def err_relabel_both
    : Error<"pass 'relabel-ranks' has order= and by=%0: give one of them">;
def err_relabel_number
    : Error<"option '%0' of pass 'relabel-ranks': '%1' is no number, and no run "
            "of numbers A..B">;
def err_relabel_long
    : Error<"option '%0' of pass 'relabel-ranks' has more than %1 numbers">;
def err_relabel_length
    : Error<"option '%0' of pass 'relabel-ranks' has %1 numbers, but %2 has %3 "
            "%4">;
def err_relabel_range
    : Error<"option '%0' of pass 'relabel-ranks' names %1, but %2 has %3 to %4">;
def err_relabel_twice
    : Error<"option '%0' of pass 'relabel-ranks' names %1 twice">;
