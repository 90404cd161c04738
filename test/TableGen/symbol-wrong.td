// If this fails, a symbol stands in the tables with a number, slot or type that is wrong.
// RUN: not ringc-tblgen -gen-calls -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Structs.td"
include "ringc/ABI/SymbolBase.td"

def neuronFirst : Forward<0, Init, 1, 0x100, 1, "int", ["int rank"]>;
// CHECK: symbol-wrong.td:[[#@LINE+1]]:5: error: slot 0xe0 isn't 8 bytes below 0x100
def neuronSecond : Forward<1, Init, 1, 0xe0, 1, "int", []>;
// CHECK: symbol-wrong.td:[[#@LINE+1]]:5: error: forward symbol has number 1, expected 2
def neuronThird : Forward<1, Init, 1, 0xf8, 1, "int", []>;
// CHECK: symbol-wrong.td:[[#@LINE+1]]:5: error: type 'long' is declared nowhere
def nec_first : Reverse<0, 1, "long", []>;
// CHECK: symbol-wrong.td:[[#@LINE+1]]:5: error: argument 'int' isn't a type and a name
def nec_second : Reverse<1, 1, "int", ["int"]>;
// CHECK: symbol-wrong.td:[[#@LINE+1]]:5: error: a forward symbol is called neuron...
def other : Forward<2, Init, 1, 0xd8, 1, "int", []>;
