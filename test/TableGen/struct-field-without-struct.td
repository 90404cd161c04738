// If this fails, a field outside its let is dropped in silence.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

// CHECK: struct-field-without-struct.td:[[#@LINE+1]]:1: error: field 'rank' belongs to no struct
def : Field<0, "int", "rank">;

// CHECK: struct-field-without-struct.td:[[#@LINE+1]]:5: error: struct 'Empty' has no fields
def Empty : Struct<4, "its field stands elsewhere", "test">;
