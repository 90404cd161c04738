//===- TopologyDiags.td - Diagnostics of the Topology room ---*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Front end: reading, completing, graph files
//===----------------------------------------------------------------------===//

// What an input is.
def err_input_empty : Error<"the file is empty">;
def err_input_blank : Error<"the file holds only white space">;
def err_input_text : Error<"plain text, not a topology: expected XML that begins with '<system'">;
def err_input_json : Error<"JSON, not a topology: expected XML that begins with '<system'">;
def err_input_html : Error<"an HTML page, not a topology: get the file itself, not the page that shows it">;
def err_input_log : Error<"an NCCL log, not a topology: a topology is what NCCL writes to the file that NCCL_TOPO_DUMP_FILE names">;
def err_input_matrix : Error<"the table of nvidia-smi, not a topology: a topology is what NCCL writes to the file that NCCL_TOPO_DUMP_FILE names">;
def err_input_utf16 : Error<"UTF-16 text: save the file as UTF-8">;
def err_input_compressed : Error<"a compressed file: unpack it first">;
def err_input_binary : Error<"a binary file, not a topology: expected XML that begins with '<system'">;
def err_input_blob : Error<"a wiring blob where XML is expected">;
def err_input_text_ir : Error<"text IR where XML is expected">;

// XML that can't be read.
def err_xml_malformed : Error<"malformed XML: %0">;
def note_element_open : Note<"inside element '%0', which begins here">;
def err_xml_doctype : Error<"document types and entities are refused: take the DOCTYPE out">;
def err_xml_encoding : Error<"byte %0 is not UTF-8 here: save the file as UTF-8">;
def err_xml_size : Error<"the file has %0 bytes, ringc reads at most %1">;
def err_xml_elements : Error<"too many elements: ringc reads at most %0">;
def err_xml_depth : Error<"elements nested too deep: ringc reads at most %0 levels">;
def err_xml_attributes : Error<"too many attributes in one element: ringc reads at most %0">;
def err_xml_name : Error<"element name too long: ringc reads at most %0 bytes">;
def err_xml_value : Error<"attribute too long: ringc reads at most %0 bytes">;

// XML that NCCL's own reader refuses, ignores or misreads. The last argument of
// these and the following warnings counts further places.
def warn_nccl_bom : Warning<"nccl-bom", "byte-order mark: NCCL refuses the file here%0">;
def warn_nccl_declaration : Warning<"nccl-declaration", "XML declaration '<?xml': NCCL refuses the file here%0">;
def warn_nccl_instruction : Warning<"nccl-instruction", "processing instruction: NCCL refuses the file here%0">;
def warn_nccl_cdata : Warning<"nccl-cdata", "CDATA section: NCCL refuses the file here%0">;
def warn_nccl_tab : Warning<"nccl-tab", "tab between or inside tags: NCCL refuses the file here%0">;
def warn_nccl_line_break : Warning<"nccl-line-break", "line break inside a tag: NCCL refuses the file here%0">;
def warn_nccl_space : Warning<"nccl-space", "white space beside '=': NCCL refuses the file here%0">;
def warn_nccl_quote : Warning<"nccl-quote", "single quote: NCCL ends every value at the next double quote and so swallows what follows%0">;
def warn_nccl_text : Warning<"nccl-text", "text '%0' between tags is ignored; NCCL refuses the file here%1">;
def warn_nccl_entity : Warning<"nccl-entity", "entity reference in a value: NCCL takes it literally%0">;
def warn_nccl_elements : Warning<"nccl-elements", "NCCL stops after %0 elements, the file has %1%2">;
def warn_nccl_attributes : Warning<"nccl-attributes", "NCCL ignores attributes of an element after %0; ringc reads them%1">;
def warn_nccl_children : Warning<"nccl-children", "NCCL overruns its memory with more than %1 elements in one '%0'%2">;
def note_parent_here : Note<"'%0' with %1 elements begins here">;
def warn_nccl_value : Warning<"nccl-value", "value of '%0' has %1 bytes: NCCL overruns its memory after %2%3">;
def warn_nccl_version : Warning<"nccl-version", "'%0' has no version: NCCL refuses the file; assuming '1'%1">;

// The shape of a topology.
def err_root_is_graphs : Error<"a graph file, not a topology: give it with -graph=FILE beside the topology it's for">;
def err_root_name : Error<"root element '%0' is no topology: expected 'system'">;
def err_rccl_version : Error<"an RCCL topology, version 2: ringc reads NCCL's version 1">;
def note_rccl_dialect : Note<"RCCL's files differ from NCCL's: 'xgmi' instead of 'nvlink', 'gcn' beside 'sm', other classes for GPUs">;
def err_version : Error<"topology version '%0': ringc and NCCL read version 1">;
def err_gpu_misplaced : Error<"'%0' inside '%1': a gpu belongs inside the pci that is its device, and NCCL skips it here">;
def err_holds_gpu_misplaced : Error<"'%0' inside '%1': NCCL skips it here, with the gpu it holds">;
def note_right_nesting : Note<"right nesting: %0">;
def note_busid_belongs_to_pci : Note<"this is the busid of a pci around the gpu: <pci busid=\"%0\">">;
def note_made_up_format : Note<"no gpu of this file is where NCCL looks for one: whatever its root says, this is not NCCL's format">;
def err_nvlink_target_index : Error<"nvlink target '%0' is no PCI bus id such as 0000:01:00.0">;
def warn_misplaced : Warning<"misplaced-element", "'%0' inside '%1' is skipped with its content, as NCCL does%2">;
def warn_unknown_element : Warning<"unknown-element", "unknown element '%0' inside '%1' is skipped with its content, as NCCL does%2">;
def warn_newer_element : Warning<"newer-element", "'%0' is skipped: only NCCL newer than profile %1 reads it%2">;
def warn_xgmi : Warning<"xgmi", "'xgmi' is RCCL's link between GPUs: skipped, as NCCL does%0">;
def err_no_gpu : Error<"no gpu in the topology, and no PCI device that could be one (nets: %0)">;
def err_template : Error<"a template without gpu elements: PCI devices of class 0x03 (GPUs): %0, of class 0x02 (NICs): %1, net elements: %2">;
def err_template_unclassed : Error<"a template without gpu elements: PCI devices without a class: %0, net elements: %1">;
def note_template_completed : Note<"NCCL completes a template on the machine: gpu and nvlink elements from the driver, net elements from the network plug-in">;
def note_template_dump : Note<"run a job there with NCCL_TOPO_DUMP_FILE=FILE and compile FILE">;
def err_too_many_gpus : Error<"%0 gpus on one server, the runtime takes at most %1">;

// Bus ids and hosts.
def note_first_place : Note<"first one is here">;
def err_missing_attribute : Error<"%0 has no '%1', which NCCL requires">;
def warn_busid_form : Warning<"busid-form", "bus id '%0' has not the form dddd:bb:dd.f; it's read as 0x%1%2">;
def warn_busid_case : Warning<"busid-case", "bus id '%0' has capital letters: NCCL looks for small ones and won't find the device on the machine%1">;
def err_duplicate_busid : Error<"bus id '%0' given to a second gpu of the same host">;
def warn_duplicate_busid : Warning<"duplicate-busid", "bus id '%0' given to a second device of the same host%1">;
def warn_several_hosts : Warning<"several-hosts", "the file describes %0 hosts, here begins host '%1': no NCCL_TOPO_FILE as it is; read as one server with %2 gpus%3">;
def note_first_host : Note<"first host '%0' is here">;

// Values.
def warn_attribute_typo : Warning<"attribute-typo", "%0 has an unknown attribute '%1', did you mean '%2'?%3">;
def warn_number : Warning<"number", "%1 of %0 is '%2', which NCCL reads as %3%4">;
def warn_negative : Warning<"number", "%1 of %0 is %2, which is less than 0%3">;
def warn_class : Warning<"class", "%1 of %0 is '%2', which is no class that NCCL knows: read as %3%4">;
def warn_nvlink_count : Warning<"nvlink-count", "nvlink count '%0' is no number of links: the link has no width%1">;
def warn_duplicate_number : Warning<"duplicate-number", "a second %0 has %1 '%2': what is found by its number is the first%3">;
def err_net_dev : Error<"net dev '%0' is no device number, which is within 0 to 2147483647">;
def warn_net_no_gdr : Warning<"net-gdr", "net has no 'gdr': NCCL reads 0, so GPUs reach it through a CPU%0">;
def warn_link_speed : Warning<"link-speed", "unknown link_speed '%0' under profile %1: assuming gen3, 8 GT/s, that is 12 GB/s for x16%2">;
def note_known_speed : Note<"did you mean '%0'?">;
def note_newer_speed : Note<"only newer NCCL reads this speed, as '%0'; the fastest known here is '16 GT/s'">;
def warn_link_width : Warning<"link-width", "link_width '%0' gives no number of lanes: assuming x16, that is 12 GB/s at gen3%1">;
def warn_cpu_arch : Warning<"cpu-arch", "unknown arch '%0' (known: x86_64, arm64, ppc64): CPUs are taken to be 5000 GB/s apart%1">;
def note_arch_spelling : Note<"did you mean '%0'?">;
def warn_cpu_vendor : Warning<"cpu-vendor", "unknown vendor '%0' (known: GenuineIntel, AuthenticAMD, CentaurHauls, '  Shanghai  '): CPUs are taken to be 5000 GB/s apart%1">;
def warn_net_speed : Warning<"net-speed", "net speed '%0': assuming 10000 Mbit/s, that is 1.25 GB/s%1">;
def warn_net_no_speed : Warning<"net-speed", "net has no 'speed': assuming 10000 Mbit/s, that is 1.25 GB/s%0">;
def warn_guid : Warning<"guid", "guid is no number that begins with 0x: NCCL reads 0, and nets with the same guid and port count as one%0">;
def warn_nvlink_target : Warning<"nvlink-target", "nvlink target '%0' is no gpu of this file: the link is ignored, as NCCL does%1">;
def warn_nvlink_gpu_as_switch : Warning<"nvlink-target", "nvlink target '%0' is a gpu of this file, but without 'tclass' the link goes to an NVSwitch%1">;

// What is assumed.
def warn_missing_rank : Warning<"missing-rank", "gpu has no 'rank' (%0 of %1 gpus): ranks are numbered in file order; NCCL drops such a gpu%2">;
def warn_duplicate_rank : Warning<"duplicate-rank", "rank %0 given to a second gpu: ranks are numbered in file order%1">;
def warn_missing_cpu_unused : Warning<"missing-cpu", "%0 has no %1: assuming %2, which changes nothing, as no gpu or net hangs below it%3">;
def warn_missing_cpu : Warning<"missing-cpu", "%0 has no %1: assuming %2 for %3%4">;
def warn_missing_cpu_arch : Warning<"missing-cpu-arch", "%0 has no %1: assuming %2, which decides bandwidths between sockets for %3; NCCL refuses the file%4">;
def warn_numa_unknown : Warning<"numa-unknown", "cpu with numaid %0 holds %1: NUMA node unknown, taken as one more socket, a hop away from the others%2">;
def note_numa_unknown : Note<"move what hangs below to the cpu it is close to">;
def warn_missing_pci : Warning<"missing-pci", "pci has no %0: assuming %1%2">;
def warn_missing_gpu : Warning<"missing-gpu", "gpu has no %0: assuming %1%2">;
def warn_missing_nvlink : Warning<"missing-nvlink", "nvlink has no %0: assuming %1 (an NVSwitch)%2">;
def warn_missing_net : Warning<"missing-net", "net has no %0: assuming %1%2">;

// Graph files.
def err_graph_is_system : Error<"a topology, not a graph file: expected the root element 'graphs'">;
def err_graph_root : Error<"root element '%0' is no graph file's: expected 'graphs'">;
def err_graph_version : Error<"graph file version '%0': ringc and NCCL read version 1">;
def err_graph_speed : Error<"%0 '%1' is no bandwidth in GB/s">;
def err_graph_gpu : Error<"channel %0 names gpu dev %1, which the topology does not have; its gpus have dev %2">;
def err_graph_gpu_twice : Error<"channel %0 names gpu dev %1 a second time">;
def err_graph_few_gpus : Error<"channel %0 has %1 gpus, the topology has %2: a ring passes each gpu once">;
def err_graph_net : Error<"channel %0 names net dev %1, which the topology does not have; its nets have dev %2">;
def err_graph_nets : Error<"channel %0 has more than 2 nets: one to enter the server by, one to leave it by">;
def err_graph_few_nets : Error<"channel %0 has %1 of the 2 nets that a ring over several servers needs">;
def err_graph_channels : Error<"graph has %0 channels, the runtime takes 0 to %1">;
def err_graph_lacks_channels : Error<"graph says it has %0 channels, but holds %1">;
def warn_graph_channels : Warning<"graph-channels", "graph says it has %0 channels, but holds %1: the rest is ignored%2">;
def warn_graph_pattern : Warning<"graph-pattern", "graph 0 has pattern %0, but a ring's is %1%2">;
def warn_graph_type : Warning<"graph-type", "unknown %0 '%1' (known: LOC, NVL, NVB, PIX, PXB, PHB, SYS): read as LOC%2">;
def warn_graph_crossnic : Warning<"graph-unused", "graph 0 has crossnic 1, but crossing NICs is off: the graph is skipped%0">;
def err_graph_pattern : Error<"graph 0 has pattern %0, which is not within %1 to %2">;
def warn_graph_empty : Warning<"graph-unused", "graph 0 has no channels: they are searched%0">;
def warn_graph_again : Warning<"graph-again", "a second graph 0: the last one that applies is taken, as NCCL does%0">;
def warn_graph_unused : Warning<"graph-unused", "no graph with id 0 in the file: the channels are searched%0">;
// From elements to nodes and links, and the paths over them.

def err_too_many_nodes
    : Error<"'%0' is %1 number %2, and profile '%3' has room for %4 of them">;
def err_too_many_links
    : Error<"'%0' has more than the %1 links that profile '%2' has room for">;
def err_second_gpu
    : Error<"pci '%0' holds a second gpu, of which NCCL sees only the first">;
def note_gpu_of_pci : Note<"the first gpu of '%0' is here">;
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
    : Error<"nvlink from %0 to a CPU: NCCL looks for the CPU without end from "
            "below '%1'">;
def err_no_path_back : Error<"link from '%0' to '%1' has no link back">;
def err_gpu_unreachable : Error<"there is no path from gpu '%0' to gpu '%1'">;
def err_no_net
    : Error<"several servers need a net each to reach one another, and this one "
            "has none for its %0 gpus">;
