//===- IRDiags.td - Diagnostics of the IR room ---------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reading text IR: words and numbers.
def err_ir_expected : Error<"expected '%0'">;
def err_ir_expected_one_of : Error<"expected one of %0">;
def err_ir_expected_number : Error<"expected a number">;
def err_ir_expected_float : Error<"expected a finite decimal number">;
def err_ir_expected_string : Error<"expected a string in double quotes">;
def err_ir_expected_line_end : Error<"expected the end of the line">;
def err_ir_open_string
    : Error<"string is not closed before the end of the line">;
def err_ir_escape
    : Error<"expected '\\\\' or two hexadecimal digits after '\\'">;
def err_ir_number_range : Error<"'%0' is %1, which is not within %2 to %3">;
def err_ir_table_length : Error<"table '%0' has %1 entries, expected %2">;
def err_ir_row : Error<"'%0' is number %1, expected %2">;
def err_ir_index : Error<"'%0' is %1, but there are only %2 of them">;
def err_ir_many_files : Error<"more than %0 files">;
def err_ir_many_servers : Error<"more than %0 servers">;
def err_ir_many_elements : Error<"more than %0 elements">;
def err_ir_deep : Error<"elements are nested more than %0 deep">;
def err_ir_many_nodes : Error<"more than %0 nodes of type %1">;
def err_ir_many_links : Error<"more than %0 links from one node">;
def err_ir_many_channels : Error<"more than %0 channels">;

// Reading text IR: header and sections.
def err_ir_version
    : Error<"text IR of version %0, but this reader knows version %1">;
def err_ir_unknown_profile : Error<"unknown profile '%0'">;
def err_ir_unknown_phase : Error<"unknown phase '%0'">;
def err_ir_phase_twice : Error<"phase '%0' is listed twice">;
def err_ir_nodes
    : Error<"expected a rising run of nodes that begins with node %0">;
def err_ir_expected_end : Error<"expected the end of the text">;
def err_ir_missing_section : Error<"section '%0' is missing">;
def err_ir_duplicate_section : Error<"section '%0' appears twice">;
def note_ir_first_section : Note<"the first one is here">;
def note_ir_in_section : Note<"found in this section">;
def err_ir_extra_section
    : Error<"section '%0' belongs to no established phase or server">;
def err_ir_too_many_ranks : Error<"fabric has %0 ranks, the most is %1">;
def err_ir_too_large
    : Error<"%0 channels of %1 ranks, the most is %2 hops in all">;
def err_ir_no_prev
    : Error<"channel %0 needs a 'prev' table, since its 'next' of rank %1 "
            "is %2">;
def err_ir_copy
    : Error<"channel %0 copies channel %1, which is not an earlier channel "
            "with tables of its own">;

// What the phases promise: parsed.
def err_verify_no_elements : Error<"server %0 has no elements">;
def err_verify_root : Error<"server %0: root element is '%1', not 'system'">;
def err_verify_tree
    : Error<"server %0: element %1 and its parent %2 do not agree">;
def err_verify_gpu_rank_missing
    : Error<"server %0: element %1 is a gpu without a rank">;
def err_verify_gpu_rank
    : Error<"server %0: rank '%1' is not one of %2 ranks from 0, each once">;

// System.
def err_verify_no_nodes : Error<"fabric has no nodes">;
def err_verify_xml_name
    : Error<"server %0, element %1: '%2' is no name of an element or attribute">;
def err_verify_xml_twice
    : Error<"server %0, element %1: attribute '%2' is there twice">;
def err_verify_p2p_total
    : Error<"%0 point-to-point channels for %1 channels, expected %2">;
def err_verify_paths
    : Error<"server %0: its paths are not those of its devices">;
def err_verify_first_ranks : Error<"%0 first ranks, expected %1">;
def err_verify_first_rank : Error<"node %0 begins at rank %1, expected %2">;
def err_verify_node_server
    : Error<"node %0 is server %1, but there are only %2 of them">;
def err_verify_rank
    : Error<"server %0: rank %2 of GPU %1 is not one of %3 ranks from 0, each "
            "once">;
def err_verify_far_end
    : Error<"server %0: %1 %2 has a link to %3 %4, which does not exist">;
def err_verify_one_way
    : Error<"server %0: %1 %2 has a link to %3 %4, which has none back">;

// Graph.
def err_verify_net_id
    : Error<"server %0: NET %1 has no device number, which is within 0 to 2147483647">;
def err_verify_no_ranks : Error<"server %0 has no ranks">;
def err_verify_local_ranks : Error<"server %0 has %1 ranks, the most is %2">;
def err_verify_graph_range
    : Error<"server %0: '%1' of the graph is %2, which is not within %3 to %4">;
def err_verify_graph_speed
    : Error<"server %0: '%1' of the graph is %2, expected a positive number">;
def err_verify_intra
    : Error<"server %0, channel %1: 'intra' visits rank %2 %3 times, expected "
            "once">;
def err_verify_inter
    : Error<"server %0, channel %1: 'inter' names NET %2, which does not "
            "exist">;

// Fragments. The first two texts are NCCL's own (ring seed, confirmed) and serve
// every phase that holds rings.
def err_ring_open : Error<"ring %0 does not loop back to start (%1 != %2)">;
def err_ring_missing_rank : Error<"ring %0 does not contain rank %1">;
def err_verify_fragment_rows
    : Error<"server %0 has fragments of %1 ranks, expected %2">;
def err_verify_fragment
    : Error<"server %0, channel %1: '%2' of rank %3 is %4, but the graph says "
            "%5">;

// Gathered.
def err_verify_gathered_missing : Error<"gathered figures are missing">;
def err_verify_gathered
    : Error<"gathered '%0' is %1, but the least of all servers is %2">;

// Stitched and rings.
def err_verify_channel_count
    : Error<"fabric has %0 channels, which is not within 1 to %1">;
def err_verify_reversed_original
    : Error<"channel %0 is reversed but copies no channel">;
def err_verify_copy_tables
    : Error<"channel %0 copies channel %1 but has tables of its own">;
def err_verify_table_length
    : Error<"channel %0: table '%1' has %2 entries, expected %3">;
def err_verify_prev
    : Error<"channel %0: rank %1 is followed by rank %2, but 'prev' of that is "
            "%3">;
def err_verify_edge
    : Error<"channel %0: rank %1 is followed by rank %2, but by rank %3 in its "
            "server's fragments">;
def err_verify_node_edge
    : Error<"channel %0: tail of node %1, rank %2, is followed by rank %3, "
            "which is not the head of the node to enter">;
def err_verify_order_start
    : Error<"channel %0: 'order' begins with rank %1, expected 0">;
def err_verify_order
    : Error<"channel %0: place %1 of 'order' is rank %2, but 'next' leads to "
            "rank %3">;

// Bound.
def err_verify_nets_rows
    : Error<"server %0 has NETs for %1 channels, expected %2">;
def err_verify_recv_net
    : Error<"server %0, channel %1: receives from NET %2, but the graph's pair "
            "is %3, %4">;
def err_verify_send_net
    : Error<"server %0, channel %1: sends to NET %2, but the graph's pair is "
            "%3, %4">;

// Connected.
def err_verify_hops
    : Error<"server %0 has transports for %1 hops, expected %2">;
def err_verify_transport_self
    : Error<"channel %0: rank %1 sends over '%2', but its next, %3, is itself">;
def err_verify_transport_near
    : Error<"channel %0: rank %1 sends over '%2', but its next, %3, is on the "
            "same node">;
def err_verify_transport_far
    : Error<"channel %0: rank %1 sends over '%2', but its next, %3, is on "
            "another node">;
def err_verify_power_of_two
    : Error<"p2p '%0' is %1, which is not a power of two within 1 to %2">;
def err_verify_p2p_length : Error<"p2p order has %0 channels, expected %1">;
def err_verify_p2p_order
    : Error<"place %0 of p2p order is channel %1, expected %2">;
