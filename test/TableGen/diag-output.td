// If this fails, the diagnostics' numbers and their table don't go together.
// RUN: ringc-tblgen -gen-diags -I %ringc_include %s | FileCheck %s

include "ringc/Diag/Diagnostics.td"

// In the order of the file, not of the names.
// CHECK: #ifdef GEN_DIAG_ENUM
// CHECK-NEXT: #undef GEN_DIAG_ENUM
// CHECK: warn_test_zebra,
// CHECK-NEXT: err_test_ant,
// CHECK-NEXT: #endif
// CHECK: #ifdef GEN_DIAG_TABLE
// CHECK-NEXT: #undef GEN_DIAG_TABLE
// CHECK: {"warn_test_zebra", ::ringc::Severity::Warning, "zebra",
// CHECK-NEXT: "stripes are \"%1\" and %0", 2},
// CHECK-NEXT: {"err_test_ant", ::ringc::Severity::Error, "",
// CHECK-NEXT: "no ant", 0},
// CHECK-NEXT: #endif
def warn_test_zebra : Warning<"zebra", "stripes are \"%1\" and %0">;
def err_test_ant : Error<"no ant">;

// A plug-in's are a table of its own, and a name for each record.
// RUN: ringc-tblgen -gen-plugin-diags -I %ringc_include %S/Inputs/plugin-diags.td | FileCheck %s --check-prefix=PLUGIN
// PLUGIN: inline constexpr ::ringc::DiagnosticInfo Table[] = {
// PLUGIN-NEXT: {"warn_plugin_zebra", ::ringc::Severity::Warning, "zebra",
// PLUGIN-NEXT: "%0 stripes", 1},
// PLUGIN-NEXT: };
// PLUGIN-NEXT: inline constexpr const ::ringc::DiagnosticInfo &warn_plugin_zebra = Table[0];
