//===- Symbols.td - Every symbol between libnrt and libnccom -*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What crosses the edge between the runtime and the collectives library, and what
// libnrt offers its callers. From these records come the version scripts, the
// loader's table and its trampolines, the C header, -emit=abi, docs/ABI.md and
// the conformance tests. The classes are in SymbolBase.td.
//
// Sources: [ABI seed], and its lost tables as reference/abi.tsv has them; public
// headers where said. Addresses are those of libnccom.so.2.31.24 and
// libnrt.so.2.31.24.0.
//
//===----------------------------------------------------------------------===//

include "ringc/ABI/Structs.td"
include "ringc/ABI/SymbolBase.td"

//===----------------------------------------------------------------------===//
// Forward: libnrt looks these up in libnccom, by bare name, in this order (that
// it is the order of the slots is inferred; only the first is confirmed).
//===----------------------------------------------------------------------===//

def neuronGetVersionInfo : Forward<0, Init, 0x46150, 0xc968d8, 0x1c0a10,
    "uint64_t", ["nec_version_info_t *out", "size_t n"],
    "the version probe: compatibility_version must be 89; its trampoline has no guard">;
def neuronGetUniqueId : Forward<1, Init, 0x46660, 0xc968d0, 0x1c0a50,
    "NRT_STATUS", ["char id[128]", "int rank_n", "const char *hint"]>;
let Nullable = ["root_comm_id", "hint"] in
def neuronInitGlobalComm : Forward<2, Init, 0x46c40, 0xc968c8, 0x1c0c30,
    "NRT_STATUS", ["int g_dev_id", "int g_dev_count",
    "const enc_neuron_device_info_t *dev", "const char *root_comm_id",
    "void **comm", "const char *hint"],
    "the communicator of all ranks">;
def neuronInitComm : Forward<3, Init, 0x46d90, 0xc968c0, 0x1c0e10,
    "NRT_STATUS", ["void **comm", "int rank_n", "char *id", "int rank",
    "const enc_neuron_device_info_t *dev", "bool bypass_graph"],
    "of a replica group">;
def neuronBuildGraphComm : Forward<4, Init, 0x46e90, 0xc968b8, 0x1c0ff0,
    "NRT_STATUS", ["void *comm"],
    "builds the rings">;
def neuronGetCommInfo : Forward<5, Init, 0x46ec0, 0xc968b0, 0x1c11b0,
    "NRT_STATUS", ["void *comm", "nccl_comm_info_t *out"]>;
def neuronFreeComm : Forward<6, Init, 0x47f90, 0xc968a8, 0x1c1370,
    "NRT_STATUS", ["void *comm"]>;
def neuronExpandConnectivity : Forward<7, Init, 0x47fe0, 0xc968a0, 0x1c1530,
    "NRT_STATUS", ["void *comm", "enc_net_connectivity_t conn"]>;
let Nullable = ["ops", "src", "dst"] in
def neuronStartNetworkProxy : Forward<8, Proxy, 0x483a0, 0xc96898, 0x1c16f0,
    "NRT_STATUS", ["void *comm", "uint32_t stream", "uint32_t basic_block",
    "net_ops_info_t *ops", "int ops_n", "net_src_addr_t *src", "int src_n",
    "net_dest_addr_t *dst", "int dst_n"]>;
def neuronStopNetworkProxy : Forward<9, Proxy, 0x487d0, 0xc96890, 0x1c18e0,
    "NRT_STATUS", ["void *comm", "uint32_t stream"]>;
def neuronNetworkProxyProgress : Forward<10, Proxy, 0x48930, 0xc96888, 0x1c1aa0,
    "NRT_STATUS", ["void *comm", "uint32_t stream", "uint32_t basic_block",
    "bool *idle", "bool *done"],
    "called in a loop: its trampoline has no guard">;
def neuronBootstrapSend : Forward<11, Init, 0x489a0, 0xc96880, 0x1c1af0,
    "NRT_STATUS", ["void *state", "int peer", "void *data", "size_t n",
    "const char *hint"]>;
def neuronBootstrapRecv : Forward<12, Init, 0x489d0, 0xc96878, 0x1c1cc0,
    "NRT_STATUS", ["void *state", "int peer", "void *data", "size_t n",
    "const char *hint"]>;
def neuronBootstrapAllGather : Forward<13, Init, 0x48a00, 0xc96870, 0x1c1e90,
    "NRT_STATUS", ["void *state", "void *all", "size_t each",
    "const char *hint"]>;
def neuronPreferredNcRidNic : Forward<14, Net, 0x46810, 0xc96868, 0x1c29d0,
    "NRT_STATUS", ["uint32_t nc", "uint32_t rid", "int *nic"]>;
def neuronPreferredNcRidNicBdf : Forward<15, Net, 0x46710, 0xc96860, 0x1c2bb0,
    "NRT_STATUS", ["uint32_t nc", "uint32_t rid", "char *bdf", "size_t n"]>;
def neuronNetRegMr : Forward<16, Net, 0x48a30, 0xc96858, 0x1c2070,
    "NRT_STATUS", ["void *comm", "enc_pattern_t pattern", "int channel_or_peer",
    "bool is_send", "ofi_comm_type_t type", "void *data", "size_t size",
    "nccl_ptr_type kind", "void **mh"],
    "names of arguments inferred">;
def neuronNetDeregMr : Forward<17, Net, 0x48d50, 0xc96850, 0x1c2260,
    "NRT_STATUS", ["void *comm", "enc_pattern_t pattern", "int channel_or_peer",
    "bool is_send", "ofi_comm_type_t type", "void *mh"]>;
def neuronGetPeerDeviceId : Forward<18, Net, 0x48ff0, 0xc96848, 0x1c2440,
    "NRT_STATUS", ["void *comm", "int peer", "int *out"]>;
let Nullable = ["override", "save"] in
def neuronSetAffinity : Forward<19, Init, 0x49020, 0xc96840, 0x1c2620,
    "NRT_STATUS", ["void *comm", "void *override", "void *save", "int core"]>;
def neuronGetNetConnector : Forward<20, Net, 0x49070, 0xc96838, 0x1c2800,
    "NRT_STATUS", ["void *comm", "enc_pattern_t pattern", "int channel_or_peer",
    "bool is_send", "void **out"]>;
let Nullable = ["root_comm_id"] in
def neuronInitNet : Forward<21, Init, 0x49220, 0xc96830, 0x1c2d90,
    "NRT_STATUS", ["char *root_comm_id"]>;
def neuronFiniPlugin : Forward<22, Net, 0x49240, 0xc96828, 0x1c2f50,
    "NRT_STATUS", []>;
def neuronGetOFIHandle : Forward<23, Net, 0x49260, 0xc96820, 0x1c3110,
    "NRT_STATUS", ["void **out"]>;
def neuronNetListen : Forward<24, Net, 0x49280, 0xc96818, 0x1c32d0,
    "NRT_STATUS", ["int dev", "void *handle", "void **listen_comm"]>;
def neuronNetConnect : Forward<25, Net, 0x49320, 0xc96810, 0x1c34b0,
    "NRT_STATUS", ["int dev", "void *handle", "void **send_comm"]>;
def neuronNetAccept : Forward<26, Net, 0x493c0, 0xc96808, 0x1c3690,
    "NRT_STATUS", ["void *listen_comm", "void **recv_comm"]>;
def neuronNetRegMrOG : Forward<27, Net, 0x49460, 0xc96800, 0x1c3850,
    "NRT_STATUS", ["void *comm", "void *data", "size_t n", "int type",
    "void **mh"]>;
def neuronNetDeregMrOG : Forward<28, Net, 0x495a0, 0xc967f8, 0x1c3a20,
    "NRT_STATUS", ["void *comm", "void *mh"]>;
def neuronNetGetMrKey : Forward<29, Net, 0x49500, 0xc967f0, 0x1c3be0,
    "NRT_STATUS", ["void *mh", "uint64_t *key"]>;
def neuronNetIsend : Forward<30, Net, 0x49640, 0xc967e8, 0x1c3da0,
    "NRT_STATUS", ["void *comm", "void *data", "int n", "void *mh",
    "void **req"]>;
def neuronNetIrecv : Forward<31, Net, 0x496f0, 0xc967e0, 0x1c3f70,
    "NRT_STATUS", ["void *comm", "void *data", "int n", "void *mh",
    "void **req"]>;
def neuronNetIflush : Forward<32, Net, 0x497f0, 0xc967d8, 0x1c4140,
    "NRT_STATUS", ["void *comm", "void *data", "int n", "void *mh",
    "void **req"]>;
let Nullable = ["size"] in
def neuronNetTest : Forward<33, Net, 0x498e0, 0xc967d0, 0x1c4310,
    "NRT_STATUS", ["void *req", "int *done", "int *size"]>;
def neuronNetCloseSend : Forward<34, Net, 0x49980, 0xc967c8, 0x1c44f0,
    "NRT_STATUS", ["void *comm"]>;
def neuronNetCloseRecv : Forward<35, Net, 0x49a20, 0xc967c0, 0x1c46b0,
    "NRT_STATUS", ["void *comm"]>;
def neuronNetCloseListen : Forward<36, Net, 0x49ac0, 0xc967b8, 0x1c4870,
    "NRT_STATUS", ["void *comm"],
    "the lowest slot">;

//===----------------------------------------------------------------------===//
// Reverse: libnccom imports these from libnrt at NRT_2.0.0.
//===----------------------------------------------------------------------===//

def nec_inc_semaphore : Reverse<0, 0x1bfd40, "void", ["volatile uint32_t *sem",
    "uint32_t val"],
    "the real one stores val, into a window of the hardware that adds it; ringc adds">;
def nec_get_device_count : Reverse<1, 0x1bfd50, "int", ["int *device_ids",
    "uint32_t cap"],
    "returns how many there are">;
def nec_get_device_pci_bdf : Reverse<2, 0x1bfd60, "int", ["int nec_dev",
    "uint32_t *domain", "uint32_t *bus", "uint8_t *slot", "uint8_t *func"]>;
def nec_get_virtual_core_size : Reverse<3, 0x1bfdd0, "NRT_STATUS",
    ["uint32_t *out"],
    "physical cores of a logical one">;
def nec_build_port_and_rid_map : Reverse<4, 0x1bfdf0, "NRT_STATUS",
    ["int local_nec_dev_id", "int *mla_indexes", "int *host_device_ids",
    "int count"]>;
def nec_is_mla_available : Reverse<5, 0x1bfe00, "bool", ["int local_nec_dev_id",
    "int mla_idx"]>;
def nec_mla_idx_to_rid : Reverse<6, 0x1bfe10, "int", ["int local_nec_dev_id",
    "int mla_idx"]>;
def nec_rid_to_mla_idx : Reverse<7, 0x1bfe20, "int", ["int local_nec_dev_id",
    "int rid"]>;
def nec_get_peer_mla_idx : Reverse<8, 0x1bfe30, "int", ["int local_nec_dev_id",
    "int mla_idx", "int port"],
    "the real one asks nrt_get_instance_info, so that one must not call back">;
def nec_get_p2p_pod_peer_node : Reverse<9, 0x1bfeb0, "int", ["uint32_t nec_dev",
    "int pod_node", "uint32_t port_distance", "int *peer_node"]>;
def nec_pod_node_can_access_peer_node : Reverse<10, 0x1bfed0, "NRT_STATUS",
    ["nec_pod_type_t type", "uint32_t local_rid", "uint32_t local_node",
    "uint32_t remote_rid", "uint32_t remote_node", "int *can"]>;
def nec_ndl_printk : Reverse<11, 0x1bfee0, "void", ["char *str",
    "uint32_t size", "uint32_t action"]>;
def nec_get_dynamic_send_size_bytes : Reverse<12, 0x1bfef0, "size_t",
    ["enc_host_mem_t *mem", "size_t dtype_size", "int dst_rank", "int rank_n"]>;
def nec_get_dynamic_send_offset_bytes : Reverse<13, 0x1bff00, "size_t",
    ["enc_host_mem_t *mem", "size_t dtype_size", "int dst_rank", "int rank_n"]>;
def nec_get_dynamic_recv_offset_bytes : Reverse<14, 0x1bff10, "size_t",
    ["enc_host_mem_t *mem", "size_t dtype_size", "int src_rank", "int rank_n"]>;
def nec_set_recv_size_bytes : Reverse<15, 0x1bff20, "void",
    ["enc_host_mem_t *mem", "size_t bytes", "size_t dtype_size", "int src_rank",
    "int rank_n"],
    "order of the two sizes inferred">;
def nrt_get_total_vnc_count : Reverse<16, 0x83e10, "NRT_STATUS",
    ["uint32_t *out"],
    "logical cores of the server">;
def nrt_get_instance_info : Reverse<17, 0x84210, "NRT_STATUS",
    ["nrt_instance_info_t *out", "size_t len"],
    "copies at most 32 bytes">;
def nrt_get_version : Reverse<18, 0x940b0, "NRT_STATUS", ["nrt_version_t *out",
    "size_t len"],
    "len is the size of the caller's record">;
let Nullable = ["err", "err_msg"] in
def nrt_get_libnccl_net : Reverse<19, 0x94400, "void *", ["int *err",
    "char *err_msg", "size_t err_msg_size"],
    "the handle of libnccom-net.so, or null with err and err_msg set">;

//===----------------------------------------------------------------------===//
// Public: what programs call, at NRT_2.0.0 [public headers, confirmed]. Only what
// the emulation has an answer for is here, and exported.
//===----------------------------------------------------------------------===//

let Nullable = ["fw_version", "fal_version"] in
def nrt_init : Public<"NRT_STATUS",
    ["int framework", "const char *fw_version", "const char *fal_version"],
    "loads libnccom; without it all but collectives works">;
def nrt_close : Public<"void", []>;
def nrt_get_total_nc_count : Public<"NRT_STATUS", ["uint32_t *count"],
    "physical cores of the server; before nrt_init, too">;
def nrt_get_visible_nc_count : Public<"NRT_STATUS", ["uint32_t *count"],
    "all of them: the emulation hides none">;
def nrt_get_visible_vnc_count : Public<"NRT_STATUS", ["uint32_t *count"],
    "all of them: the emulation hides none">;
def nrt_build_global_comm : Public<"NRT_STATUS",
    ["int vnc", "uint32_t g_device_id", "uint32_t g_device_count"],
    "makes that logical core a rank of the communicator of all">;
def nrt_barrier : Public<"NRT_STATUS",
    ["int vnc", "uint32_t g_device_id", "uint32_t g_device_count"],
    "builds the communicator if it isn't there">;
let Nullable = ["in", "out"] in
def nrt_all_gather : Public<"NRT_STATUS",
    ["int vnc", "uint32_t g_device_id", "uint32_t g_device_count",
    "uint32_t rank_input_size", "void *in", "void *out"],
    "sizes in bytes, out holds g_device_count parts; builds the communicator if it isn't there">;
let Nullable = ["name"] in
def nrt_tensor_allocate : Public<"NRT_STATUS",
    ["int placement", "int vnc", "size_t size",
    "const char *name", "nrt_tensor_t **tensor"],
    "vnc is -1 on the host; device memory is emulated in the host's">;
def nrt_tensor_free : Public<"void", ["nrt_tensor_t **tensor"]>;
def nrt_tensor_read : Public<"NRT_STATUS",
    ["const nrt_tensor_t *tensor", "void *buf", "size_t offset", "size_t size"]>;
def nrt_tensor_write : Public<"NRT_STATUS",
    ["nrt_tensor_t *tensor", "const void *buf", "size_t offset", "size_t size"]>;
def nrt_tensor_copy : Public<"NRT_STATUS",
    ["const nrt_tensor_t *src", "size_t src_offset", "nrt_tensor_t *dst",
    "size_t dst_offset", "size_t size"],
    "two device tensors must be of one core">;
def nrt_tensor_get_size : Public<"size_t", ["const nrt_tensor_t *tensor"]>;
def nrt_tensor_memset : Public<"NRT_STATUS",
    ["nrt_tensor_t *tensor", "uint64_t offset", "int value", "size_t size"]>;
let Nullable = ["name"] in
def nrt_tensor_allocate_empty : Public<"NRT_STATUS",
    ["const char *name", "nrt_tensor_t **tensor"]>;
def nrt_tensor_attach_buffer : Public<"NRT_STATUS",
    ["nrt_tensor_t *tensor", "void *buffer", "size_t size"],
    "the buffer stays the caller's">;

//===----------------------------------------------------------------------===//
// Async: at NRT_3.0.0 [public headers, confirmed]. The real library has three
// more, nrta_execute_schedule, nrta_cc_prepare and nrta_cc_schedule, for which
// the emulation has no answer.
//===----------------------------------------------------------------------===//

let Nullable = ["err", "seq"] in
def nrta_tensor_write : Async<"NRT_STATUS",
    ["nrt_tensor_t *tensor", "const void *buf", "uint64_t offset",
    "uint64_t size", "int queue", "nrta_error_t *err", "nrta_seq_t *seq"]>;
let Nullable = ["err", "seq"] in
def nrta_tensor_read : Async<"NRT_STATUS",
    ["void *buf", "nrt_tensor_t *tensor", "uint64_t offset", "uint64_t size",
    "int queue", "nrta_error_t *err", "nrta_seq_t *seq"]>;
let Nullable = ["err", "seq"] in
def nrta_tensor_copy : Async<"NRT_STATUS",
    ["nrt_tensor_t *src", "uint64_t src_offset", "nrt_tensor_t *dst",
    "uint64_t dst_offset", "uint64_t size", "int queue", "nrta_error_t *err",
    "nrta_seq_t *seq"]>;
def nrta_is_completed : Async<"NRT_STATUS",
    ["nrta_seq_t seq", "bool *is_completed"]>;
def nrta_get_sequence : Async<"NRT_STATUS",
    ["uint32_t lnc", "int xu", "int queue", "nrta_seq_t *seq"],
    "the last number of that unit and queue">;

//===----------------------------------------------------------------------===//
// Net: objects of a plug-in, libnccom-net.so, which libnccom looks up. They are
// neither exported nor imported by the pair.
//===----------------------------------------------------------------------===//

def ncclNetPlugin_v4 : NetObject<0x43760, "16 slots, 128 bytes">;
def ncclNetPlugin_v5 : NetObject<0x437e0, "21 slots, 168 bytes">;
def ncclNetPlugin_v6 : NetObject<0x438a0, "22 slots, 176 bytes; the one looked up">;

//===----------------------------------------------------------------------===//
// Numbers and handles [public headers, confirmed]
//===----------------------------------------------------------------------===//

def NRT_STATUS : Enumeration<"the status that almost every call returns", [
    Value<"NRT_SUCCESS", 0>, Value<"NRT_FAILURE", 1>, Value<"NRT_INVALID", 2>,
    Value<"NRT_INVALID_HANDLE", 3>, Value<"NRT_RESOURCE", 4>,
    Value<"NRT_TIMEOUT", 5>, Value<"NRT_HW_ERROR", 6>,
    Value<"NRT_QUEUE_FULL", 7>, Value<"NRT_LOAD_NOT_ENOUGH_NC", 9>,
    Value<"NRT_UNSUPPORTED_NEFF_VERSION", 10>,
    Value<"NRT_FAIL_HOST_MEM_ALLOC", 11>, Value<"NRT_UNINITIALIZED", 13>,
    Value<"NRT_CLOSED", 14>, Value<"NRT_QUEUE_EMPTY", 15>,
    Value<"NRT_EXEC_UNIT_UNRECOVERABLE", 101>,
    Value<"NRT_EXEC_BAD_INPUT", 1002>,
    Value<"NRT_EXEC_COMPLETED_WITH_NUM_ERR", 1003>,
    Value<"NRT_EXEC_COMPLETED_WITH_ERR", 1004>,
    Value<"NRT_EXEC_NC_BUSY", 1005>, Value<"NRT_EXEC_OOB", 1006>,
    Value<"NRT_COLL_PENDING", 1100>,
    Value<"NRT_EXEC_HW_ERR_COLLECTIVES", 1200>,
    Value<"NRT_EXEC_HW_ERR_HBM_UE", 1201>,
    Value<"NRT_EXEC_HW_ERR_NC_UE", 1202>,
    Value<"NRT_EXEC_HW_ERR_DMA_ABORT", 1203>,
    Value<"NRT_EXEC_SW_NQ_OVERFLOW", 1204>,
    Value<"NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE", 1205>,
    Value<"NRT_NETWORK_PROXY_FAILURE", 1206>]>;
def nrt_instance_family_t : Enumeration<"family of nrt_instance_info_t", [
    Value<"NRT_INSTANCE_UNKNOWN", 0>, Value<"NRT_INSTANCE_INF1", 1>,
    Value<"NRT_INSTANCE_TRN1", 2>, Value<"NRT_INSTANCE_TRN1N", 3>,
    Value<"NRT_INSTANCE_INF2", 4>, Value<"NRT_INSTANCE_TRN2", 5>,
    Value<"NRT_INSTANCE_TRN2N", 6>, Value<"NRT_INSTANCE_INF2E", 7>,
    Value<"NRT_INSTANCE_TRN2P", 8>, Value<"NRT_INSTANCE_TRN2U", 9>,
    Value<"NRT_INSTANCE_TRN2E", 10>, Value<"NRT_INSTANCE_TRN2EU", 11>,
    Value<"NRT_INSTANCE_TRN2AC", 12>, Value<"NRT_INSTANCE_TRN2UAC", 13>,
    Value<"NRT_INSTANCE_TRN3", 14>, Value<"NRT_INSTANCE_TRN3PDS98", 15>]>;
def nrt_instance_size_t : Enumeration<"size of nrt_instance_info_t", [
    Value<"NRT_INSTANCE_SIZE_1XL", 0>, Value<"NRT_INSTANCE_SIZE_2XL", 1>,
    Value<"NRT_INSTANCE_SIZE_4XL", 2>, Value<"NRT_INSTANCE_SIZE_6XL", 3>,
    Value<"NRT_INSTANCE_SIZE_8XL", 4>, Value<"NRT_INSTANCE_SIZE_24XL", 5>,
    Value<"NRT_INSTANCE_SIZE_32XL", 6>, Value<"NRT_INSTANCE_SIZE_48XL", 7>,
    Value<"NRT_INSTANCE_SIZE_3XL", 8>, Value<"NRT_INSTANCE_SIZE_UNKNOWN", 9>]>;
def nrt_tensor_placement_t : Enumeration<"where a tensor is", [
    Value<"NRT_TENSOR_PLACEMENT_DEVICE", 0>,
    Value<"NRT_TENSOR_PLACEMENT_HOST", 1>,
    Value<"NRT_TENSOR_PLACEMENT_VIRTUAL", 2>]>;
def nrta_xu_t : Enumeration<"an execution unit: the top 16 bits of a sequence number", [
    Value<"NRTA_XU_TENSOR_READ", 0>, Value<"NRTA_XU_TENSOR_WRITE", 1>,
    Value<"NRTA_XU_TENSOR_OP", 2>, Value<"NRTA_XU_COMPUTE", 3>,
    Value<"NRTA_XU_COLLECTIVES", 4>]>;
def nec_pod_type_t : Enumeration<"how the servers of a pod reach each other", [
    Value<"NEC_POD_TYPE_NONE", 0>, Value<"NEC_POD_TYPE_P2P", 1>,
    Value<"NEC_POD_TYPE_SWITCH", 2>]>;
def enc_net_connectivity_t : Enumeration<"whom a communicator connects to", [
    Value<"ENC_NET_CONNECTIVITY_MESH", 0>,
    Value<"ENC_NET_CONNECTIVITY_RDH", 1>,
    Value<"ENC_NET_CONNECTIVITY_DEFAULT", 2>]>;
def nccl_ptr_type : Enumeration<"kind of memory", [
    Value<"NCCL_PTR_HOST", 1>, Value<"NCCL_PTR_CUDA", 2>,
    Value<"NCCL_PTR_NEURON", 4>]>;

def net_addr_mark_t : Enumeration<"where an address stands in its list", [
    Value<"TRANSFER", 0>, Value<"OP_COMPLETE", 1>, Value<"EXEC_COMPLETE", 2>]>;

def enc_pattern_t : Alias<"int", "values unknown; ringc: 0 a ring's channel, else a peer">;
def ofi_comm_type_t : Alias<"int", "values unknown; ringc: not looked at">;
def nrta_seq_t : Alias<"uint64_t", "unit in the top 16 bits, number below">;
def nrta_error_t : Alias<"uint64_t", "ringc: the NRT_STATUS of the operation">;
def nrt_tensor_t : Handle;
