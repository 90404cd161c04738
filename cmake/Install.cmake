# What is installed, by component: `tool`, `library` for who extends or embeds, and
# `runtime` for -emit=so.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# pkg-config's file and the package's look for each other by relative paths.
set(CMAKE_INSTALL_LIBDIR lib)
set(ringc_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Ringc)

install(TARGETS ringc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
if(RINGC_PASSES_AS_PLUGINS)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/ringc-passes
    DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tool USE_SOURCE_PERMISSIONS)
endif()
install(FILES docs/ringc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
install(FILES docs/completions/ringc.bash RENAME ringc
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool)
install(FILES docs/completions/_ringc
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tool)
install(FILES LICENSE docs/Bandwidth.md docs/Glossary.md docs/Kinds.md docs/Lint.md
  docs/Neuron.md docs/Passes.md docs/Topology.md docs/WhatIf.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)

install(TARGETS ringcCAPI LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(TARGETS ringcStatic ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(TARGETS ringc-tblgen RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(DIRECTORY include/ringc include/ringc-c ${RINGC_GENERATED_DIR}/ringc
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN "passes" EXCLUDE PATTERN "test" EXCLUDE)
install(FILES docs/Extend.md docs/Embed.md docs/IR.md docs/Life.md docs/Search.md docs/WiringFormat.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)

# The archives are what is linked, whatever the prefix; the pair is one of them.
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/ringc/link
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/ringc COMPONENT runtime PATTERN "*.d" EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/ringc/default
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/ringc COMPONENT runtime)
install(FILES ${RINGC_GENERATED_DIR}/ringc-pair/abi.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ringc-pair COMPONENT runtime)
install(FILES docs/ABI.md docs/Pair.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

configure_package_config_file(cmake/RingcConfig.cmake.in
  ${PROJECT_BINARY_DIR}/RingcConfig.cmake
  INSTALL_DESTINATION ${ringc_cmake_dir}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/RingcConfigVersion.cmake
  COMPATIBILITY ExactVersion)
configure_file(cmake/ringc.pc.in ${PROJECT_BINARY_DIR}/ringc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/RingcConfig.cmake
  ${PROJECT_BINARY_DIR}/RingcConfigVersion.cmake
  cmake/RingcPassPlugin.cmake cmake/AddRingcPass.cmake cmake/ringc-plugin.map
  DESTINATION ${ringc_cmake_dir} COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/ringc.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

# cpack -G DEB: a package for each component.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ringc)
set(CPACK_PACKAGE_CONTACT "the ringc authors <ringc@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL tool library runtime)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME ringc)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION net)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libc6, libstdc++6, libexpat1, zlib1g, libzstd1")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libringc-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
  "ringc (= ${PROJECT_VERSION}), libc6, libstdc++6, libexpat1-dev, zlib1g, libzstd1")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "llvm-${LLVM_VERSION_MAJOR}-dev, cmake")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ringc-runtime)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION net)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS
  "ringc (= ${PROJECT_VERSION}), libc6, libstdc++6, lld-${LLVM_VERSION_MAJOR} | lld")
set(CPACK_COMPONENT_TOOL_DESCRIPTION
  "The program, with its man page and completions: topology XML in, the rings of\nNCCL or AWS Neuron out, with the NICs they go by and what limits them.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
  "Libraries for C and C++, and all that passes of one's own are written with.")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
  "What libnrt.so.1 and libnccom.so.2 are linked from by -emit=so: an emulated AWS\nNeuron runtime with a compiled machine and its wiring inside.")
include(CPack)
