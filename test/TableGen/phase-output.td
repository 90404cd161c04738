// If this fails, the phases lose the order of the pipeline.
// RUN: ringc-tblgen -gen-phases -I %ringc_include %ringc_include/ringc/IR/Phases.td | FileCheck %s

// CHECK: #ifdef GEN_PHASE_ENUM
// CHECK: Parsed,
// CHECK-NEXT: System,
// CHECK-NEXT: Graph,
// CHECK: #ifdef GEN_PHASE_COUNT
// CHECK: constexpr unsigned NumPhases = {{[0-9]+}};
// CHECK: #ifdef GEN_PHASE_TABLE
// CHECK: {"parsed", "{{.+}}"},
// CHECK-NEXT: {"system", "{{.+}}"},
