# Building blocks of the tree: generated tables, libraries and passes.

include(RingcPassPlugin)

set(RINGC_GENERATED_DIR ${PROJECT_BINARY_DIR}/include)

# Flags every ringc target gets. Float arithmetic must be the runtime's, to the
# bit: no contraction into fused multiply-adds, no fast-math.
add_library(ringc_flags INTERFACE)
target_include_directories(ringc_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${RINGC_GENERATED_DIR} ${PROJECT_SOURCE_DIR})
target_compile_options(ringc_flags INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Werror=unused-result
  -ffp-contract=off -fno-exceptions -fno-rtti -fno-semantic-interposition
  -ffunction-sections -fdata-sections)
# What is shipped has the same bytes whatever the folders are called. Not where
# ccache finds objects of other folders again by the same flags. All is built for
# size, so that libringc.so is below 1 MB, but the few passes that time is spent in.
if(NOT RINGC_ASSERTIONS)
  target_compile_options(ringc_flags INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:RINGC_FAST>>,-O2,-Os>
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
endif()
if(RINGC_WERROR)
  target_compile_options(ringc_flags INTERFACE -Werror)
endif()
if(NOT RINGC_ASSERTIONS)
  target_compile_definitions(ringc_flags INTERFACE NDEBUG)
endif()
if(RINGC_SANITIZE OR (RINGC_FUZZ AND RINGC_FUZZ_ASAN))
  target_compile_options(ringc_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ringc_flags INTERFACE -fsanitize=address,undefined)
endif()
# Every library tells the fuzzer what was reached; only its targets link it. What
# is compared isn't told: it takes a third of the time, and our mutators know the
# words that matter.
if(RINGC_FUZZ)
  target_compile_options(ringc_flags INTERFACE -fsanitize=fuzzer-no-link,undefined
    -fno-sanitize-recover=all -fno-sanitize-coverage=trace-cmp)
  target_link_options(ringc_flags INTERFACE -fsanitize=fuzzer-no-link,undefined)
endif()

# Targets that use LLVM. Its headers are not ours to warn about.
add_library(ringc_llvm INTERFACE)
target_include_directories(ringc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(ringc_llvm_defs NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(ringc_llvm INTERFACE ${ringc_llvm_defs})
target_link_libraries(ringc_llvm INTERFACE LLVMSupport)

# ringc_tablegen(OUT FROM.td BACKEND...): OUT is relative to the generated include
# folder, FROM to the source tree's include folder; either may be absolute.
function(ringc_tablegen out from)
  cmake_path(ABSOLUTE_PATH from BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/include)
  cmake_path(ABSOLUTE_PATH out BASE_DIRECTORY ${RINGC_GENERATED_DIR} OUTPUT_VARIABLE path)
  cmake_path(GET path PARENT_PATH dir)
  file(MAKE_DIRECTORY ${dir})
  # CMake makes an empty file of a depfile that names nothing, Ninja takes that for
  # a missing one, and the command would run in every build.
  file(STRINGS ${from} includes REGEX "^include ")
  if(includes)
    set(depfile DEPFILE ${path}.d)
  else()
    set(depfile "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${from})
  endif()
  add_custom_command(OUTPUT ${path}
    COMMAND ringc-tblgen ${ARGN} -I ${PROJECT_SOURCE_DIR}/include ${from}
            -o ${path} --write-if-changed -d ${path}.d
    DEPENDS ringc-tblgen ${from}
    ${depfile}
    COMMENT "Generating ${out}")
  set_property(GLOBAL APPEND PROPERTY RINGC_GENERATED ${path})
endfunction()

# ringc_sum(OUT MACRO LENGTH PREFIX FILE...): makes OUT, a header with a sum over the
# files, anew when one of them changes.
function(ringc_sum out macro length prefix)
  list(SORT ARGN)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DMACRO=${macro} -DLENGTH=${length}
            "-DPREFIX=${prefix}" "-DFILES=${ARGN}" -DROOT=${PROJECT_SOURCE_DIR}
            -P ${PROJECT_SOURCE_DIR}/cmake/SourceSum.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/SourceSum.cmake
    COMMENT "Generating ${macro}" VERBATIM)
endfunction()

# add_ringc_library(NAME SRC... [LINK LIB...] [NO_LLVM] [APART]): a static archive,
# part of the tool and of the installed library unless it stands APART.
function(add_ringc_library name)
  cmake_parse_arguments(ARG "NO_LLVM;APART" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(NOT ARG_APART)
    set_property(GLOBAL APPEND PROPERTY RINGC_CORE_LIBRARIES ${name})
  endif()
  target_link_libraries(${name} PUBLIC ringc_flags ${ARG_LINK})
  if(NOT ARG_NO_LLVM)
    target_link_libraries(${name} PUBLIC ringc_llvm)
  endif()
  add_dependencies(${name} ringc_generated)
endfunction()

# ringc_add_objects(TARGET [NO_PASSES]): puts all of ringc's own code into TARGET,
# and not only what it needs, with or without the shipped passes.
function(ringc_add_objects target)
  set(libraries ${RINGC_CORE_LIBRARIES})
  if(NOT "NO_PASSES" IN_LIST ARGN)
    list(APPEND libraries ${RINGC_PASS_LIBRARIES})
  endif()
  foreach(library ${libraries})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}>)
  endforeach()
  target_link_libraries(${target} PRIVATE
    ringc_flags ringc_llvm LLVMRemarks EXPAT::EXPAT ${CMAKE_DL_LIBS})
endfunction()

# add_ringc_pass(ROOM SRC... [LINK LIB...] [FAST]): the algorithm (ROOM.cpp and SRC...)
# as ringcAlg<ROOM>, without LLVM, FAST or small; the glue (Pass.cpp) as ringcPass<ROOM>;
# the declarations generated from ROOM.td; and a line in the list of built-in passes.
# With RINGC_PASSES_AS_PLUGINS the glue becomes a plug-in, too.
function(add_ringc_pass room)
  cmake_parse_arguments(ARG "FAST" "" "LINK" ${ARGN})
  ringc_tablegen(ringc/passes/${room}.inc
    ${CMAKE_CURRENT_SOURCE_DIR}/${room}.td -gen-pass)
  add_ringc_library(ringcAlg${room} ${room}.cpp ${ARG_UNPARSED_ARGUMENTS}
    NO_LLVM LINK ringcSystem ${ARG_LINK})
  set_target_properties(ringcAlg${room} PROPERTIES RINGC_FAST ${ARG_FAST})
  add_ringc_library(ringcPass${room} Pass.cpp
    ${RINGC_GENERATED_DIR}/ringc/passes/${room}.inc APART LINK ringcAlg${room} ringcPass)
  if(RINGC_PASSES_AS_PLUGINS)
    ringc_pass_plugin(ringcPlugin${room} ${room} Pass.cpp)
    add_dependencies(ringcPlugin${room} ringcPass${room}) # makes ${room}.inc
    set_target_properties(ringcPlugin${room} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/ringc-passes)
    target_link_libraries(ringcPlugin${room} PRIVATE ringc_flags)
    target_include_directories(ringcPlugin${room} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    add_dependencies(ringcPlugin${room} ringc_generated)
    set_property(GLOBAL APPEND PROPERTY RINGC_PASS_PLUGINS ringcPlugin${room})
  endif()
  set_property(GLOBAL APPEND PROPERTY RINGC_PASSES ${room})
endfunction()
