# libsvm and liblinear as targets. Debian's packages bring neither CMake nor pkg-config files for them. Installed with the library,
# whose users need them too.
foreach(library IN ITEMS svm linear)
  find_path(GRADUS_${library}_INCLUDE_DIR NAMES ${library}.h PATH_SUFFIXES libsvm liblinear)
  find_library(GRADUS_${library}_LIBRARY NAMES ${library})
  mark_as_advanced(GRADUS_${library}_INCLUDE_DIR GRADUS_${library}_LIBRARY)
  if(NOT GRADUS_${library}_INCLUDE_DIR OR NOT GRADUS_${library}_LIBRARY)
    message(FATAL_ERROR "lib${library} is not there; install lib${library}-dev")
  endif()
  if(NOT TARGET gradus_external::lib${library})
    add_library(gradus_external::lib${library} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(gradus_external::lib${library} PROPERTIES
      IMPORTED_LOCATION ${GRADUS_${library}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${GRADUS_${library}_INCLUDE_DIR})
  endif()
endforeach()
