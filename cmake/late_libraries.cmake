# Libraries that only some files need are loaded when the first of them comes (src/core/base/late_library.h): most of the program's
# start would be spent on assimp and on libraries of pictures. That needs a shared library where the loader finds it by its name; any other is linked.
# Sanitizers watch exceptions only of C++ that is there from the start: sanitized programs are linked, too.

option(FERRY_LOAD_LATE "Load assimp and libraries of pictures when first needed, where that is possible" ON)

# The file of an imported library, whatever configuration it was made for.
function(ferry_library_file target result)
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    set(places IMPORTED_LOCATION)
    foreach(configuration ${configurations})
        list(APPEND places IMPORTED_LOCATION_${configuration})
    endforeach()
    foreach(place ${places})
        get_target_property(file ${target} ${place})
        if(file)
            set(${result} ${file} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    # of pkg-config, which knows a library by what is to be linked
    get_target_property(file ${target} INTERFACE_LINK_LIBRARIES)
    list(LENGTH file count)
    if(NOT count EQUAL 1 OR NOT IS_ABSOLUTE "${file}")
        set(file "")
    endif()
    set(${result} "${file}" PARENT_SCOPE)
endfunction()

# The name that the loader knows a target's library by ("libtiff.so.6"); empty: it has to be linked.
function(ferry_late_name target result)
    set(${result} "" PARENT_SCOPE)
    ferry_library_file(${target} file)
    if(NOT FERRY_LOAD_LATE OR FERRY_SANITIZE OR NOT CMAKE_READELF OR NOT file OR NOT UNIX OR APPLE)
        return()
    endif()
    get_filename_component(folder "${file}" DIRECTORY)
    if(NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        return()
    endif()
    execute_process(COMMAND ${CMAKE_READELF} -d ${file} OUTPUT_VARIABLE text ERROR_QUIET)
    if(text MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
        set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
endfunction()

# ferry_late(KIND TARGET LIST): FERRY_KIND_LATE is the library's name and FERRY_LATE_INCLUDES its headers' folder, or the target joins LIST.
macro(ferry_late kind target list)
    ferry_late_name(${target} FERRY_${kind}_LATE)
    if(FERRY_${kind}_LATE)
        list(APPEND FERRY_LATE_DEFINITIONS FERRY_${kind}_LATE="${FERRY_${kind}_LATE}")
        list(APPEND FERRY_LATE_INCLUDES $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
    else()
        list(APPEND ${list} ${target})
    endif()
endmacro()

set(FERRY_LATE_DEFINITIONS)
set(FERRY_LATE_INCLUDES)
