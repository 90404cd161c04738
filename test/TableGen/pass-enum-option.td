// If this fails, an option's default may be none of its values.
// RUN: not ringc-tblgen -gen-pass -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: pass-enum-option.td:[[#@LINE+3]]:5: error: option 'half' has the value 'Copy', which is not lower-case words and hyphens
// CHECK: pass-enum-option.td:[[#@LINE+2]]:5: error: option 'half' has the value 'reverse' twice
// CHECK: pass-enum-option.td:[[#@LINE+1]]:5: error: option 'half' has the default 'copy', which is none of its values
def Double : Pass<"double", "use each channel twice"> {
  let Establishes = [Rings];
  let Options = [EnumOption<"half", ["Copy", "reverse", "reverse"], "copy",
                            "what the second half is">];
}
