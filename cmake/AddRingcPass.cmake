# For plug-ins outside ringc's tree, after find_package(Ringc).

# add_ringc_pass(ROOM [SRC...] [DIAGS FILE.td] [ENTRY FILE.cpp]): the plug-in ROOM.so
# of the pass that ROOM.td declares and Pass.cpp and SRC define: the same files as of a
# room of ringc's own. Pass.cpp includes what is generated as
# "ringc/passes/ROOM.inc", and the messages of DIAGS as "ringc/passes/ROOMDiags.inc".
# The entry point is made, unless ENTRY has one that registers more than the pass and
# the messages.
function(add_ringc_pass room)
  cmake_parse_arguments(ARG "" "DIAGS;ENTRY" "" ${ARGN})
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${room}.generated)
  file(MAKE_DIRECTORY ${generated}/ringc/passes)
  set(outputs ${generated}/ringc/passes/${room}.inc)
  add_custom_command(OUTPUT ${generated}/ringc/passes/${room}.inc
    COMMAND ${Ringc_TBLGEN} -gen-pass -I ${Ringc_INCLUDE_DIR}
            ${CMAKE_CURRENT_SOURCE_DIR}/${room}.td -o ${generated}/ringc/passes/${room}.inc
    DEPENDS ${room}.td)
  set(diags "")
  if(ARG_DIAGS)
    set(diags DIAGS)
    list(APPEND outputs ${generated}/ringc/passes/${room}Diags.inc)
    add_custom_command(OUTPUT ${generated}/ringc/passes/${room}Diags.inc
      COMMAND ${Ringc_TBLGEN} -gen-plugin-diags -I ${Ringc_INCLUDE_DIR}
              ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_DIAGS}
              -o ${generated}/ringc/passes/${room}Diags.inc
      DEPENDS ${ARG_DIAGS})
  endif()
  set(sources Pass.cpp ${ARG_UNPARSED_ARGUMENTS} ${outputs})
  if(ARG_ENTRY)
    add_library(${room} MODULE ${sources} ${ARG_ENTRY})
    set_target_properties(${room} PROPERTIES PREFIX "" SUFFIX ".so")
    ringc_hide_plugin(${room})
  else()
    ringc_pass_plugin(${room} ${room} ${sources} ${diags})
  endif()
  target_include_directories(${room} PRIVATE ${generated} ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${room} PRIVATE Ringc::plugin)
endfunction()
