// If this fails, a field may stand where no compiler would put it.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<16, "a pointer at 4", "test">;
let In = Bad in {
def : Field<0, "int", "first">;
// CHECK: struct-misaligned.td:[[#@LINE+1]]:1: error: field 'second' at 4 is not aligned to 8 as its type 'void *' asks
def : Field<4, "void *", "second">;
}
