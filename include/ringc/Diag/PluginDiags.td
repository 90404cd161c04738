//===- PluginDiags.td - Diagnostics of the Plugin room -------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

def err_plugin_load : Error<"cannot load plug-in '%0': %1">;
def err_plugin_entry
    : Error<"'%0' is no plug-in of ringc: it has no entry point '%1'">;
def err_plugin_null
    : Error<"the entry point of plug-in '%0' returns nothing">;
def err_plugin_version
    : Error<"plug-in '%0' was built for version %1 of the plug-in interface, but "
            "this ringc has version %2">;
def err_plugin_abi
    : Error<"plug-in '%0' was built for ABI '%1', but this ringc has '%2'">;
def err_plugin_twice : Error<"plug-in '%0' is loaded already">;
def err_plugin_inserts
    : Error<"plug-in '%0' inserts '%1' after phase '%2', where that can't stand">;
def err_plugin_refuses : Error<"plug-in '%0' can't register itself: %1">;

// What a plug-in's code does.
def err_threw : Error<"%0 '%1' threw an exception: %2">;
def err_verifier_silent
    : Error<"verifier '%0' refuses the fabric and doesn't say why">;
def err_emitter_silent
    : Error<"kind of output '%0' was not written, and its emitter doesn't say why">;
def err_analysis_silent : Error<"analysis '%0' found nothing">;
def err_analysis_requires
    : Error<"analysis '%0' requires phase '%1', which isn't established at the "
            "end">;
