// If this fails, a record may be declared shorter than its fields.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

// CHECK: struct-size-small.td:[[#@LINE+1]]:5: error: struct 'Bad' is declared with 12 bytes, but its fields need 16
def Bad : Struct<12, "the tail lacks its padding", "test">;
let In = Bad in {
def : Field<0, "int64_t", "first">;
def : Field<8, "int", "second">;
}
