// If this fails, bytes of a record may be accounted for by nobody.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<24, "nothing between 8 and 16", "test">;
let In = Bad in {
def : Field<0, "int", "first">;
// CHECK: struct-hole.td:[[#@LINE+1]]:1: error: hole of 8 bytes before field 'second': it could begin at 8, not 16
def : Field<16, "int64_t", "second">;
}

// A gap that alignment asks for is no hole.
// CHECK-NOT: error:
def Good : Struct<16, "padding before and after", "test">;
let In = Good in {
def : Field<0, "bool", "first">;
def : Field<4, "int", "second">;
def : Field<8, "bool", "third">;
def : Field<12, "int", "fourth">;
}
// CHECK: 1 errors.
