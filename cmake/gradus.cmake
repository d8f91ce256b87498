include(GoogleTest)
if(GRADUS_BUILD_TESTS OR GRADUS_BUILD_FUZZ)
  find_package(GTest REQUIRED)
endif()

# What every target of ours compiles with. No fused multiply-add behind our back: the same
# seed must give the same bits on every processor (docs/explanation/decisions/0003-same-bits.md).
add_library(gradus_warnings INTERFACE)
target_compile_options(gradus_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -ffp-contract=off
  # GCC 12 sees overlaps inside std::string's own functions where there are none (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)

# Programs are thin: the library below them does the work. To optimise them in a debug build, under
# sanitizers, takes as long as all else about them.
add_library(gradus_thin INTERFACE)
target_compile_options(gradus_thin INTERFACE $<$<CONFIG:Debug>:-O0>)

# gradus_module(<name> [DEPENDS <module>...] [LINK <library>...] [ALONE <file>...]): one folder, one target gradus::<name>.
# DEPENDS names modules of lower levels; tools/check_layers.py holds the #include lines against it. ALONE names sources whose
# unnamed namespaces clash with a neighbour's where sources are joined.
function(gradus_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LINK;ALONE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS *_test.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS *.hpp)
  list(REMOVE_ITEM sources ${tests} "")

  add_library(gradus_${name} ${sources})
  add_library(gradus::${name} ALIAS gradus_${name})
  set_target_properties(gradus_${name} PROPERTIES EXPORT_NAME ${name} UNITY_BUILD ${GRADUS_JOIN_SOURCES} UNITY_BUILD_BATCH_SIZE 8)
  set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(NOT name STREQUAL "testing")
    set_property(GLOBAL APPEND PROPERTY GRADUS_MODULES ${name})
  endif()
  target_sources(gradus_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  list(TRANSFORM arg_DEPENDS PREPEND gradus::)
  target_link_libraries(gradus_${name} PUBLIC ${arg_DEPENDS} ${arg_LINK} PRIVATE $<BUILD_INTERFACE:gradus_warnings>)

  if(GRADUS_BUILD_TESTS AND tests)
    add_executable(gradus_${name}_test ${tests})
    target_link_libraries(gradus_${name}_test PRIVATE gradus::${name} gradus::testing gradus_warnings GTest::gmock_main)
    # What is tested is compiled as it is shipped; the tests themselves need not be, and half of a build's time is theirs.
    target_compile_options(gradus_${name}_test PRIVATE $<IF:$<CONFIG:Release>,-O1,-O0>)
    target_compile_definitions(gradus_${name}_test PRIVATE
      GRADUS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" GRADUS_MODULE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
    gtest_discover_tests(gradus_${name}_test TEST_PREFIX ${name}. PROPERTIES LABELS ${name} DISCOVERY_TIMEOUT 60)
  endif()
endfunction()

# gradus_catalog(<target> <namespace> <Entry> FOLDERS <folder>... [CORE <file>...]): in these folders every .cpp but CORE
# and the tests is one plug-in; <file>.cpp defines `const <Entry> <file>_entry` in the namespace, which is the catalogue's own,
# so that catalogues may share the names of files. The list that the build writes, <namespace>_catalog.inc, is the registry:
# the array `catalog` in that namespace.
function(gradus_catalog target namespace entry)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "FOLDERS;CORE")
  set(declarations "")
  set(members "")
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${folder}/*.cpp)
    list(FILTER files EXCLUDE REGEX "_test.cpp$")
    list(REMOVE_ITEM files ${arg_CORE} "")
    foreach(file IN LISTS files)
      cmake_path(GET file STEM name)
      string(APPEND declarations "extern const ${entry} ${name}_entry;\n")
      string(APPEND members "&${name}_entry, ")
    endforeach()
  endforeach()
  string(REGEX REPLACE ".*::" "" catalog ${namespace})
  file(CONFIGURE OUTPUT ${catalog}_catalog.inc @ONLY CONTENT
"namespace @namespace@ {
@declarations@constexpr const @entry@* catalog[] = {@members@};
}  // namespace @namespace@
")
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
