//===- NeuronDiags.td - Diagnostics of the Neuron room -------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What part of a built-in machine is asked for.
def err_machine_and_inputs
    : Error<"-platform=%0 takes the place of inputs, but %1 are given">;
def err_machine_option
    : Error<"-%0 goes with -platform, which isn't given">;
def err_machine_lnc
    : Error<"-lnc=%0, but '%1' takes -lnc=%2 only">;
def err_machine_cores : Error<"-cores=%0, but '%1' has %2 cores">;
def err_machine_half_chip
    : Error<"-cores=%0, but each device of '%1' has %2 cores: give a multiple">;
// The runtime's text is "expects 1, 4, 8, or 16 local devices but got %d"
// [topology section 1, confirmed].
def err_machine_devices
    : Error<"unsupported topology: '%0' expects %1 local devices but got %2 "
            "(-cores=%3; allowed are %4)">;
def err_topology_count
    : Error<"unsupported topology: '%0' expects %1 local devices but got %2">;
// [topology section 1: the words are confirmed]
def err_topology_devices
    : Error<"unsupported topology: devices with IDs %0 and %1 are part of "
            "topology but devices with those IDs are missing">;
def err_topology_jbog
    : Error<"unsupported topology: devices %0 and %1 aren't joined directly, as the two "
            "of a JBOG are">;
def err_root_platform : Error<"unknown platform '%0'">;
def err_root_pod : Error<"unknown pod mode '%0'">;
def err_root_no_pod
    : Error<"pod mode '%0' isn't one of a '%1', whose own is '%2'">;
def err_machine_pod : Error<"-pod=%0, but '%1' is no UltraServer">;
def err_machine_nics : Error<"-nets=%0, but '%1' has %2 NICs">;

// Replica groups.
def err_group_rank : Error<"group %0: '%1' is no rank from 0 to %2">;
def err_group_twice : Error<"group %0: rank %1 is named twice">;
def err_group_nics
    : Error<"group %0 needs %1 channels, one for each NIC of its devices, but "
            "only %2 of these NICs are present">;

// Kanga paths.
def err_kanga_fragment
    : Error<"kanga path %0: the fragment of rank %1 isn't its device's group of "
            "four, the same for all of them">;

// The search.
def err_switch_no_ring
    : Error<"server '%0': its %1 devices can't be joined to a ring over their "
            "links and switches">;
def err_switch_dfs
    : Error<"the inherited search can't be used on server '%0': its devices "
            "meet on switches, which only the Neuron search knows">;
