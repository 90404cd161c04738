//===- Profiles.td - The constants of each runtime -----------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record a runtime; Profile.h says what each value means. Bandwidths are in
// GB/s and written as text, since TableGen has no fractions. The name in brackets
// is the page a value comes from and its grade. A page about NCCL was confirmed
// by runs of the real code.
//
//===----------------------------------------------------------------------===//

class SearchKind<string name> { string Name = name; }
def SearchNccl : SearchKind<"Nccl">;
def SearchNeuron : SearchKind<"Neuron">;

class NetOrder<string name> { string Name = name; }
def ByIndex : NetOrder<"ByIndex">;
def BestFirst : NetOrder<"BestFirst">;

class SecondHalf<string name> { string Name = name; }
def Duplicate : SecondHalf<"Duplicate">;
def Reverse : SecondHalf<"Reverse">;

class P2pLevel<string name> { string Name = name; }
def LevelPxb : P2pLevel<"Pxb">;
def LevelPhb : P2pLevel<"Phb">;
def LevelSys : P2pLevel<"Sys">;

class Profile<string name, string summary> {
  string Name = name;
  string Summary = summary;

  SearchKind Search = SearchNccl;
  SecondHalf Second = Duplicate;

  list<string> SpeedsInter;
  list<string> SpeedsIntra;

  // By compute capability. 86 is asked for first, then 80, 70 and 60 and up
  // [nccl-search section 3, confirmed]. 60 and 86 never changed.
  string NvlinkSm60 = "18";
  string NvlinkSm70;
  string NvlinkSm80;
  string NvlinkSm86 = "12";
  string NvlinkOther;

  NetOrder Nets;
  bit FlattenBroadcom;
  int IntelP2pMul;
  int IntelP2pDiv;
  // Highest path type for direct traffic [nccl-search section 4, confirmed].
  P2pLevel P2pArm = LevelPxb;
  P2pLevel P2pIntelOld = LevelPxb;
  P2pLevel P2pIntelSkylake;
  P2pLevel P2pZhaoxin = LevelPxb;
  P2pLevel P2pOther = LevelSys;

  // Budgets [nccl-search section 6, confirmed; the same in 2.8.4].
  int StepsSameChannels = 1024;
  int StepsTree = 131072;
  int StepsOther = 262144;
  int StepsTotal = 1572864; // 3 * 2^19

  // The ring template: at least 1, at most 16 channels [nccl-search section 6;
  // the fork's template agrees: structs section 2, both confirmed].
  int MinChannels = 1;
  int MaxSearchChannels = 16;
  // [nccl-search section 11, confirmed]
  int MaxChannels = 32;

  // Capacities [nccl-search, "Limits" before section 1, confirmed].
  int MaxNodesPerType = 256;
  int MaxLinksPerNode = 32;
  int MaxXmlElements = 1024;
  int MaxXmlAttributes = 16;
  int MaxXmlChildren = 32;
  int MaxXmlValue = 255;
}

// What 2.8.4 does otherwise than 2.10.3; also the base of the Neuron fork.
class Nccl284Rules<string name, string summary> : Profile<name, summary> {
  // One list for both cases [nccl-2.8.4-differences section 4, confirmed; for
  // the fork: topology section 2, confirmed].
  let SpeedsInter = ["42", "30", "24", "21", "18", "15", "12", "10", "9", "7",
                     "6", "5", "4", "3", "2.4", "1.2", "0.24", "0.12"];
  let SpeedsIntra = SpeedsInter;
  // [nccl-2.8.4-differences section 2, confirmed]
  let NvlinkSm70 = "21";
  let NvlinkSm80 = "21";
  let NvlinkOther = "21";
  let FlattenBroadcom = 0;
  // [nccl-2.8.4-differences section 5, confirmed]
  let Nets = ByIndex;
  let IntelP2pMul = 12;
  let IntelP2pDiv = 9;
  // [nccl-2.8.4-differences section 3, confirmed]
  let P2pIntelSkylake = LevelPhb;
}

def Neuron23124
    : Nccl284Rules<"neuron-2.31.24", "NCCL 2.8.4 with the Neuron fork's numbers"> {
  // [topology section 2: confirmed that Neuron has its own search; that it is
  // always the one taken is our reading]
  let Search = SearchNeuron;
  // [rings section 9, C2: the sources disagree on the direction, medium]
  let Second = Reverse;
  // [structs section 1: forced by the sizes of the two structs, confirmed]
  let MaxLinksPerNode = 256;
  let MaxXmlElements = 10432;
  let MaxXmlChildren = 256;
}

def Nccl284 : Nccl284Rules<"nccl-2.8.4", "NCCL 2.8.4">;

def Nccl2103 : Profile<"nccl-2.10.3", "NCCL 2.10.3"> {
  // [nccl-search section 6, confirmed]
  let SpeedsInter = ["48", "30", "24", "22", "18", "15", "12", "10", "9", "7",
                     "6", "5", "4", "3", "2.4", "1.2", "0.24", "0.12"];
  let SpeedsIntra = ["44", "30", "22", "18", "15", "12", "10", "9", "7", "6",
                     "5", "4", "3"];
  // [nccl-search section 3, confirmed]
  let NvlinkSm70 = "22";
  let NvlinkSm80 = "22";
  let NvlinkOther = "22";
  let FlattenBroadcom = 1;
  // [nccl-search section 7, confirmed]
  let Nets = BestFirst;
  let IntelP2pMul = 6;
  let IntelP2pDiv = 5;
  // [nccl-search section 4, confirmed]
  let P2pIntelSkylake = LevelPxb;
}
