# Files whose time goes into loops over planes of numbers: compilers make vector code of them, of which the results are the same.
# Where the system says what the processor has, some functions are there twice, once with wider vectors (FY_WIDE in
# src/core/base/maths.h): no products are added without rounding, so these results are the same, too.

include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -Werror)
check_c_source_compiles("
    #include <sys/platform/x86.h>
    __attribute__((target(\"avx2\"), flatten)) float twice(float x) { return x + x; }
    int main(int count, char **arguments) {
        (void)arguments;
        return CPU_FEATURE_ACTIVE(AVX2) ? (int)twice((float)count) : 0;
    }" FERRY_HAS_WIDE)
unset(CMAKE_REQUIRED_FLAGS)

set(vector_flags "-O3")
if(FERRY_HAS_WIDE AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT FERRY_SANITIZE)
    list(APPEND vector_flags -DFERRY_WIDE)
endif()
set_source_files_properties(
    src/core/image/quantise_few.c
    src/core/image/texels.c
    src/core/image/texels_difference.c
    src/core/image/texels_fit.c
    src/core/image/texels_resize.c
    src/core/pipeline/rigid/rigid_poses.c
    src/core/simplify/pictures/flat.c
    src/core/simplify/pictures/look.c
    src/core/simplify/pictures/missed.c
    src/core/simplify/pictures/pictures.c
    src/core/simplify/pictures/pile.c
    src/core/simplify/pictures/trial.c
    src/core/simplify/pictures/view.c
    src/core/simplify/seen.c
    src/formats/t3dm/animation/t3dm_clip_error.c
    src/formats/t3dm/animation/t3dm_encode.c
    src/formats/t3dm/animation/t3dm_rotations.c
    src/formats/t3dm/pose/t3dm_hull.c
    src/formats/t3dm/pose/t3dm_run.c
    src/machine/gx/gx_tev_program.c
    src/shade/search/t3dm_planes.c
    PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${vector_flags}>")
