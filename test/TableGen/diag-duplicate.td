// If this fails, one message may have two names.
// RUN: not ringc-tblgen -gen-diags -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/Diag/Diagnostics.td"

// CHECK: diag-duplicate.td:[[#@LINE+4]]:5: error: error has the same text as 'err_test_one'
// CHECK: diag-duplicate.td:[[#@LINE+2]]:5: note: the other one is here
// CHECK-NOT: error:
def err_test_one : Error<"the ring %0 is open for a test">;
def err_test_two : Error<"the ring %0 is open for a test">;
// Another severity is another message, and notes may share a text.
def note_test_same : Note<"the ring %0 is open for a test">;
def note_test_again : Note<"the ring %0 is open for a test">;
// CHECK: 1 errors.
