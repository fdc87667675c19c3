/*
 * texels_four.h: a texel's four components, or those of four texels, as one value: compilers that know
 * vectors keep it in one register. For loops over whole pictures, in files of cmake/vector_code.cmake.
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_FOUR_H
#define FERRY_CORE_IMAGE_TEXELS_FOUR_H

#include <string.h>

typedef float fy_four __attribute__((vector_size(16)));

static inline fy_four fy_four_load(const float *from) {
    fy_four made;
    memcpy(&made, from, sizeof made);
    return made;
}

#endif
