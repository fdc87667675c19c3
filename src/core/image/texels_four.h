/*
 * texels_four.h: a texel's four components, or those of four texels, as one value: compilers that know
 * vectors keep it in one register. For loops over whole pictures, in files of cmake/vector_code.cmake.
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_FOUR_H
#define FERRY_CORE_IMAGE_TEXELS_FOUR_H

#include <stdint.h>
#include <string.h>

typedef float fy_four __attribute__((vector_size(16)));
typedef int32_t fy_four_whole __attribute__((vector_size(16)));
typedef uint32_t fy_four_bits __attribute__((vector_size(16)));

/* Two texels. */
typedef float fy_eight __attribute__((vector_size(32)));

static inline fy_four fy_four_load(const float *from) {
    fy_four made;
    memcpy(&made, from, sizeof made);
    return made;
}

/* Adds two texels times a weight. Returns nothing, since how vectors are returned depends on the
 * processor. */
static inline void fy_eight_add(fy_eight *to, const float *from, float weight) {
    fy_eight two;
    memcpy(&two, from, sizeof two);
    *to += two * weight;
}

/* Where a texel's bytes are in a number of 32 bits. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FY_BYTE_PLACES ((fy_four_bits){0, 8, 16, 24})
#else
#define FY_BYTE_PLACES ((fy_four_bits){24, 16, 8, 0})
#endif

/* The same of two texels. */
static inline void fy_eight_of_bytes(const uint8_t *first, const uint8_t *second, fy_eight *to) {
    typedef uint32_t bits __attribute__((vector_size(32)));
    typedef int32_t whole __attribute__((vector_size(32)));
    const fy_four_bits places = FY_BYTE_PLACES;
    uint32_t a, b;
    memcpy(&a, first, sizeof a);
    memcpy(&b, second, sizeof b);
    const bits by = __builtin_shufflevector(places, places, 0, 1, 2, 3, 4, 5, 6, 7),
               bytes = ((bits){a, a, a, a, b, b, b, b} >> by) & 255;
    *to = __builtin_convertvector((whole)bytes, fy_eight);
}

/* Values from 0 to less than 256. */
static inline void fy_four_to_bytes(fy_four from, uint8_t *texel) {
    const fy_four_bits bytes = (fy_four_bits) __builtin_convertvector(from, fy_four_whole) << FY_BYTE_PLACES;
    uint64_t halves[2];
    memcpy(halves, &bytes, sizeof halves);
    const uint64_t two = halves[0] | halves[1];
    const uint32_t all = (uint32_t)(two | two >> 32);
    memcpy(texel, &all, sizeof all);
}

#endif
