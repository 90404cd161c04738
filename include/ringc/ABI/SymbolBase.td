//===- SymbolBase.td - How a boundary symbol is written down -*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symbol's record has its name. Arguments are spelled as in C, `TYPE NAME`; a
// type is a scalar, a struct of Structs.td, or a number or handle declared here.
// Addresses are where the real libraries have it; 0: unknown.
//
//===----------------------------------------------------------------------===//

class Symbol<string direction, string version, string definer, int index,
             int address, string result, list<string> args, string note> {
  string Direction = direction;
  string Version = version; // the node it has; empty: none
  string Definer = definer;
  int Index = index;        // within its direction
  int Address = address;
  string Result = result;
  list<string> Args = args;
  list<string> Nullable = ["hint"]; // pointers that may be null
  string Note = note;
  Grade Confidence = Confirmed;
}

// What a call is for: setting up, the network, or its proxy.
class Cell<string name> { string Name = name; }
def Init : Cell<"init">;
def Net : Cell<"net">;
def Proxy : Cell<"proxy">;

// libnrt keeps a pointer to it in `slot` and calls it by a trampoline, whose name
// is nccl instead of neuron.
class Forward<int index, Cell cell, int address, int slot, int trampoline,
              string result, list<string> args, string note = "">
    : Symbol<"forward", "", "libnccom", index, address, result, args, note> {
  Cell In = cell;
  int Slot = slot;
  int Trampoline = trampoline;
}

class Reverse<int index, int address, string result, list<string> args,
              string note = "">
    : Symbol<"reverse", "NRT_2.0.0", "libnrt", index, address, result, args, note>;

class Public<string result, list<string> args, string note = "">
    : Symbol<"public", "NRT_2.0.0", "libnrt", 0, 0, result, args, note>;

class Async<string result, list<string> args, string note = "">
    : Symbol<"async", "NRT_3.0.0", "libnrt", 0, 0, result, args, note>;

class NetObject<int address, string note>
    : Symbol<"net", "", "libnccom-net", 0, address, "object", [], note>;

class Value<string name, int number> {
  string Name = name;
  int Number = number;
}
// A type of 4 bytes.
class Enumeration<string means, list<Value> values> {
  string Means = means;
  list<Value> Values = values;
}
// Another name of a scalar.
class Alias<string of, string means> {
  string Of = of;
  string Means = means;
}
// A struct that only its library looks into.
class Handle;
