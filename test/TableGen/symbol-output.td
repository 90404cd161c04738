// If this fails, code that is made from the symbols declares or exports something else than they say.
// RUN: ringc-tblgen -gen-calls -I %ringc_include %s | FileCheck %s --check-prefix=CALLS
// RUN: ringc-tblgen -gen-nrt-map -I %ringc_include %s | FileCheck %s --check-prefix=NRT
// RUN: ringc-tblgen -gen-nccom-map -I %ringc_include %s | FileCheck %s --check-prefix=NCCOM
// RUN: ringc-tblgen -gen-pair-header -I %ringc_include %s | FileCheck %s --check-prefix=HEADER

include "ringc/ABI/Structs.td"
include "ringc/ABI/SymbolBase.td"

def STATUS : Enumeration<"how it went", [Value<"GOOD", 0>, Value<"BAD", 7>]>;
def handle_t : Handle;
// CALLS: PROBE(0, neuronAsk, ncclAsk, uint64_t, (nec_version_info_t *out, const char *hint), (out, hint), (out), (0, 0))
// HEADER: typedef enum {
// HEADER-NEXT: GOOD = 0,
// HEADER-NEXT: BAD = 7,
// HEADER-NEXT: } STATUS;
// HEADER: typedef struct handle_t handle_t;
// HEADER: typedef struct nec_version_info_t {
// HEADER: RINGC_ABI_ASSERT(sizeof(nec_version_info_t) == 56, "nec_version_info_t");
// HEADER-NOT: nrt_version_t
// HEADER: uint64_t neuronAsk(nec_version_info_t *out, const char *hint);
// NCCOM: global:
// NCCOM-NEXT: neuronAsk;
// NCCOM-NEXT: neuronGo;
// NCCOM-NEXT: local:
def neuronAsk : Forward<0, Init, 1, 0x100, 1, "uint64_t", ["nec_version_info_t *out", "const char *hint"]>;
// CALLS: FORWARD(1, neuronGo, ncclGo, STATUS, (void), (), (), ())
def neuronGo : Forward<1, Init, 1, 0xf8, 1, "STATUS", []>;
// NRT: NRT_2.0.0 {
// NRT-NEXT: global:
// NRT-NEXT: nec_first;
// NRT-NEXT: local:
// NRT: NRT_3.0.0 {
// NRT-NEXT: global:
// NRT-NEXT: nrta_last;
// NRT-NEXT: } NRT_2.0.0;
def nec_first : Reverse<0, 1, "STATUS", ["handle_t *h", "char id[128]"]>;
def nrta_last : Async<"void", []>;
