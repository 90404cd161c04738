// If this fails, -profile=NAME may mean either of two.
// RUN: not ringc-tblgen -gen-profiles -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Profiles.td"

// CHECK: profile-duplicate.td:[[#@LINE+1]]:5: error: two profiles are called 'nccl-2.8.4'
def Again : Nccl284Rules<"nccl-2.8.4", "the same name">;
