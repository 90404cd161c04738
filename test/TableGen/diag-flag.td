// If this fails, a warning can't be switched off, or an error can.
// RUN: not ringc-tblgen -gen-diags -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Diag/Diagnostics.td"

// CHECK: diag-flag.td:[[#@LINE+1]]:5: error: warning has no flag
def warn_test_no_flag : Warning<"", "something is odd">;
// CHECK: diag-flag.td:[[#@LINE+1]]:25: error: only a warning may have a flag, and this error has 'odd'
let Flag = "odd" in def err_test_flag : Error<"something is wrong">;
// CHECK: diag-flag.td:[[#@LINE+1]]:5: error: -Wno-rings would mean something else
def warn_test_negated : Warning<"no-rings", "there are none">;
// CHECK: diag-flag.td:[[#@LINE+1]]:5: error: severity is 'fatal'; it must be error, warning or note
def err_test_severity : Diagnostic<"fatal", "all is lost">;
