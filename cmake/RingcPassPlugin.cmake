# What the tree and the installed package share.

# ringc_hide_plugin(TARGET): nothing of a plug-in is seen by others but its entry
# point, so two may use the same names, also ringc's.
set(ringc_plugin_map ${CMAKE_CURRENT_LIST_DIR}/ringc-plugin.map)
function(ringc_hide_plugin target)
  target_link_options(${target} PRIVATE -Wl,--version-script=${ringc_plugin_map})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${ringc_plugin_map})
endfunction()

# ringc_pass_plugin(TARGET ROOM SRC... [DIAGS]): the shared object ROOM.so, a plug-in
# with the pass of the record ROOM, whose PassInfo SRC define, and with DIAGS the
# messages of "ringc/passes/ROOMDiags.inc". It links no library: what it uses is in
# the program that loads it.
function(ringc_pass_plugin target room)
  cmake_parse_arguments(ARG "DIAGS" "" "" ${ARGN})
  set(entry ${CMAKE_CURRENT_BINARY_DIR}/${room}Plugin.cpp)
  if(ARG_DIAGS)
    set(diags "namespace {\n#include \"ringc/passes/${room}Diags.inc\"\n}\n")
    set(add_diags "  if (llvm::Error E = R.addDiagnostics(Table))\n    return E;\n")
  else()
    set(diags "")
    set(add_diags "")
  endif()
  file(CONFIGURE OUTPUT ${entry} @ONLY CONTENT [[
// The plug-in's entry point, made by ringc_pass_plugin().
#include "ringc/Plugin/Plugin.h"

namespace ringc {
PassInfo get@room@Info();
} // namespace ringc
@diags@
static llvm::Error registerPass(ringc::Registry &R) {
@add_diags@  return R.add(ringc::get@room@Info());
}
RINGC_PLUGIN("@room@", RINGC_HEADERS_TAG, registerPass)
]])
  add_library(${target} MODULE ${ARG_UNPARSED_ARGUMENTS} ${entry})
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${room} SUFFIX ".so")
  ringc_hide_plugin(${target})
endfunction()
