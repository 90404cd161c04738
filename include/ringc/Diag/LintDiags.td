//===- LintDiags.td - Diagnostics of lint-fabric -------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Lint.md explains them.

def warn_lint_odd_nvlinks
    : Warning<"lint-odd-gpu", "gpu dev %0 (%1) has nvlink count %2, while each of its %4 "
              "peers has %3">;
def warn_lint_odd_sm
    : Warning<"lint-odd-gpu", "gpu dev %0 (%1) has sm %2, while each of its %4 peers has "
              "%3">;
def warn_lint_virtual_net
    : Warning<"lint-virtual-net", "%0 net elements have no PCI device above them, as "
              "bridges and other virtual devices have none: %1">;
def warn_lint_same_net
    : Warning<"lint-same-net", "net '%0' has the guid and port of net '%1' (%2, port %3): "
              "they can't be told apart and count as one port">;
def note_lint_other_net : Note<"the other net is here">;
def warn_lint_flat_pci
    : Warning<"lint-flat-pci", "flat PCI: no switch above any of %0 GPUs and %1 nets, and "
              "no readable link speed; every path between them is PHB, through the CPU">;
def warn_lint_many_elements
    : Warning<"lint-many-elements", "the file has %0 XML elements, and some versions of "
              "NCCL stop at %1">;

def warn_lint_unequal_gpus
    : Warning<"lint-unequal-servers", "server '%0' has %1 GPUs, but server '%2' has %3">;
def warn_lint_missing_net
    : Warning<"lint-unequal-servers", "server '%0' has no net %1 ('%2'), which server '%3' "
              "has">;
def note_lint_net : Note<"this net is meant">;
def warn_lint_fewest_channels
    : Warning<"lint-unequal-servers", "server '%0' finds %1 channels only, and all servers "
              "use so many, though '%2' finds %3">;
def warn_lint_shared_net
    : Warning<"lint-shared-net", "net %0 ('%1') carries %2 channels, while net %3 ('%4'), "
              "as fast, carries none">;
def warn_lint_slow_hop
    : Warning<"lint-slow-hop", "channel %0 goes from rank %1 (%2) to rank %3 (%4) over %5: "
              "no ring of direct NVLinks over all %6 GPUs is used">;
def note_lint_hop_ends : Note<"the hop ends here">;
def warn_lint_cross_rail
    : Warning<"lint-cross-rail", "channel %0 changes rail: it leaves server '%1' by net %2 "
              "('%3') and enters server '%4' by net %5 ('%6')">;
def note_lint_enters : Note<"it enters by this net">;
