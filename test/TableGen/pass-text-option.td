// If this fails, an option's default may be a text that can't be typed in -passes.
// RUN: not ringc-tblgen -gen-pass -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: pass-text-option.td:[[#@LINE+2]]:5: error: option 'names' has the default 'a,b', which can't be written in -passes
// CHECK: pass-text-option.td:[[#@LINE+1]]:5: error: option 'more' has the default ' a', which can't be written in -passes
def Name : Pass<"name", "name things"> {
  let Establishes = [Rings];
  let Options = [TextOption<"names", "a,b", "which ones">,
                 TextOption<"more", " a", "which ones">];
}
