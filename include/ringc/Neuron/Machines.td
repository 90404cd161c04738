//===- Machines.td - Built-in Neuron machines ----------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record a machine; Machine.h says what each value means and Synthesize.cpp
// makes the system XML of it. The page in brackets is where a value comes from,
// with its grade; all are of reference/topology.md unless said. What is marked
// "ours" is written nowhere that we know of.
//
//===----------------------------------------------------------------------===//

class Family<string name> { string Name = name; }
def Inf2 : Family<"Inf2">;
def Trn1 : Family<"Trn1">;
def Trn2 : Family<"Trn2">;
def Trn3 : Family<"Trn3">;
def SwitchV1 : Family<"SwitchV1">;

class Shape<string name> { string Name = name; }
def Single : Shape<"Single">;
def Line : Shape<"Line">;
def Ring : Shape<"Ring">;
def Torus : Shape<"Torus">; // neighbours stand in Ports
def Jbogs : Shape<"Jbogs">; // pairs, each on two switches

class PodMode<string name> { string Name = name; }
def NoPod : PodMode<"None">;
def X4 : PodMode<"X4">;
def Rack : PodMode<"Rack">;
def Racks : PodMode<"Racks">;

class Machine<string name, string summary, Family family, Shape shape,
              int chips> {
  string Name = name;
  string Summary = summary;
  Family Of = family;
  Shape Is = shape;
  int Chips = chips;
  int Cores;         // physical, of a chip [section 2, confirmed]
  int SEngines;      // of a chip [section 2, confirmed]
  int LogicalSize = 1; // physical cores in a logical one, by default
  int Servers = 1;
  PodMode Pod = NoPod; // unless -pod says else
  bit HasLogicalSizes = 0; // 1 and 2 can be chosen
  int Sm;            // generation [section 1, ours after its D:]
  int Links;         // parallel links of a neighbour: width over 21 GB/s
  list<int> Ports = []; // by chip and port: the neighbour
  list<string> ChipBusIds = []; // [confirmed where given; else ours]
  list<int> Numa = [];          // by chip [confirmed where given; else all 0]
  list<string> Nics = [];       // bus ids
  list<int> NicOfChip = [];
  int NicSpeed = 0;             // Mbit/s
  list<int> ChipOfRid = [];     // by routing id [confirmed; empty: the same, ours]
  int Instance;      // family in nrt_instance_info_t [abi.md section 3, confirmed]
  int InstanceSize;  // size there; 9: unknown
  string Arch;       // architecture there [names of neuron-ls, inferred]
}

class SundaChip<string name, string summary, Family family, Shape shape,
                int chips> : Machine<name, summary, family, shape, chips> {
  let Cores = 2;
  let SEngines = 2;
  let Sm = 20;
  let Arch = "NCv2";
}

// [section 4.1, confirmed: 192 GiB/s a chip in all; that two neighbours get half
// each is inferred]
class Inf2Machine<string name, string summary, Shape shape, int chips>
    : SundaChip<name, summary, Inf2, shape, chips> {
  let Links = 4;
  let Instance = 4;
}
let InstanceSize = 0 in
def : Inf2Machine<"inf2.xlarge", "1 Inferentia2 chip", Single, 1>;
let InstanceSize = 4 in
def : Inf2Machine<"inf2.8xlarge", "1 Inferentia2 chip", Single, 1>;
let InstanceSize = 5 in
def : Inf2Machine<"inf2.24xlarge", "6 Inferentia2 chips in a line", Line, 6>;
let InstanceSize = 7 in
def : Inf2Machine<"inf2.48xlarge", "12 Inferentia2 chips in a ring", Ring, 12>;

// [section 4.2, confirmed]. Ports: up, left, down, right; that the first two are
// of the first SEngine is ours.
class Trn1Machine<string name, string summary, Shape shape, int chips>
    : SundaChip<name, summary, Trn1, shape, chips> {
  let Links = 4; // 384 GB/s over 4 neighbours
  let Instance = 2;
}
class Trn1Torus<string name, string summary>
    : Trn1Machine<name, summary, Torus, 16> {
  let InstanceSize = 6;
  let ChipOfRid = [0, 4, 1, 5, 3, 7, 2, 6, 12, 8, 13, 9, 15, 11, 14, 10];
  let Ports = [
    12, 3, 4, 1,
    13, 0, 5, 2,
    14, 1, 6, 3,
    15, 2, 7, 0,
    0, 7, 8, 5,
    1, 4, 9, 6,
    2, 5, 10, 7,
    3, 6, 11, 4,
    4, 11, 12, 9,
    5, 8, 13, 10,
    6, 9, 14, 11,
    7, 10, 15, 8,
    8, 15, 0, 13,
    9, 12, 1, 14,
    10, 13, 2, 15,
    11, 14, 3, 12];
}
let InstanceSize = 1 in
def : Trn1Machine<"trn1.2xlarge", "1 Trainium chip", Single, 1>;
def : Trn1Torus<"trn1.32xlarge", "16 Trainium chips in a torus, 8 NICs"> {
  let Nics = ["10:1a.0", "a0:1a.0", "20:19.0", "90:19.0", "20:1a.0", "90:1a.0", "10:19.0", "a0:19.0"];
  let NicOfChip = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7];
  let NicSpeed = 100000;
}
def : Trn1Torus<"trn1n.32xlarge", "16 Trainium chips in a torus, 16 NICs"> {
  let Instance = 3;
  let Links = 9; // 768 GB/s [its own page says: check before relying]
  let Nics = ["10:17.0", "10:1a.0", "a0:17.0", "a0:1a.0", "20:19.0", "20:18.0", "90:19.0", "90:18.0",
    "20:17.0", "20:1a.0", "90:17.0", "90:1a.0", "10:19.0", "10:18.0", "a0:19.0", "a0:18.0"];
  let NicOfChip = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  let NicSpeed = 100000;
}

// [section 4.3, confirmed]. Ports: of SEngine 0 to 3.
class CaymanTorus<string name, string summary, Family family>
    : Machine<name, summary, family, Torus, 16> {
  let InstanceSize = 7;
  let ChipOfRid = [0, 3, 4, 7, 12, 15, 8, 11, 1, 2, 5, 6, 13, 14, 9, 10];
  let Cores = 8;
  let SEngines = 4;
  let LogicalSize = 2;
  let HasLogicalSizes = 1;
  let Ports = [
    12, 1, 3, 4,
    0, 13, 5, 2,
    14, 3, 1, 6,
    2, 15, 7, 0,
    8, 5, 7, 0,
    4, 9, 1, 6,
    10, 7, 5, 2,
    6, 11, 3, 4,
    4, 9, 11, 12,
    8, 5, 13, 10,
    6, 11, 9, 14,
    10, 7, 15, 8,
    0, 13, 15, 8,
    12, 1, 9, 14,
    2, 15, 13, 10,
    14, 3, 11, 12];
  let NicOfChip = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  let NicSpeed = 200000;
  let Numa = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
}
class Trn2Server<string name, string summary>
    : CaymanTorus<name, summary, Trn2> {
  let Instance = 5;
  let Arch = "NCv3";
  let Sm = 30;
  let Links = 12; // 256 GB/s a link
  let ChipBusIds = ["cc:00.0", "b5:00.0", "b6:00.0", "cb:00.0", "6f:00.0", "58:00.0", "59:00.0", "6e:00.0",
    "9b:00.0", "84:00.0", "85:00.0", "9a:00.0", "f8:00.0", "e1:00.0", "e2:00.0", "f7:00.0"];
  let Nics = ["c9:00.0", "b4:00.0", "b3:00.0", "ca:00.0", "6c:00.0", "57:00.0", "56:00.0", "6d:00.0",
    "98:00.0", "83:00.0", "82:00.0", "99:00.0", "f5:00.0", "e0:00.0", "df:00.0", "f6:00.0"];
}
def : Trn2Server<"trn2.48xlarge", "16 Trainium2 chips in a torus, 16 NICs">;
// [section 4.4, confirmed]
def : Trn2Server<"trn2u.48xlarge", "4 trn2.48xlarge joined chip to chip"> {
  let Instance = 9;
  let Servers = 4;
  let Pod = X4;
}

// [section 4.5, confirmed but for the name, which is ours after the driver's
// trn3p]. 2,048 GiB/s a chip over 4 neighbours.
def : CaymanTorus<"trn3.48xlarge", "16 Trainium3 chips in a torus, 16 NICs",
                  Trn3> {
  let Instance = 14;
  let Arch = "NCv4";
  let Sm = 40;
  let Links = 24;
  let Nics = ["be:00.0", "a9:00.0", "a8:00.0", "bf:00.0", "61:00.0", "4c:00.0", "4b:00.0", "62:00.0",
    "8d:00.0", "78:00.0", "77:00.0", "8e:00.0", "ea:00.0", "d5:00.0", "d4:00.0", "eb:00.0"];
}

// [section 4.5, confirmed: 8 JBOGs of 2 chips; left chips on one switch, right
// chips on another. The name is ours after the driver's TRN3PDS98; the width of a
// link is as on the torus, ours]
class Trn3Pds98<string name, string summary>
    : Machine<name, summary, SwitchV1, Jbogs, 16> {
  let Instance = 15;
  let InstanceSize = 7;
  let Arch = "NCv4";
  let Cores = 8;
  let SEngines = 4;
  let LogicalSize = 2;
  let HasLogicalSizes = 1;
  let Sm = 40;
  let Links = 24;
  let Nics = ["a9:00.0", "a8:00.0", "bf:00.0", "be:00.0", "d5:00.0", "d4:00.0", "eb:00.0", "ea:00.0",
    "4c:00.0", "4b:00.0", "62:00.0", "61:00.0", "78:00.0", "77:00.0", "8e:00.0", "8d:00.0"];
  let NicOfChip = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  let NicSpeed = 200000;
}
def : Trn3Pds98<"trn3pds98.48xlarge",
                "16 Trainium3 chips in 8 JBOGs on two switches, 16 NICs">;
def : Trn3Pds98<"trn3pds98.rack", "2 trn3pds98.48xlarge on the same switches"> {
  let Servers = 2;
  let Pod = Rack;
}
def : Trn3Pds98<"trn3pds98.racks", "2 trn3pds98.rack joined chip to chip"> {
  let Servers = 4;
  let Pod = Racks;
}
