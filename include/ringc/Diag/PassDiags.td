//===- PassDiags.td - Diagnostics of the Pass room -*- tblgen -*-===//
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

// The pass manager.
def err_pass_requires : Error<"pass '%0' requires phase '%1'">;
def note_pass_establishes : Note<"pass '%0' establishes phase '%1'">;
def err_pass_broke_promise
    : Error<"pass '%0' reported no error but did not establish phase '%1'">;
def note_broken_after : Note<"found when verifying after pass '%0'">;
