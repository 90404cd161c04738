// If this fails, a pass that only looks at a fabric has to claim a phase.
// RUN: ringc-tblgen -gen-pass -I %ringc_include %s | FileCheck %s

include "ringc/Pass/PassBase.td"

// CHECK: Info.Requires = PhaseSet{Phase::Bound};
// CHECK: Info.Establishes = PhaseSet{};
def Look : Pass<"look", "only looks"> {
  let Requires = [Bound];
}
