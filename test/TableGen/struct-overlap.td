// If this fails, two fields may share bytes unnoticed.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<16, "two fields on the same bytes", "test">;
let In = Bad in {
def : Field<0, "int", "first", [2]>;
// CHECK: struct-overlap.td:[[#@LINE+1]]:1: error: field 'second' at 4 overlaps 'first', which ends at 8
def : Field<4, "int", "second", [3]>;
}
