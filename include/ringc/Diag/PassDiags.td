//===- PassDiags.td - Diagnostics of the Pass room -----------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ring passes. What goes wrong in a walk is said with the verifiers' texts.
def err_preset_order
    : Error<"server %0, channel %1: order holds rank %2, which is no local rank "
            "or stands there twice">;
def err_gather_node
    : Error<"server %0: its ranks do not agree on the head of channel 0">;
def err_postset_fragment
    : Error<"server %0, channel %1: a fragment names a rank outside the server">;

// The pipeline text.
def err_pipeline_expected : Error<"expected %0">;
def err_unknown_pass : Error<"unknown pass '%0'">;
def err_unknown_pass_suggest : Error<"unknown pass '%0', did you mean '%1'?">;
def err_unknown_option : Error<"pass '%0' has no option '%1'">;
def err_unknown_option_suggest
    : Error<"pass '%0' has no option '%1', did you mean '%2'?">;
def err_option_twice : Error<"option '%1' of pass '%0' is given twice">;
def err_pass_option : Error<"%0">;
def err_pass_not_made
    : Error<"pass '%0' was not made, and its plug-in doesn't say why">;
def err_default_in_default
    : Error<"'default' can't stand inside the default pipeline">;

// The pass manager.
def err_pass_requires
    : Error<"pass '%0' requires phase '%1', which '%2' establishes">;
def err_pass_requires_unknown
    : Error<"pass '%0' requires phase '%1', which no known pass establishes">;
def err_pass_again
    : Error<"pass '%0' establishes phase '%1', which holds already">;
def err_pass_changes
    : Error<"pass '%0' changes which %1, which isn't for a pass to say">;
def err_phase_not_reached
    : Error<"no pass of the pipeline establishes phase '%0'">;
def note_pass_establishes : Note<"pass '%0' does">;
def err_stop_before_established
    : Error<"can't stop before phase '%0': it holds already in the input">;
def note_after_pass : Note<"found after pass '%0'">;
def err_server_no_gpu : Error<"server '%0' has no gpu">;
