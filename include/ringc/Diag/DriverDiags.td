//===- DriverDiags.td - Diagnostics of the Driver room -------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_cannot_open : Error<"cannot open '%0': %1">;
def err_input_too_large
    : Error<"cannot read '%0': it has more than %1 bytes">;
def err_cannot_write : Error<"cannot write '%0': %1">;
def note_too_many : Note<"further messages of this kind are not shown">;

// What the command line says.
def err_no_input : Error<"no input files">;
def err_unknown_value : Error<"unknown %0 '%1' (known: %2)">;
def err_unknown_value_suggest : Error<"unknown %0 '%1', did you mean '%2'?">;
def err_option_value : Error<"%0: %1">;
def err_stdin_twice : Error<"standard input is given %0 times">;
def err_split_one_input
    : Error<"-split-input-file takes one input, but %0 are given">;
def err_split_size
    : Error<"the file has %0 bytes, -split-input-file takes at most %1">;
def err_split_parts : Error<"-split-input-file takes at most %0 parts">;
def err_split_binary
    : Error<"'%0' is binary and can't be joined: -split-input-file takes text "
            "kinds">;
def err_fewer_nodes : Error<"-nodes=%0, but %1 inputs are given">;
def err_until_both
    : Error<"-until-after=%0 and -until-before=%1 can't be given together">;
def err_until_before_first : Error<"nothing comes before phase '%0'">;
def err_audit_server
    : Error<"server %0: its devices, links or paths are not what its elements "
            "make">;
def err_audit_looks
    : Error<"pass '%0' says that it only looks, and changes the fabric">;
def err_kind_needs_folder
    : Error<"kind '%0' is several files and needs a folder: -o DIR">;
def err_kinds_need_folder
    : Error<"%0 kinds of output need a folder: -o DIR/">;
def err_binary_to_terminal
    : Error<"'%0' is binary and standard output is a terminal: give -o FILE">;

// Inputs.
def err_fabric_not_alone
    : Error<"holds a whole fabric, which can't be joined with other inputs">;
def err_fabric_nodes
    : Error<"holds a fabric of %0 nodes, which -nodes=%1 can't change">;
def err_fabric_profile : Error<"is of profile '%0', but -profile=%1 is given">;
def err_profiles_differ
    : Error<"profile '%0', but an earlier input has profile '%1': give "
            "-profile=NAME">;
def note_first_profile : Note<"the earlier profile is here">;
def err_unknown_profile
    : Error<"unknown profile '%0' (known: %1): give -profile=NAME">;
def err_many_ranks
    : Error<"%0 nodes with these servers have %1 ranks, the most is %2">;

// A run that is to stop.
def err_stop_past
    : Error<"can't stop after phase '%0': phase '%1', which comes later, holds "
            "already in the input">;

// The channels of -graph.
def err_graph_too_late
    : Error<"-graph is given, but the run computes no channels: the input has "
            "its own, or no pass looks for any">;
def note_found_in_input : Note<"found when verifying this input">;

// Outputs.
def err_same_output : Error<"'%0' would be written twice">;
def err_output_is_input
    : Error<"'%0' is an input, too: say with -o where to write">;
def err_kind_requires
    : Error<"'%0' needs phase '%1', which this run doesn't reach">;
def note_kind_pass : Note<"pass '%0' establishes it">;
def err_roundtrip_parse : Error<"text IR can't be read back: %0">;
def err_roundtrip_text
    : Error<"text IR changes when it is read back: line %0 is '%1', was '%2'">;
def err_roundtrip_blob : Error<"wiring blob can't be read back: %0">;
def err_roundtrip_blob_text
    : Error<"the fabric changes when it is read back from a wiring blob: line %0 "
            "is '%1', was '%2'">;

// -verify-diagnostics.
def err_unexpected_message : Error<"unexpected %0: %1">;
def err_message_missing : Error<"expected %0 \"%1\" was not produced">;
