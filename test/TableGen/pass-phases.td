// If this fails, a pass may establish what it needs itself.
// RUN: not ringc-tblgen -gen-pass -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: pass-phases.td:[[#@LINE+1]]:5: error: pass 'circle' both requires and establishes 'rings'
def Circle : Pass<"circle", "needs itself"> {
  let Requires = [Stitched, Rings];
  let Establishes = [Rings];
}
