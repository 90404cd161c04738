//===- XmlTarget.cpp - Fuzzes the system XML ------------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes as a server's file: alone and times two, by the rules of either
// runtime, as the number of bytes says.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "XmlTree.h"

using namespace ringc::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const char *Profile = Size % 2 ? "nccl-2.8.4" : nullptr;
  for (unsigned Nodes : {1, 2}) {
    Trial T(Nodes, Profile);
    if (!T.parse({reinterpret_cast<const char *>(Data), Size}))
      return 0; // the same for any number of nodes
    if (T.compile())
      T.checkOutputs();
  }
  return 0;
}

static constexpr const char *Elements[] = {"system", "cpu", "pci", "gpu",
                                           "nvlink", "nic", "net", "xgmi",
                                           "graphs", "gpuu"};
static constexpr const char *Keys[] = {
    "version",    "profile",    "numaid",   "affinity",
    "arch",       "vendor",     "familyid", "modelid",
    "host_hash",  "keep",       "busid",    "class",
    "link_speed", "link_width", "dev",      "sm",
    "rank",       "gdr",        "target",   "count",
    "tclass",     "name",       "speed",    "port",
    "guid",       "maxconn",    "coll",     "subsystem_device",
    "latency"};
static constexpr const char *Values[] = {"0",
                                         "1",
                                         "-1",
                                         "2",
                                         "",
                                         " ",
                                         "x",
                                         "0x10",
                                         "65536",
                                         "2147483648",
                                         "0000:10:00.0",
                                         "0000:11:00.0",
                                         "0000:f0:00.0",
                                         "10",
                                         "ffff:ff:ff.f",
                                         "0x030200",
                                         "0x060400",
                                         "0x068000",
                                         "0x068001",
                                         "0x020000",
                                         "0x03",
                                         "0x02",
                                         "2.5 GT/s",
                                         "5 GT/s",
                                         "8 GT/s",
                                         "16 GT/s",
                                         "32.0 GT/s PCIe",
                                         "2.5 GT/s PCIe",
                                         "x86_64",
                                         "arm64",
                                         "ppc64",
                                         "GenuineIntel",
                                         "AuthenticAMD",
                                         "CentaurHauls",
                                         "  Shanghai  ",
                                         "6",
                                         "85",
                                         "143",
                                         "7",
                                         "60",
                                         "70",
                                         "80",
                                         "86",
                                         "90",
                                         "10000",
                                         "100000",
                                         "400000",
                                         "0xa0",
                                         "nccl-2.8.4",
                                         "nccl-2.10.3",
                                         "neuron-2.31.24",
                                         "0xffffffffffffffff",
                                         "4294967296",
                                         "ffff",
                                         "&amp;",
                                         "&lt;",
                                         "&#10;",
                                         "\xc3\xa9",
                                         "12",
                                         "16"};
XmlWords ringc::fuzz::targetWords() { return {Elements, Keys, Values}; }
