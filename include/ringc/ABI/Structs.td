//===- Structs.td - The runtime records, byte for byte -------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ringc writes into a wiring blob, and what the runtime pair hands over.
// Names are the runtime's. StructBase.td explains the notation; docs/ABI.md is
// made from this file. Sizes and offsets: structs.tsv; where two sources
// disagree the reading is that of structs section 3.
//
//===----------------------------------------------------------------------===//

include "ringc/ABI/StructBase.td"

def : Opaque<"ncclPeer">;
def : Opaque<"ncclWork">;
def : Opaque<"ncclTopoSystem">;
def : Opaque<"ncclInfo">;
def : Opaque<"ncclP2Plist">;
def : Opaque<"ncclProxyArgs">;
def : Opaque<"ncclProxyPool">;
def : Opaque<"ncclComm">;
def : Opaque<"multi_timer_histograms">;

include "ringc/ABI/GraphStructs.td"
include "ringc/ABI/CommStructs.td"
include "ringc/ABI/RuntimeStructs.td"
