//===- EmitDiags.td - Diagnostics of the Emit room -----------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One rank's view.
def err_emit_files
    : Error<"kind '%0' is several files and can't be had as one">;
def err_emit_no_such_rank
    : Error<"there is no rank %0: the fabric has ranks 0 to %1">;
def err_emit_no_rank_view
    : Error<"'%0' has no view of one rank, but rank %1 is asked for">;

// One file for one server.
def err_emit_graphs_differ
    : Error<"servers '%0' and '%1' have different channels, but a graph file is "
            "for one server: compile each of them by itself">;
def err_emit_systems_differ
    : Error<"servers '%0' and '%1' are different, but a topology file is for one "
            "server: compile each of them by itself">;
def note_emit_first_server : Note<"'%0' is here">;

// nccl-graph.
def err_emit_graph_dev_twice
    : Error<"GPUs with ranks %0 and %1 both have dev %2, and a graph file names "
            "a GPU by its dev">;
def note_emit_first_gpu : Note<"the first GPU with dev %0 is here">;
def warn_emit_graph_crossnic
    : Warning<"graph-unused",
              "NCCL passes over a graph with crossnic %0 and searches again, "
              "unless NCCL_CROSS_NIC is 1">;
def warn_emit_graph_children
    : Warning<"nccl-children",
              "each channel of the graph file has %0 GPUs and NICs, NCCL's "
              "reader overruns its table at more than %1">;
def warn_emit_graph_elements
    : Warning<"nccl-elements",
              "the graph file has %0 elements, NCCL's reader takes %1">;

// topology.
def err_emit_xml_value
    : Error<"value of '%0' of <%1> holds a control character, which XML can't">;
def warn_emit_xml_escape
    : Warning<"nccl-entity",
              "value of '%0' of <%1> is written with entities, which NCCL's "
              "reader doesn't decode">;
def warn_emit_xml_length
    : Warning<"nccl-value",
              "value of '%0' of <%1> has %2 characters, NCCL's reader overruns "
              "its buffer at more than %3">;
def warn_emit_xml_attributes
    : Warning<"nccl-attributes",
              "<%0> has %1 attributes, NCCL's reader keeps %2">;

// Writing a wiring blob.
def err_wiring_no_ring
    : Error<"channel %0 can't be written as a ring: its order, next and prev "
            "don't agree">;

def err_wiring_channels
    : Error<"there are %0 channels, but a wiring blob holds at most %1">;

// Reading a wiring blob.
def err_wiring_short
    : Error<"wiring blob ends at byte %0, before the end of its header of %1 "
            "bytes">;
def err_wiring_magic
    : Error<"wiring blob doesn't begin with 'RINGCWIR': at offset %0">;
def err_wiring_version
    : Error<"wiring blob of version %1, but this reader knows version %2: at "
            "offset %0">;
def err_wiring_size
    : Error<"wiring blob has %2 bytes, but its header says %1: at offset %0">;
def err_wiring_checksum
    : Error<"wiring blob is damaged: its checksum is %1, but its bytes give %2: "
            "at offset %0">;
def err_wiring_no_section
    : Error<"wiring blob has no section '%1': at offset %0">;
def err_wiring_value
    : Error<"wiring blob has %1 %2, expected %3: at offset %0">;
def err_wiring_range
    : Error<"wiring blob has %1 %2, which is not within %3 to %4: at offset %0">;
def err_wiring_float
    : Error<"wiring blob has %1 that is no finite number: at offset %0">;
def err_wiring_text
    : Error<"wiring blob's text and its tables disagree about %1: at offset %0">;
def err_wiring_rank
    : Error<"wiring blob's section '%1' isn't what its tables give for rank %2: "
            "at offset %0">;
