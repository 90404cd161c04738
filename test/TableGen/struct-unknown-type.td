// If this fails, a misspelt type is found by the C++ compiler at best.
// RUN: not ringc-tblgen -gen-structs -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/StructBase.td"

def Bad : Struct<32, "types nobody declared", "test">;
let In = Bad in {
// CHECK: struct-unknown-type.td:[[#@LINE+1]]:1: error: unknown type 'itn'
def : Field<0, "itn", "first">;
// CHECK: struct-unknown-type.td:[[#@LINE+1]]:1: error: unknown type 'nclRing' behind a pointer
def : Field<8, "const nclRing **", "second">;
// A struct is known only to those after it.
// CHECK: struct-unknown-type.td:[[#@LINE+1]]:1: error: unknown type 'Later'
def : Field<16, "Later", "third">;
// CHECK-NOT: error:
def : Field<24, "Bad *", "itself">;
}

def Later : Struct<8, "comes too late", "test">;
let In = Later in {
def : Field<0, "void *", "any">;
}
// CHECK: 3 errors.
