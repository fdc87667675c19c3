# Files whose time goes into loops over planes of numbers: compilers make vector code of them, of which the results are the same.
# gcc takes comparisons for traps without -fno-trapping-math, and leaves such loops as they are. Where the compiler and the system can
# choose between two versions of a function when the program starts, one has wider vectors (FY_WIDE in src/core/base/maths.h): no
# products are added without rounding, so these results are the same, too. Sanitizers are not ready when the choice is made, and clang
# calls the function that chooses by another name than other files do.

include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -Werror)
check_c_source_compiles("
    __attribute__((target_clones(\"avx2\", \"default\"), flatten)) float twice(float x) { return x + x; }
    int main(int count, char **arguments) { (void)arguments; return (int)twice((float)count); }" FERRY_HAS_CLONES)
unset(CMAKE_REQUIRED_FLAGS)

set(vector_flags "-O3;-fno-trapping-math")
if(FERRY_HAS_CLONES AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT FERRY_SANITIZE)
    list(APPEND vector_flags -DFERRY_WIDE)
endif()
set_source_files_properties(
    src/core/image/texels.c
    src/core/image/texels_fit.c
    src/shade/search/t3dm_candidate.c
    PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${vector_flags}>")
