//===- GraphStructs.td - Channels and channel orders ---------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records the wiring is made of. Included by Structs.td.
//
//===----------------------------------------------------------------------===//

def ncclRing : Struct<24, "the ring of one channel, seen from one rank",
                      "debug information">;
let In = ncclRing in {
def : Field<0, "int", "prev">;
def : Field<4, "int", "next">;
def : Field<8, "int *", "userRanks", note = "ring order, own rank first">;
def : Field<16, "int *", "devUserRanks", note = "ringc: the same place as userRanks">;
}

def ncclTree : Struct<20, "the tree of one channel; not used by the fork",
                      "debug information">;
let In = ncclTree in {
def : Field<0, "int", "depth">;
def : Field<4, "int", "up">;
def : Field<8, "int", "down", [3]>;
}

def ncclChannel : Struct<512, "one channel of a communicator", "debug information">;
let In = ncclChannel in {
def : Field<0, "ncclRing", "ring">;
def : Field<24, "ncclTree", "tree">;
def : Field<44, "ncclTree", "collTree">;
def : Field<64, "int", "id">;
def : Field<72, "ncclPeer *", "peers">;
def : Field<80, "ncclPeer *", "devPeers">;
def : Field<88, "ncclWork *", "workFifo">;
def : Field<96, "int", "workCount">;
def : Field<104, "uint64_t", "workFifoTail">;
def : Field<112, "char", "_pad", [400], Inferred, "the record is a union with int[128]">;
}

def ncclTopoRanks : Struct<960, "a rank's fragment: what it knows of its server's chains, by channel",
                           "debug information">;
let In = ncclTopoRanks in {
def : Field<0, "int", "ringRecv", [32], note = "head of the server's chain">;
def : Field<128, "int", "ringSend", [32], note = "tail of the server's chain">;
def : Field<256, "int", "ringPrev", [32], note = "-1 at the head">;
def : Field<384, "int", "ringNext", [32], note = "-1 at the tail">;
def : Field<512, "int", "treeToParent", [32]>;
def : Field<640, "int", "treeToChild0", [32]>;
def : Field<768, "int", "treeToChild1", [32]>;
def : Field<896, "int", "JbogKangaringPath", [4, 4], note = "by path: the ranks of this rank's chip">;
}

def ncclTopoGraph : Struct<33080, "the channel orders of one server", "debug information">;
let In = ncclTopoGraph in {
def : Field<0, "int", "id">;
def : Field<4, "int", "pattern">;
def : Field<8, "int", "crossNic">;
def : Field<12, "int", "collNet">;
def : Field<16, "int", "minChannels">;
def : Field<20, "int", "maxChannels">;
def : Field<24, "int", "nChannels">;
def : Field<28, "float", "speedIntra", note = "GB/s">;
def : Field<32, "float", "speedInter", note = "GB/s">;
def : Field<36, "int", "typeIntra", note = "path type">;
def : Field<40, "int", "typeInter", note = "path type">;
def : Field<44, "int", "sameChannels">;
def : Field<48, "int", "nHops">;
def : Field<52, "int", "intra", [8192], note = "32 channels of up to 256 ranks, rows as long as the server has ranks">;
def : Field<32820, "int", "inter", [64], note = "two NETs a channel">;
def : Field<33076, "int", "crossracktorack", note = "fork only; int, or bool with padding">;
}
