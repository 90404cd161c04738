// If this fails, the ladder of speeds may rise.
// RUN: not ringc-tblgen -gen-profiles -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/ABI/Profiles.td"

// CHECK: profile-speeds.td:[[#@LINE+1]]:5: error: SpeedsInter does not fall at '30'
def Rising : Nccl284Rules<"rising", "a speed that rises"> {
  let SpeedsInter = ["42", "24", "30"];
}
