//===- LinkDiags.td - Diagnostics of the Link room -----------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_link_program : Error<"cannot run the linker '%0': %1">;
def err_link_kit
    : Error<"the link kit of the runtime pair is missing: no '%0'">;
def note_link_says : Note<"the linker goes on: %0">;
def err_link_failed : Error<"'%0' could not be linked: %1">;
