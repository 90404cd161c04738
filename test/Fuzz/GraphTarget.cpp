//===- GraphTarget.cpp - Fuzzes the graph file ----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes as -graph=FILE, for a server of four GPUs and two NETs, alone or
// times two, by the rules of any runtime, as the number of bytes says.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "XmlTree.h"

using namespace ringc::fuzz;

/// Four GPUs on one NVSwitch, two NICs.
static constexpr const char *System = R"(<system version="1">
<cpu numaid="0" affinity="ff" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="85">
<pci busid="0000:10:00.0" class="0x060400" link_speed="16 GT/s" link_width="16">
<pci busid="0000:11:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
<gpu dev="0" sm="80" rank="0" gdr="1">
<nvlink target="0000:f0:00.0" count="12" tclass="0x068000"/></gpu></pci>
<pci busid="0000:12:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
<gpu dev="1" sm="80" rank="1" gdr="1">
<nvlink target="0000:f0:00.0" count="12" tclass="0x068000"/></gpu></pci>
<pci busid="0000:13:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
<gpu dev="2" sm="80" rank="2" gdr="1">
<nvlink target="0000:f0:00.0" count="12" tclass="0x068000"/></gpu></pci>
<pci busid="0000:14:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
<gpu dev="3" sm="80" rank="3" gdr="1">
<nvlink target="0000:f0:00.0" count="12" tclass="0x068000"/></gpu></pci>
<pci busid="0000:15:00.0" class="0x020000" link_speed="16 GT/s" link_width="16">
<nic>
<net name="rail0" dev="0" speed="100000" port="1" guid="0xa0" maxconn="256" gdr="1"/>
<net name="rail1" dev="1" speed="100000" port="2" guid="0xa1" maxconn="256" gdr="1"/>
</nic></pci></pci></cpu></system>
)";

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // The Neuron rules have no search of their own here: what a graph file
  // doesn't say is refused.
  static constexpr const char *Profiles[] = {nullptr, "nccl-2.8.4",
                                             "neuron-2.31.24"};
  Trial T(1 + Size / 3 % 2, Profiles[Size % 3]);
  if (!T.parse(System))
    fail("the graph target's own system is refused");
  if (T.compile({reinterpret_cast<const char *>(Data), Size}))
    T.checkOutputs();
  return 0;
}

static constexpr const char *Elements[] = {"graphs", "graph",  "channel", "gpu",
                                           "net",    "system", "chanel"};
static constexpr const char *Keys[] = {
    "version",   "id",           "pattern",    "crossnic",
    "nchannels", "speedintra",   "speedinter", "typeintra",
    "typeinter", "samechannels", "dev",        "latencyinter"};
static constexpr const char *Values[] = {
    "0",   "1",   "2",   "3",   "4",   "5",         "-1",  "15",  "16",
    "17",  "32",  "33",  "LOC", "NVL", "NVB",       "PIX", "PXB", "PHB",
    "SYS", "NET", "12",  "2.4", "0.1", "1e9",       "-1",  "nan", "inf",
    "",    " 1",  "0x1", "010", "1x",  "4294967296"};
XmlWords ringc::fuzz::targetWords() { return {Elements, Keys, Values}; }
