// If this fails, a profile may hold a width that is no number.
// RUN: not ringc-tblgen -gen-profiles -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Profiles.td"

// CHECK: profile-number.td:[[#@LINE+1]]:5: error: NvlinkSm80 has '21 GB/s', which is not a positive number
def Units : Nccl284Rules<"units", "a width with its unit"> {
  let NvlinkSm80 = "21 GB/s";
}
