//===- LintDiags.td - Diagnostics of the lint-fabric pass ----*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// docs/Lint.md tells each of these warnings at length.

// One GPU unlike the others of its server.
def warn_lint_gpu_nvlinks
    : Warning<"lint-odd-gpu", "gpu %0 (rank %1) has fewer NVLinks than its "
                              "peers: %2 NVLinks, they have %3 each">;
def warn_lint_gpu_pci
    : Warning<"lint-odd-gpu", "gpu %0 (rank %1) has a slower PCI link than its "
                              "peers: %2 GB/s, they have %3">;
def warn_lint_gpu_sm
    : Warning<"lint-odd-gpu", "gpu %0 (rank %1) is of another kind than its "
                              "peers: sm %2, they have sm %3">;

// Hops inside a server.
def warn_lint_slow_hop
    : Warning<"lint-slow-hop", "channel %0 goes from gpu %1 (rank %2) to gpu %3 "
                               "(rank %4) over %5; of the hops of all channels "
                               "inside this server, %6 of %7 are direct NVLinks "
                               "(NVL)">;
def note_lint_few
    : Note<"direct NVLinks join gpu %0 to %1 of the other gpus: a way through it "
           "takes %2">;

// NICs of one server.
def warn_lint_shared_nic
    : Warning<"lint-shared-nic", "channels on NIC '%0': %1, on NIC '%2', which "
                                 "is no narrower and no further away: %3">;
def warn_lint_unused_nic
    : Warning<"lint-unused-nic", "no channel uses %0 of the %1 NICs that are "
                                 "wide and near enough: %2; the channels move "
                                 "%3 GB/s, a gpu can send %4">;
def warn_lint_same_port
    : Warning<"lint-same-port", "%0 NICs have the same guid and port %1, which "
                                "NCCL takes for one port: %2">;
def warn_lint_virtual_nic
    : Warning<"lint-virtual-nic", "no PCI device above %0 of %1 NICs: %2; "
                                  "channels use %3 of these">;
def warn_lint_flat_pci
    : Warning<"lint-flat-pci", "flat PCI: no switch joins gpus (%0) and NICs "
                               "(%1), they reach one another through a CPU (%2) "
                               "at best, without GPUDirect">;

// Servers among one another.
def warn_lint_fewer_gpus
    : Warning<"lint-unequal-servers", "server '%0' has fewer gpus than '%2': %1, "
                                      "not %3%4">;
def warn_lint_fewer_nics
    : Warning<"lint-unequal-servers", "server '%0' has no peer for NICs of '%2': "
                                      "%4 (NICs here: %1, there: %3)">;
def warn_lint_channels
    : Warning<"lint-unequal-servers", "server '%0' finds fewer channels than "
                                      "'%2': all servers use %1, not %3">;
def warn_lint_nic_place
    : Warning<"lint-nic-place", "NIC '%0' is next to %1 on '%2', but next to %3 "
                                "on '%4': %5 of %6 NICs changed places; "
                                "rails are taken to go by place">;
def warn_lint_cross_rail
    : Warning<"lint-cross-rail", "channel %0 changes rail at %1 of %2 hops "
                                 "between servers: it leaves by NIC '%3' (dev "
                                 "%4) and enters by '%5' (dev %6)">;

def note_lint_gpu : Note<"gpu %0 is here">;
def note_lint_nic : Note<"NIC '%0' is here">;
def note_lint_server : Note<"server '%0' is here">;

// Said by the reader, since elements that nothing uses are dropped before any
// pass sees them. NCCL's message is "too many XML nodes (max 256)" [cases, 37].
def warn_lint_elements
    : Warning<"lint-elements", "%0 elements (among them %1); some versions of NCCL stop "
                               "after %2, and they add what the machine has "
                               "besides%3">;
