# Which libraries read pictures of generic formats (docs/formats/generic.md, "Textures"). AUTO takes those that are installed and tells
# of the others; ON wants them; OFF leaves them out. Afterwards FERRY_JPEG, FERRY_STB, FERRY_TIFF and FERRY_WEBP are ON or OFF.

set(FERRY_PICTURE_LIBRARIES)
set(FERRY_PICTURE_DEFINITIONS)

# FERRY_KIND is settled: `found` says whether its library is there, `needs` names it, `target` is linked (none for headers alone).
macro(ferry_picture kind found needs target)
    if(FERRY_${kind} STREQUAL "AUTO" AND NOT ${found})
        message(STATUS "ferry64: no pictures by ${needs}, which is not installed")
    elseif(FERRY_${kind} AND NOT FERRY_${kind} STREQUAL "AUTO" AND NOT ${found})
        message(FATAL_ERROR "FERRY_${kind} wants ${needs}, which is not installed")
    endif()
    if(FERRY_${kind} AND ${found})
        set(FERRY_${kind} ON)
        list(APPEND FERRY_PICTURE_LIBRARIES ${target})
        list(APPEND FERRY_PICTURE_DEFINITIONS FERRY_${kind})
    else()
        set(FERRY_${kind} OFF)
    endif()
endmacro()

find_package(JPEG QUIET)
find_path(STB_INCLUDE_DIR stb/stb_image.h)
find_package(TIFF 4.5 QUIET)
pkg_check_modules(WEBP QUIET IMPORTED_TARGET libwebp)
ferry_picture(JPEG "JPEG_FOUND" "libjpeg" JPEG::JPEG)
ferry_picture(STB "STB_INCLUDE_DIR" "stb_image" "")
ferry_picture(TIFF "TIFF_FOUND" "libtiff (4.5 or later)" "")
if(FERRY_TIFF)
    ferry_late(TIFF TIFF::TIFF FERRY_PICTURE_LIBRARIES)
endif()
ferry_picture(WEBP "WEBP_FOUND" "libwebp" PkgConfig::WEBP)
