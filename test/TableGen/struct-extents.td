// If this fails, an array may have no elements, or more dimensions than the tables hold.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<8, "impossible arrays", "test">;
let In = Bad in {
// CHECK: struct-extents.td:[[#@LINE+1]]:1: error: field 'first' has an extent that is not positive
def : Field<0, "int", "first", [2, 0]>;
// CHECK: struct-extents.td:[[#@LINE+1]]:1: error: field 'second' has more than 3 extents
def : Field<0, "int", "second", [1, 1, 1, 2]>;
// CHECK: struct-extents.td:[[#@LINE+1]]:1: error: field 'third' has the offset -4
def : Field<-4, "int", "third">;
}
