# What `cmake --install` puts where: library, headers, program, the CMake package and ferry64.pc.

install(TARGETS ferry64_static ferry64_shared EXPORT ferry64Targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES src/ferry64.h src/ferry64_format.h src/ferry64_gx.h src/ferry64_rdp.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
file(GLOB ferry_schemas ${CMAKE_CURRENT_SOURCE_DIR}/docs/schema/*.json)
install(FILES ${ferry_schemas} docs/materials.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/ferry64/schema)
install(FILES n64/ferry64_lod.h n64/ferry64_tracks.h n64/ferry64.mk DESTINATION ${CMAKE_INSTALL_DATADIR}/ferry64/n64)
if(FERRY_PROGRAM)
    install(TARGETS ferry64 RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    if(NOT CMAKE_CROSSCOMPILING)
        set(pages ${PROJECT_BINARY_DIR}/pages)
        install(FILES ${pages}/ferry64.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
        install(FILES ${pages}/ferry64 DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(FILES ${pages}/_ferry64 DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
        install(FILES ${pages}/ferry64.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    endif()
endif()

set(ferry_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ferry64)
install(EXPORT ferry64Targets NAMESPACE ferry64:: DESTINATION ${ferry_package_dir})
configure_package_config_file(cmake/ferry64Config.cmake.in ${PROJECT_BINARY_DIR}/ferry64Config.cmake
    INSTALL_DESTINATION ${ferry_package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ferry64ConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ferry64Config.cmake ${PROJECT_BINARY_DIR}/ferry64ConfigVersion.cmake
    cmake/ferry64Models.cmake
    DESTINATION ${ferry_package_dir})

# Paths are relative to the .pc file unless the install folders are absolute, so a tree may be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(FERRY_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
    set(FERRY_PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
    set(FERRY_PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    string(REGEX REPLACE "/$" "" up "${up}")
    set(FERRY_PC_PREFIX "\${pcfiledir}/${up}")
    set(FERRY_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(FERRY_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(FERRY_PC_REQUIRES "zlib libpng jansson")
set(FERRY_PC_LIBS "-pthread")
foreach(library ${CMAKE_DL_LIBS} m)
    string(APPEND FERRY_PC_LIBS " -l${library}")
endforeach()
if(FERRY_ASSIMP AND NOT FERRY_ASSIMP_LATE)
    string(APPEND FERRY_PC_REQUIRES " assimp")
endif()
if(FERRY_JPEG AND NOT FERRY_JPEG_LATE)
    string(APPEND FERRY_PC_REQUIRES " libjpeg")
endif()
if(FERRY_TIFF AND NOT FERRY_TIFF_LATE)
    string(APPEND FERRY_PC_REQUIRES " libtiff-4")
endif()
if(FERRY_WEBP AND NOT FERRY_WEBP_LATE)
    string(APPEND FERRY_PC_REQUIRES " libwebp")
endif()
configure_file(cmake/ferry64.pc.in ${PROJECT_BINARY_DIR}/ferry64.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ferry64.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
