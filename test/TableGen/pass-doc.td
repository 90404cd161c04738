// If this fails, docs/Passes.md doesn't say how a pass is used.
// RUN: ringc-tblgen -gen-pass-doc -I %ringc_include %s | FileCheck --match-full-lines --strict-whitespace %s

include "ringc/Pass/PassBase.td"

//      CHECK:## double
//CHECK-EMPTY:
// CHECK-NEXT:Room `passes/Double`: use each channel twice.
//CHECK-EMPTY:
// CHECK-NEXT:Requires nothing; establishes `stitched`, `rings`.
//CHECK-EMPTY:
// CHECK-NEXT:The first paragraph.
//CHECK-EMPTY:
// CHECK-NEXT:  - a point
//CHECK-EMPTY:
// CHECK-NEXT:| option | values | default | |
// CHECK-NEXT:|---|---|---|---|
// CHECK-NEXT:| `half` | `copy`, `reverse` | `copy` | what the second half is |
// CHECK-NEXT:| `limit` | 1 to 32 | `16` | at most so many |
// CHECK-NEXT:| `strict` | `true` or `false` | `false` | refuse more |
// CHECK-NEXT:| `names` | text | none | which ones |
// CHECK-NEXT:| `word` | text | `any: of+them` | how |
def Double : Pass<"double", "use each channel twice"> {
  let Establishes = [Stitched, Rings];
  let Description = [{
    The first paragraph.

      - a point
  }];
  let Options = [EnumOption<"half", ["copy", "reverse"], "copy", "what the second half is">,
                 IntOption<"limit", 16, 1, 32, "at most so many">,
                 BoolOption<"strict", 0, "refuse more">,
                 TextOption<"names", "", "which ones">,
                 TextOption<"word", "any: of+them", "how">];
}
