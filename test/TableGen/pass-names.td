// If this fails, a pass or option may have a name that can't be typed in -passes.
// RUN: not ringc-tblgen -gen-pass -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: pass-names.td:[[#@LINE+3]]:5: error: pass name 'Build_Rings' is not lower-case words and hyphens
// CHECK: pass-names.td:[[#@LINE+2]]:5: error: option name 'a--b' is not lower-case words and hyphens
// CHECK: pass-names.td:[[#@LINE+1]]:5: error: pass has two options called 'a'
def BuildRings : Pass<"Build_Rings", "walk the rings"> {
  let Establishes = [Rings];
  let Options = [BoolOption<"a--b", 0, "odd">, BoolOption<"a", 0, "first">,
                 BoolOption<"a", 1, "second">];
}
