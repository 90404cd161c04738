// If this fails, a profile may have no speed to try.
// RUN: not ringc-tblgen -gen-profiles -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Profiles.td"

// CHECK: profile-empty.td:[[#@LINE+1]]:5: error: SpeedsIntra is empty
def Silent : Nccl284Rules<"silent", "no speed"> {
  let SpeedsIntra = [];
}
