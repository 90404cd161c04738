//===- DegradeDiags.td - Messages of the degrade pass --------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_degrade_nothing
    : Error<"pass 'degrade' has nothing to do: give it drop= or narrow=">;
def err_degrade_name
    : Error<"'%0' is no name of a part: expected net:, gpu:, nvlink: or pci: "
            "and which one">;
def err_degrade_ends
    : Error<"'%0' names no two ends: expected nvlink:A-B, each a gpu, one "
            "perhaps nvs or cpu">;
def err_degrade_amount
    : Error<"'%0' doesn't say how narrow: append *FACTOR, as in *0.5, or =VALUE">;
def err_degrade_factor
    : Error<"'%0': '%1' is no factor between 0 and 1">;
def err_degrade_value : Error<"'%0': '%1' is no whole number above 0">;
def err_degrade_gpu_value
    : Error<"'%0': a gpu has links of several kinds, for which only *FACTOR "
            "fits">;
def err_degrade_drop_amount
    : Error<"'%0' says how narrow, but is to be dropped: use narrow=">;
def err_degrade_unknown : Error<"server '%0' has no %1 '%2'">;
def err_degrade_unknown_suggest
    : Error<"server '%0' has no %1 '%2', did you mean '%3'?">;
def note_degrade_known : Note<"its %0 names are %1">;
def note_degrade_none : Note<"it has no %0 at all">;
def err_degrade_ambiguous
    : Error<"server '%0' has several %1 '%2': use a name that only one has">;
def note_degrade_first : Note<"the first one is here">;
def err_degrade_fraction
    : Error<"'%0' leaves %1 of %2 %3, which is no whole number above 0">;
def note_degrade_link : Note<"this is the one">;
def err_degrade_wider
    : Error<"'%0' is not narrower than the %1 %2 there are">;
