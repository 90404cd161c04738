// If this fails, a profile may allow nothing at all.
// RUN: not ringc-tblgen -gen-profiles -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Profiles.td"

// CHECK: profile-limit.td:[[#@LINE+1]]:5: error: MaxChannels must be positive, not 0
def Nothing : Nccl284Rules<"nothing", "no channel at all"> {
  let MaxChannels = 0;
}
