/* painters.h: pictures for tests, texel by texel. */
#ifndef FERRY_TESTS_PAINTERS_H
#define FERRY_TESTS_PAINTERS_H

#include <stdint.h>

typedef void (*painter)(uint32_t x, uint32_t y, uint8_t texel[4]);

static inline void set(uint8_t texel[4], uint32_t r, uint32_t g, uint32_t b, uint32_t a) {
    texel[0] = (uint8_t)r, texel[1] = (uint8_t)g, texel[2] = (uint8_t)b, texel[3] = (uint8_t)a;
}

static inline void sixteen_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 3 + y) % 16 * 17;
    set(texel, v, v, v, v);
}

static inline void many_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t v = (x * 5 + y * 7) & 255;
    set(texel, v, v, v, 255);
}

static inline void nibbles(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x % 16 * 17, x % 16 * 17, x % 16 * 17, y % 16 * 17);
}

static inline void ten_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t n = (x * 7 + y) % 10;
    set(texel, n * 20, 255 - n * 9, n % 3 * 100, 255);
}

static inline void hundred_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x % 10 * 24, y % 10 * 24, 128, (x + y) % 7 ? 255 : 0);
}

static inline void smooth_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 4, y * 4, (x + y) * 2, 255);
}

static inline void spread_colors(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 16, y * 16, (x * 5 + y * 11) % 16 * 16, 255);
}

static inline void diagonal_greys(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, (x + y) * 8, (x + y) * 8, (x + y) * 8, 255);
}

static inline void half_solid(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 80 + 8 * y, 80 + 8 * y, 200, x < 8 ? 255 : 0);
}

static inline void whites(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 255, 255, 255, 255);
}

#endif
