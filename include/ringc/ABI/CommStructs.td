//===- CommStructs.td - The communicator and its peers -------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of ncclComm that no source prints are forced by the field order of
// NCCL 2.8.4 between confirmed neighbours (structs section 1), hence confirmed.
// Included by Structs.td.
//
//===----------------------------------------------------------------------===//

def ncclPeerInfo : Struct<112, "what every rank knows of a rank", "debug information">;
let In = ncclPeerInfo in {
def : Field<0, "int", "rank">;
def : Field<4, "int", "cudaDev">;
def : Field<8, "int", "gdrSupport", grade = Inferred>;
def : Field<16, "uint64_t", "hostHash">;
def : Field<24, "uint64_t", "pidHash">;
def : Field<32, "uint64_t", "shmDev", note = "dev_t">;
def : Field<40, "int64_t", "busId">;
// The sources leave 48 to 88 open; Postset reads the pod node from this record.
def : Field<48, "uint64_t", "pod_id", grade = Design>;
def : Field<56, "int", "pod_type", grade = Design>;
def : Field<60, "int", "pod_node_id", grade = Design>;
def : Field<64, "int", "routing_id", grade = Design>;
def : Field<68, "int", "tpb_idx", grade = Design>;
def : Field<72, "uint64_t", "reservation_id", grade = Design>;
def : Field<80, "int", "virtual_server_id", grade = Design>;
def : Field<84, "char", "_fork84", [4], Unknown, "zero">;
def : Field<88, "ncclComm *", "comm">;
def : Field<96, "int", "compCap">;
def : Field<100, "int", "host_device_id", grade = Inferred>;
def : Field<104, "int", "mla_idx">;
}

def ncclDevComm : Struct<40, "the part of a communicator a kernel sees",
                         "field order of NCCL 2.8.4">;
let In = ncclDevComm in {
def : Field<0, "int", "rank">;
def : Field<4, "int", "nRanks">;
def : Field<8, "int", "buffSizes", [3]>;
def : Field<24, "volatile uint32_t *", "abortFlag">;
def : Field<32, "ncclChannel *", "channels">;
}

def ncclProxyState : Struct<192, "one stream of the network proxy", "debug information">;
let In = ncclProxyState in {
def : Field<0, "char", "_opaque0", [8], Unknown>;
def : Field<8, "ncclProxyArgs *", "ops">;
def : Field<16, "ncclProxyArgs *", "nextOps">;
def : Field<24, "ncclProxyArgs *", "nextOpsEnd", grade = Inferred>;
def : Field<32, "ncclProxyArgs *", "pool">;
def : Field<40, "ncclProxyPool *", "pools">;
def : Field<48, "char", "_opaque48", [72], Unknown>;
def : Field<120, "char", "basic_block_args_map", [56], note = "std::unordered_map, 56 bytes in libstdc++">;
def : Field<176, "uint32_t", "pending_basic_block_id">;
def : Field<180, "uint32_t", "current_basic_block_id", grade = Inferred, note = "exists; its place is a guess">;
def : Field<184, "char", "_opaque184", [8], Unknown>;
}

def ncclComm : Struct<19240, "a rank's communicator", "debug information; NCCL 2.8.4's order with the fork's fields">;
let In = ncclComm in {
def : Field<0, "ncclChannel", "channels", [32]>;
def : Field<16384, "int", "nKangaRingChannels">;
def : Field<16388, "int", "kangaRing", [4, 64]>;
def : Field<17412, "int", "nMlaInCycle">;
def : Field<17416, "int", "mlaInCycle", [32], Inferred, "the hole is exactly 128 bytes; name and type are ours">;
def : Field<17544, "ncclPeerInfo *", "peerInfo">;
def : Field<17552, "ncclTopoSystem *", "topo">;
def : Field<17560, "void *", "bootstrap">;
def : Field<17568, "int", "connect">;
def : Field<17576, "uint32_t *", "connectSend", note = "by peer: a bit for each channel">;
def : Field<17584, "uint32_t *", "connectRecv", note = "by peer: a bit for each channel">;
def : Field<17592, "bool", "isGlobalComm">;
def : Field<17600, "uint64_t", "cluster_id">;
def : Field<17608, "int64_t", "epoch", note = "time_t">;
def : Field<17616, "int", "rank">;
def : Field<17620, "int", "nRanks">;
def : Field<17624, "int", "cudaDev">;
def : Field<17628, "int", "net_conn", note = "enc_net_connectivity_t">;
def : Field<17632, "int64_t", "busId">;
def : Field<17640, "int", "node">;
def : Field<17644, "int", "nNodes">;
def : Field<17648, "int", "localRanks">;
def : Field<17652, "int", "launchMode", note = "enum">;
def : Field<17656, "void *", "userStream">;
def : Field<17664, "bool", "userStreamSet">;
def : Field<17672, "void *", "doneEvent">;
def : Field<17680, "bool", "checkPointers">;
def : Field<17688, "uint64_t", "opCount">;
def : Field<17696, "uint64_t", "lastOpCount">;
def : Field<17704, "int", "nChannels">;
def : Field<17708, "int", "p2pnChannels">;
def : Field<17712, "int", "p2pnChannelsPerPeer">;
def : Field<17716, "int", "p2pChannels", [32]>;
def : Field<17844, "int", "buffSizes", [3]>;
def : Field<17856, "int64_t", "threadThresholds", [2, 3], note = "ssize_t, by algorithm and protocol">;
def : Field<17904, "float", "latencies", [5, 2, 3]>;
def : Field<18024, "float", "bandwidths", [5, 2, 3]>;
def : Field<18144, "int", "maxThreads", [2, 3]>;
def : Field<18168, "int", "groupCudaStream">;
def : Field<18176, "void *", "groupStream">;
def : Field<18184, "int", "fatalError", note = "ncclResult_t">;
def : Field<18192, "volatile uint32_t *", "abortFlag">;
def : Field<18200, "void *", "devComm">;
def : Field<18208, "ncclDevComm", "hostDevComm">;
def : Field<18248, "int", "intraRank">;
def : Field<18252, "int", "intraRanks">;
def : Field<18256, "int *", "intraBarrier">;
def : Field<18264, "int", "intraPhase">;
def : Field<18272, "void *", "intraParams">;
def : Field<18280, "void *", "myParams">;
def : Field<18288, "int *", "intraCudaDevs">;
def : Field<18296, "int *", "intraCGMode">;
def : Field<18304, "int *", "intraCC">;
def : Field<18312, "char", "args", [64], note = "ncclWorkElem">;
def : Field<18376, "void *", "argsptr">;
def : Field<18384, "ncclProxyState", "proxyStateStream", [4]>;
def : Field<19152, "int", "collNetSupport">;
def : Field<19160, "ncclInfo *", "asyncOps">;
def : Field<19168, "int", "asyncOpCount">;
def : Field<19176, "uint64_t", "asyncTotalSize", note = "size_t">;
def : Field<19184, "ncclP2Plist *", "p2pSends">;
def : Field<19192, "ncclP2Plist *", "p2pRecvs">;
def : Field<19200, "int", "p2pSendCount">;
def : Field<19204, "int", "p2pRecvCount">;
def : Field<19208, "bool", "enablePod">;
// The order of these four is that of nccl_comm_info_t.
def : Field<19212, "int", "pod", grade = Inferred>;
def : Field<19216, "int", "pod_n", grade = Inferred>;
def : Field<19220, "int", "pod_node", grade = Inferred>;
def : Field<19224, "int", "pod_node_n", grade = Inferred>;
def : Field<19232, "multi_timer_histograms *", "send_histograms">;
}
