//===- PassBase.td - How a pass declares itself --------------*- tblgen -*-===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A room passes/Room has one record in Room.td, named after the room:
//
//   include "ringc/Pass/PassBase.td"
//
//   def Postset : Pass<"postset", "join the servers' chains into rings"> {
//     let Requires = [Gathered];
//     let Establishes = [Stitched];
//     let Options = [
//       EnumOption<"second-half", ["profile", "reverse", "duplicate"], "profile",
//                  "what the doubled half of the channels is">,
//     ];
//   }
//
// From it ringc-tblgen makes, in namespace ringc, `enum class PostsetSecondHalf
// { Profile, Reverse, Duplicate }`, `struct PostsetOptions` with the member
// `SecondHalf`, `parsePostsetOptions` and `getPostsetInfo`. The room's Pass.cpp
// includes the two sections at file scope and defines `createPostsetPass`:
//
//   #include "ringc/Pass/Pass.h"
//   #define GEN_PASS_DECLS
//   #define GEN_PASS_DEFS
//   #include "ringc/passes/Postset.inc"
//
//===----------------------------------------------------------------------===//

// docs/Passes.md is made from all rooms at once, each of which includes this.
#ifndef RINGC_PASS_PASSBASE_TD
#define RINGC_PASS_PASSBASE_TD

include "ringc/IR/Phases.td"

// An option: `name{option=value}` in -passes. Use one of the four below. A
// default is written as on the command line.
class Option<string name, string type, string default, string summary> {
  string Name = name;
  string Type = type;
  string Default = default;
  string Summary = summary;
  list<string> Values = [];
  int Min = 0;
  int Max = 0;
}

// `true` or `false`; the bare name is `true`.
class BoolOption<string name, bit default, string summary>
    : Option<name, "bool", !if(default, "true", "false"), summary>;

// A whole number from `min` to `max`, both included.
class IntOption<string name, int default, int min, int max, string summary>
    : Option<name, "int", !repr(default), summary> {
  let Min = min;
  let Max = max;
}

// One of `values`.
class EnumOption<string name, list<string> values, string default,
                 string summary> : Option<name, "enum", default, summary> {
  let Values = values;
}

// Any text without ',', '{' and '}', which end a value in -passes; what it means
// is the pass's own. Only the default can be empty.
class TextOption<string name, string default, string summary>
    : Option<name, "text", default, summary>;

class Pass<string name, string summary> {
  string Name = name;       // as in -passes
  string Summary = summary; // one line, for -print-passes
  string Description = "";  // paragraphs, for docs/Passes.md
  list<Phase> Requires = [];
  list<Phase> Establishes = []; // none: it looks, or changes what holds
  bit OnlyLooks = 0;            // never changes the fabric
  list<Option> Options = [];
}

#endif // RINGC_PASS_PASSBASE_TD
