# `cmake --install` gives a user the command, the headers, the libraries and find_package(gradus).
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY GRADUS_MODULES)
foreach(module IN LISTS modules)
  install(TARGETS gradus_${module} EXPORT gradus FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
install(TARGETS gradus)
install(EXPORT gradus NAMESPACE gradus:: FILE gradusTargets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gradus)
configure_package_config_file(cmake/gradusConfig.cmake.in gradusConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gradus)
write_basic_package_version_file(gradusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gradusConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/gradusConfigVersion.cmake
  cmake/svm_libraries.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gradus)
