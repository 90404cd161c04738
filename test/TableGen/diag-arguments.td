// If this fails, a message may skip an argument or print a percent sign nobody meant.
// RUN: not ringc-tblgen -gen-diags -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Diag/Diagnostics.td"

// CHECK: diag-arguments.td:[[#@LINE+1]]:5: error: text uses %2 but not %1
def err_test_gap : Error<"'%0' isn't '%2'">;
// CHECK: diag-arguments.td:[[#@LINE+1]]:5: error: '%' must be followed by an argument number from 0 to 9
def err_test_printf : Error<"cannot open %s">;
// CHECK: diag-arguments.td:[[#@LINE+1]]:5: error: '%' must be followed by an argument number from 0 to 9
def err_test_many : Error<"%0 %10">;
// CHECK-NOT: error:
def err_test_good : Error<"%1 before %0, and %0 again">;
// CHECK: 3 errors.
