// If this fails, the reflection table may have two fields of one name.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<8, "one name twice", "test">;
let In = Bad in {
def : Field<0, "int", "rank">;
// CHECK: struct-duplicate-field.td:[[#@LINE+1]]:1: error: struct 'Bad' has two fields called 'rank'
def : Field<4, "int", "rank">;
}
