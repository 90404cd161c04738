//===- RuntimeStructs.td - What crosses the .so pair's edges -*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of the public headers that libnrt and libnccom exchange with each other
// and with their callers. Enums are ints; time_t is an int64_t. Included by
// Structs.td.
//
//===----------------------------------------------------------------------===//

def nec_version_info_t : Struct<56, "version of libnccom", "public header">;
let In = nec_version_info_t in {
def : Field<0, "uint64_t", "major">;
def : Field<8, "uint64_t", "minor">;
def : Field<16, "uint64_t", "patch">;
def : Field<24, "uint64_t", "maintenance">;
def : Field<32, "char", "git_hash", [16]>;
def : Field<48, "uint64_t", "compatibility_version">;
}

def nrt_version_t : Struct<224, "version of libnrt", "public header">;
let In = nrt_version_t in {
def : Field<0, "uint64_t", "rt_major">;
def : Field<8, "uint64_t", "rt_minor">;
def : Field<16, "uint64_t", "rt_patch">;
def : Field<24, "uint64_t", "rt_maintenance">;
def : Field<32, "char", "rt_detail", [128]>;
def : Field<160, "char", "git_hash", [64]>;
}

def nrt_instance_info_t : Struct<32, "the machine libnrt runs on", "public header">;
let In = nrt_instance_info_t in {
def : Field<0, "uint32_t", "family", note = "enum">;
def : Field<4, "uint32_t", "size", note = "enum">;
def : Field<8, "char", "arch_name", [16]>;
def : Field<24, "char", "device_revision", [8]>;
}

def enc_ring : Struct<24, "a ring as libnrt takes it", "public header">;
let In = enc_ring in {
def : Field<0, "int", "prev">;
def : Field<4, "int", "next">;
def : Field<8, "int *", "user_ranks">;
def : Field<16, "bool", "duplicate">;
}

def enc_peer_info : Struct<24, "a peer as libnrt takes it", "public header; the last field is 2.31.24 only">;
let In = enc_peer_info in {
def : Field<0, "int", "neuron_dev">;
def : Field<4, "int", "rid">;
def : Field<8, "int", "tpb_index">;
def : Field<12, "int", "pod_node_id">;
def : Field<16, "uint64_t", "reservation_id", note = "the public header ends before it">;
}

def nccl_comm_info_t : Struct<1376, "a communicator as libnrt takes it", "public header, the newer of two layouts of one size">;
let In = nccl_comm_info_t in {
def : Field<0, "uint64_t", "cluster_id">;
def : Field<8, "int64_t", "epoch", note = "time_t">;
def : Field<16, "int", "neuron_dev">;
def : Field<20, "int", "rank">;
def : Field<24, "int", "rank_n">;
def : Field<28, "int", "local_rank_n">;
def : Field<32, "int", "local_rack_rank_n", note = "absent from the older layout, which moves the next fields up">;
def : Field<36, "int", "node">;
def : Field<40, "int", "node_n">;
def : Field<44, "bool", "enable_pod">;
def : Field<45, "bool", "use_net", note = "absent from the older layout">;
def : Field<48, "int", "pod">;
def : Field<52, "int", "pod_n">;
def : Field<56, "int", "pod_node">;
def : Field<60, "int", "pod_node_n">;
def : Field<64, "enc_peer_info *", "peers">;
def : Field<72, "int", "channel_n">;
def : Field<80, "enc_ring", "rings", [32]>;
def : Field<848, "int", "kangaring_channel_n">;
def : Field<856, "int *", "kangaring_paths", [32]>;
def : Field<1112, "int", "mla_cycle_n">;
def : Field<1120, "int *", "mla_cycles", [32]>;
}

def enc_kangaring : Struct<1060, "a rank's place in a kangaring", "public header, the longer of two layouts">;
let In = enc_kangaring in {
def : Field<0, "int", "vnc">;
def : Field<4, "int", "logical_path", [256], note = "128 in older headers">;
def : Field<1028, "int", "prev">;
def : Field<1032, "int", "next">;
def : Field<1036, "int", "port">;
def : Field<1040, "int", "peer_rmtv">;
def : Field<1044, "int", "peer_rmtv2">;
def : Field<1048, "int", "peer_local">;
def : Field<1052, "int", "next_peer_rmtv">;
def : Field<1056, "bool", "is_primary">;
def : Field<1057, "bool", "is_next_pcie">;
def : Field<1058, "bool", "duplicate">;
def : Field<1059, "bool", "pattern2">;
}

def enc_proxy_histogram_config_t : Struct<168, "what the proxy's histograms record", "public header">;
let In = enc_proxy_histogram_config_t in {
def : Field<0, "bool", "enable">;
def : Field<8, "uint64_t", "bucket_usecs">;
def : Field<16, "uint64_t", "num_buckets">;
def : Field<24, "uint64_t", "per_neff_warmup">;
def : Field<32, "uint64_t", "warmup">;
def : Field<40, "char", "output_path", [128]>;
}

def enc_neuron_device_info_t : Struct<216, "a device as libnccom takes it", "public header">;
let In = enc_neuron_device_info_t in {
def : Field<0, "int", "nec_dev_id">;
def : Field<4, "int", "mla_idx">;
def : Field<8, "int", "tpb_idx">;
def : Field<12, "int", "host_device_id">;
def : Field<16, "int", "routing_id">;
def : Field<24, "uint64_t", "pod_id">;
def : Field<32, "int", "pod_type", note = "nec_pod_type_t">;
def : Field<36, "int", "pod_node_id">;
def : Field<40, "int", "virtual_server_id">;
def : Field<48, "enc_proxy_histogram_config_t", "histogram_config">;
}

def enc_host_mem_t : Struct<32, "counts of an all-to-all whose sizes are known at run time", "public header for the size; the fields are ringc's own">;
let In = enc_host_mem_t in {
def : Field<0, "int64_t *", "send_counts", [], Design, "elements to each rank">;
def : Field<8, "int64_t *", "send_offsets", [], Design, "elements">;
def : Field<16, "int64_t *", "recv_offsets", [], Design, "elements">;
def : Field<24, "int64_t *", "recv_counts", [], Design, "elements from each rank; set by libnccom">;
}

def enc_channel_t : Struct<88, "a channel of the network proxy", "public header for the size; the fields are ringc's own">;
let In = enc_channel_t in {
def : Field<0, "int", "id", [], Design, "the channel of the communicator">;
def : Field<4, "uint32_t", "send_start", [], Design, "start trigger: 0xffffffff, or 0 when the proxy has consumed it: not triggered">;
def : Field<8, "uint32_t", "recv_start", [], Design, "the same of receives">;
def : Field<16, "enc_host_mem_t *", "sizes", [], Design, "of operations whose sizes are known at run time">;
def : Field<24, "char", "reserved", [64], Design>;
}

def net_ops_info_t : Struct<96, "an operation of the network proxy", "debug information; the public header ends before enc_channel">;
let In = net_ops_info_t in {
def : Field<0, "uint16_t", "sema_shift_offset", note = "ringc: a semaphore's unit is 1 << this">;
def : Field<2, "bool", "early_send_completion", note = "a send counts as complete when it is posted">;
def : Field<3, "bool", "early_recv_posting", note = "receives don't wait for the device">;
def : Field<8, "volatile uint32_t *", "inc_send_handshake">;
def : Field<16, "volatile uint32_t *", "inc_send_complete">;
def : Field<24, "volatile uint32_t *", "inc_recv_handshake">;
def : Field<32, "volatile uint32_t *", "inc_recv_complete">;
def : Field<40, "uint32_t", "tx_entry_cnt", note = "its sources">;
def : Field<44, "uint32_t", "rx_entry_cnt", note = "its destinations">;
def : Field<48, "uint32_t", "net_idx_loop_size">;
def : Field<52, "uint32_t", "initial_send_credits">;
def : Field<56, "uint32_t", "ending_recv_credits">;
def : Field<64, "uint64_t", "data_type_sz", note = "size_t; bytes">;
def : Field<72, "bool", "is_dynamic_send_recv_sz", note = "sizes are those of enc_host_mem_t">;
def : Field<73, "bool", "variable_peer", note = "each address names its peer">;
def : Field<74, "bool", "add_to_histogram">;
def : Field<76, "uint32_t", "basic_block_id">;
def : Field<80, "uint32_t", "func_rel_op_idx">;
def : Field<84, "uint32_t", "unrolled_count">;
def : Field<88, "enc_channel_t *", "enc_channel", note = "void *; absent from the public header">;
}

def net_src_addr_t : Struct<72, "what the network proxy sends", "public header">;
let In = net_src_addr_t in {
def : Field<0, "uint32_t", "net_op_idx", note = "of its net_ops_info_t">;
def : Field<4, "int", "complete", note = "-1: the device is ready; the proxy resets it to 0">;
def : Field<8, "uint64_t", "dev_addr">;
def : Field<16, "void *", "host_addr">;
def : Field<24, "void *", "nccl_mhandle">;
def : Field<32, "uint32_t", "size", note = "bytes">;
def : Field<36, "int", "mark", note = "net_addr_mark_t">;
def : Field<40, "void *", "proxy_histogram_tag">;
def : Field<48, "int", "dst_rank">;
def : Field<56, "void *", "dst_addr">;
def : Field<64, "void *", "dst_mhandle">;
}

def net_dest_addr_t : Struct<48, "what the network proxy receives", "public header">;
let In = net_dest_addr_t in {
def : Field<0, "uint32_t", "net_op_idx", note = "of its net_ops_info_t">;
def : Field<4, "int", "complete", note = "-1: the device is ready; the proxy resets it to 0">;
def : Field<8, "uint64_t", "dev_addr">;
def : Field<16, "void *", "host_addr">;
def : Field<24, "void *", "nccl_mhandle">;
def : Field<32, "uint32_t", "size", note = "bytes">;
def : Field<36, "int", "mark", note = "net_addr_mark_t">;
def : Field<40, "int", "src_rank">;
}
