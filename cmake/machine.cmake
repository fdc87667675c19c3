# Toolchain file: builds for another machine with Debian's cross compilers. The presets s390x and i386 say which. Libraries come from
# build/machines/NAME, where `./test.sh machines` unpacks Debian's packages. Programs are linked statically; the emulator looks for
# what they load later (late_library.c) among the compiler's own libraries.

set(FERRY_MACHINE "" CACHE STRING "s390x or i386")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FERRY_MACHINE)

if(FERRY_MACHINE STREQUAL "s390x")
    set(ferry_compiler s390x-linux-gnu-gcc)
elseif(FERRY_MACHINE STREQUAL "i386")
    set(ferry_compiler i686-linux-gnu-gcc) # Debian calls the architecture i386, its compilers i686
else()
    message(FATAL_ERROR "FERRY_MACHINE is '${FERRY_MACHINE}'; expected s390x or i386")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${FERRY_MACHINE})
set(CMAKE_C_COMPILER ${ferry_compiler})
set(CMAKE_LIBRARY_ARCHITECTURE ${FERRY_MACHINE}-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
string(REPLACE -gcc "" ferry_libraries /usr/${ferry_compiler})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${FERRY_MACHINE} -L ${ferry_libraries})

# Without the packages of shared libraries the .so links there lead nowhere, so that the .a files are found.
set(ferry_packages ${CMAKE_CURRENT_LIST_DIR}/../build/machines/${FERRY_MACHINE})
file(REAL_PATH ${ferry_packages} ferry_packages)
set(CMAKE_FIND_ROOT_PATH ${ferry_packages})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${ferry_packages}/usr/lib/${FERRY_MACHINE}-linux-gnu/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${ferry_packages})
