# zlib, libpng and jansson become part of the program where their archives lie beside the shared libraries: to find, map and relocate
# three libraries less takes a third off what a small model costs. ferry64's own libraries keep the shared ones, as the tests do.

include(CheckCSourceCompiles)

option(FERRY_ARCHIVES "Make zlib, libpng and jansson part of the program, where their archives are there" ON)

# FERRY_PROGRAM_ARCHIVES: for the program to be linked with before anything else has these libraries; empty: there are not all of them.
set(FERRY_PROGRAM_ARCHIVES)
if(FERRY_ARCHIVES AND NOT FERRY_SANITIZE AND UNIX AND NOT APPLE)
    foreach(target IN ITEMS PNG::PNG ZLIB::ZLIB PkgConfig::JANSSON)
        ferry_library_file(${target} file)
        string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${file}")
        if(archive AND EXISTS "${archive}")
            list(APPEND FERRY_PROGRAM_ARCHIVES ${archive})
        endif()
    endforeach()
    list(LENGTH FERRY_PROGRAM_ARCHIVES count)
    set(CMAKE_REQUIRED_LIBRARIES ${FERRY_PROGRAM_ARCHIVES} m)
    check_c_source_compiles("
        void *png_create_info_struct(void *png); int inflateEnd(void *stream); void *json_object(void);
        int main(void) { return !png_create_info_struct(0) + inflateEnd(0) + !json_object(); }" FERRY_HAS_ARCHIVES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(NOT count EQUAL 3 OR NOT FERRY_HAS_ARCHIVES)
        set(FERRY_PROGRAM_ARCHIVES)
    endif()
endif()
