// If this fails, the tail of a record may be accounted for by nobody.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

// CHECK: struct-size-large.td:[[#@LINE+1]]:5: error: struct 'Bad' is declared with 24 bytes, but its fields end at 12: declare the rest as a field
def Bad : Struct<24, "12 bytes too many", "test">;
let In = Bad in {
def : Field<0, "int64_t", "first">;
def : Field<8, "int", "second">;
}
