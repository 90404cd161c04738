// If this fails, generated structs lack padding, asserts or extents.
// RUN: ringc-tblgen -gen-structs -I %ringc_include %s | FileCheck %s
// RUN: ringc-tblgen -gen-struct-reflection -I %ringc_include %s | FileCheck --check-prefix=DATA %s
// RUN: ringc-tblgen -gen-python-layout -I %ringc_include %s | FileCheck --check-prefix=PY %s

include "ringc/ABI/StructBase.td"

def : Opaque<"elsewhere">;

// CHECK: struct elsewhere;
// CHECK: /// a pair of things.
// CHECK-NEXT: struct Pair {
// CHECK-NEXT: bool flag; ///< design
// CHECK-NEXT: uint8_t _pad0[7];
// CHECK-NEXT: volatile elsewhere *where[2]; ///< two of them
// CHECK-NEXT: uint8_t tail; ///< inferred: last
// CHECK-NEXT: uint8_t _pad1[7];
// CHECK-NEXT: };
// CHECK-NEXT: static_assert(sizeof(Pair) == 32);
// CHECK-NEXT: static_assert(offsetof(Pair, flag) == 0);
// CHECK-NEXT: static_assert(offsetof(Pair, where) == 8);
// CHECK-NEXT: static_assert(offsetof(Pair, tail) == 24);
// DATA: {"where", "volatile elsewhere *", TypeKind::Pointer, 8, {2}, 8, Grade::Confirmed},
// PY: Field("where", 8, "Q", (2,), False, True, "confirmed", "volatile elsewhere *"),
def Pair : Struct<32, "a pair of things", "test">;
let In = Pair in {
def : Field<0, "bool", "flag", grade = Design>;
def : Field<8, "volatile elsewhere *", "where", [2], note = "two of them">;
def : Field<24, "uint8_t", "tail", grade = Inferred, note = "last">;
}

// CHECK: Pair pairs[2][3];
// DATA: {"pairs", "Pair", TypeKind::Struct, 32, {2, 3}, 0, Grade::Confirmed},
// DATA: {"Pair", 32, 8, PairFields},
// DATA-NEXT: {"Table", 192, 8, TableFields},
// PY: Field("pairs", 0, "Pair", (2,3,), True, False, "confirmed", "Pair"),
def Table : Struct<192, "pairs in a table", "test">;
let In = Table in {
def : Field<0, "Pair", "pairs", [2, 3]>;
}
