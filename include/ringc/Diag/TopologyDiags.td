//===- TopologyDiags.td - Diagnostics of the Topology room -*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From elements to nodes and links, and the paths over them.

def err_too_many_nodes
    : Error<"'%0' is %1 number %2, and profile '%3' has room for %4 of them">;
def err_too_many_links
    : Error<"'%0' has more than the %1 links that profile '%2' has room for">;
def err_second_gpu
    : Error<"pci '%0' holds a second gpu, of which NCCL sees only the first">;
def note_first_gpu : Note<"the first gpu of '%0' is here">;
def warn_dropped_pci
    : Warning<"dropped-pci", "pci '%0' and all in it is dropped, since its "
                             "parent '%1' is no switch but holds a %2">;
def warn_dropped_pci_class
    : Warning<"dropped-pci", "pci '%0' and all in it is dropped, since its "
                             "parent '%1' is of class '%2', not a switch">;
def warn_dropped_nic
    : Warning<"dropped-nic", "a second nic of pci '%0' is dropped">;
def err_dropped_gpu
    : Error<"gpu '%0' is lost, since NCCL drops the pci '%1' above it">;
def warn_unconnected_gpu
    : Warning<"unconnected-gpu", "gpu '%0' gets no PCI link, since the nic in "
                                 "the same pci takes it">;
def err_nvlink_no_gpu
    : Error<"nvlink of '%0', which is not the bus id of a gpu in use">;
def err_nvlink_one_way
    : Error<"nvlink from %0 to %1 has no nvlink back">;
def note_other_gpu : Note<"gpu %0 is here">;
def err_nvlink_cpu_loop
    : Error<"nvlink from %0 to a CPU, but the gpu hangs on '%1': NCCL looks for "
            "its CPU for ever">;
def err_no_path_back : Error<"link from '%0' to '%1' has no link back">;
def err_gpu_unreachable : Error<"there is no path from gpu '%0' to gpu '%1'">;
def err_no_net
    : Error<"several servers need a net each to reach one another, and this one "
            "has none">;
