# What the tree and the installed package share.

# ringc_pass_plugin(TARGET ROOM SRC...): the shared object ROOM.so, a plug-in with
# the pass of the record ROOM, whose PassInfo SRC define. It links no library: what
# it uses is in the program that loads it.
function(ringc_pass_plugin target room)
  set(entry ${CMAKE_CURRENT_BINARY_DIR}/${room}Plugin.cpp)
  file(CONFIGURE OUTPUT ${entry} @ONLY CONTENT [[
// The plug-in's entry point, made by ringc_pass_plugin().
#include "ringc/Plugin/Plugin.h"

namespace ringc {
PassInfo get@room@Info();
} // namespace ringc

static llvm::Error registerPass(ringc::Registry &R) {
  return R.add(ringc::get@room@Info());
}
RINGC_PLUGIN("@room@", RINGC_HEADERS_TAG, registerPass)
]])
  add_library(${target} MODULE ${ARGN} ${entry})
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${room} SUFFIX ".so")
endfunction()
