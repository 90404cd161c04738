// If this fails, messages no longer read alike.
// RUN: not ringc-tblgen -gen-diags -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Diag/Diagnostics.td"

// CHECK: diag-style.td:[[#@LINE+1]]:5: error: text starts with a capital letter: "Cannot do it"
def err_test_capital : Error<"Cannot do it">;
// CHECK: diag-style.td:[[#@LINE+1]]:5: error: text ends with a full stop: "cannot do it."
def err_test_stop : Error<"cannot do it.">;
// CHECK: diag-style.td:[[#@LINE+1]]:5: error: diagnostic has no text
def err_test_empty : Error<"">;
// CHECK-NOT: error:
def err_test_acronym : Error<"NET %0 has no speed">;
let Verbatim = 1 in def err_test_verbatim : Error<"Unsupported topology.">;
// CHECK: 3 errors.
