# Flags by which float and double are calculated as such, never wider, so that outputs are the same on every machine: FERRY_ARITHMETIC.
# Strict C11 has gcc calculate float as double on s390x, and x86 of 32 bits has registers of 80 bits. Where nothing helps,
# src/core/base/maths.h refuses to compile.

include(CheckCSourceCompiles)
include(CMakePushCheckState)

cmake_push_check_state()
foreach(flags IN ITEMS "" "-fexcess-precision=fast" "-msse2 -mfpmath=sse") # fast: as the machine has it
    string(MAKE_C_IDENTIFIER "FERRY_EXACT${flags}" found)
    set(CMAKE_REQUIRED_FLAGS ${flags})
    check_c_source_compiles("#include <float.h>\n_Static_assert(FLT_EVAL_METHOD == 0, \"\"); int main(void) { return 0; }" ${found})
    if(${found})
        separate_arguments(FERRY_ARITHMETIC UNIX_COMMAND "${flags}")
        break()
    endif()
endforeach()
cmake_pop_check_state()

# gcc 12 makes vector code of straight lines in which what was rounded to float is used unrounded: (double)(float)x became x.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND FERRY_ARITHMETIC -fno-tree-slp-vectorize)
endif()

# Nobody asks for errno or for the processor's exceptions: square roots and comparisons are instructions then, of which the results are
# the same.
list(APPEND FERRY_ARITHMETIC -fno-math-errno -fno-trapping-math)
