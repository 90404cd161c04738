//===- StructBase.td - How a runtime record is written down --*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A struct has a size; its fields follow, one a line, each with its offset, so
// that a mistake is reported in the field's own line:
//
//   def ncclRing : Struct<24, "...">;
//   let In = ncclRing in {
//   def : Field<0, "int", "prev">;
//   def : Field<8, "int *", "userRanks">;
//   }
//
// Types are spelled as in C. A type is one of the scalars below, a struct defined
// before, or a pointer to one of these, to void or to an opaque struct.
//
// ringc-tblgen refuses overlap, a field off its alignment, and every hole or tail
// that alignment alone doesn't explain: bytes nobody knows are fields too, so each
// byte of a record is accounted for.
//
//===----------------------------------------------------------------------===//

// How sure a place is. Confirmed covers what is forced by confirmed neighbours.
class Grade<string name> { string Name = name; }
def Confirmed : Grade<"confirmed">;
def Inferred : Grade<"inferred">;
def Unknown : Grade<"unknown">;
def Design : Grade<"design">; // ours: the source leaves the bytes open

// A C type of the x86-64 ABI. `letter` is its code for Python's struct module.
class Scalar<string spelling, int size, string letter> {
  string Spelling = spelling;
  int Size = size;
  string Letter = letter;
}
def : Scalar<"bool", 1, "?">;
def : Scalar<"char", 1, "c">;
def : Scalar<"uint8_t", 1, "B">;
def : Scalar<"uint16_t", 2, "H">;
def : Scalar<"int", 4, "i">;
def : Scalar<"uint32_t", 4, "I">;
def : Scalar<"float", 4, "f">;
def : Scalar<"int64_t", 8, "q">;
def : Scalar<"uint64_t", 8, "Q">;

// A struct that is only pointed to.
class Opaque<string name> { string Name = name; }

// A record. `source` says what the layout rests on.
class Struct<int size, string means, string source> {
  int Size = size;
  string Means = means;
  string Source = source;
}

class Field<int offset, string type, string name, list<int> extents = [],
            Grade grade = Confirmed, string note = ""> {
  Struct In = ?;
  int Offset = offset;
  string Type = type;
  string Name = name;
  list<int> Extents = extents;
  Grade Confidence = grade;
  string Note = note;
}
