// If this fails, an option's default may be outside its own range.
// RUN: not ringc-tblgen -gen-pass -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: pass-int-option.td:[[#@LINE+1]]:5: error: option 'channels' has the default 64, outside its range 1 to 32
def Clamp : Pass<"clamp", "limit the channels"> {
  let Establishes = [Rings];
  let Options = [IntOption<"channels", 64, 1, 32, "how many">];
}

// CHECK: pass-int-option.td:[[#@LINE+1]]:5: error: option 'channels' has the range 32 to 1
def Turned : Pass<"turned", "limit the channels"> {
  let Establishes = [Rings];
  let Options = [IntOption<"channels", 8, 32, 1, "how many">];
}
