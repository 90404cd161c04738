// If this fails, a phase may not fit the bits of a PhaseSet.
// RUN: not ringc-tblgen -gen-phases -I %ringc_include %s -o /dev/null 2>&1 | FileCheck %s

include "ringc/IR/Phases.td"

// CHECK: phase-too-many.td:[[#@LINE+2]]:{{[0-9]+}}: error: more than 32 phases
foreach I = 0...32 in
  def Extra # I : Phase<"extra-" # I, "one too many">;
