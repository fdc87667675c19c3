/* rdp_texel.c: what texels of each format take in a file and in texture memory (docs/formats/sprite.md). */
#include "formats/sprite/rdp_texel.h"

#include "ferry64_rdp.h"

uint32_t fy_rdp_texel_bits(uint32_t code) {
    static const uint8_t bits[] = {
        [FERRY_RDP_RGBA16] = 16, [FERRY_RDP_RGBA32] = 32, [FERRY_RDP_YUV16] = 16, [FERRY_RDP_CI4] = 4,
        [FERRY_RDP_CI8] = 8,     [FERRY_RDP_IA4] = 4,     [FERRY_RDP_IA8] = 8,    [FERRY_RDP_IA16] = 16,
        [FERRY_RDP_I4] = 4,      [FERRY_RDP_I8] = 8};
    return code < sizeof bits ? bits[code] : 0;
}

bool fy_rdp_texel_indexed(uint32_t code) {
    return code == FERRY_RDP_CI4 || code == FERRY_RDP_CI8;
}

uint64_t fy_rdp_stride(uint32_t code, uint32_t width) {
    return ((uint64_t)width * fy_rdp_texel_bits(code) + 7) / 8;
}

/* Rows begin at multiples of 8 bytes; 32-bit texels lie half in each half of the memory. */
uint64_t fy_rdp_tmem(uint32_t code, uint32_t width, uint32_t height) {
    uint64_t row = fy_rdp_stride(code, width);
    if (code == FERRY_RDP_RGBA32) row /= 2;
    return (row + 7) / 8 * 8 * height;
}

uint32_t fy_rdp_tmem_limit(uint32_t code) {
    return fy_rdp_texel_indexed(code) || code == FERRY_RDP_RGBA32 || code == FERRY_RDP_YUV16 ? 2048 : 4096;
}

/* A row's length is a reciprocal of 11 bits, rounded up: word by word the count of rows runs ahead, and rows
 * whose ends it has passed are taken for their successors. The library knows that, and loads row by row where
 * it would be seen; but it takes 32-bit texels for half as long as they are. It also goes row by row where
 * rows do not fill whole pairs of words. */
uint32_t fy_rdp_whole_rows(uint32_t code, uint32_t width) {
    uint64_t bytes = fy_rdp_stride(code, width), words = bytes / 8;
    if (code != FERRY_RDP_RGBA32 || bytes == 0 || bytes % 16) return UINT32_MAX;
    uint64_t step = (2048 + words - 1) / words, ahead = step * words - 2048; /* after each row */
    return ahead ? (uint32_t)((step - 1) / ahead) : UINT32_MAX;
}
