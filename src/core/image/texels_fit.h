/*
 * texels_fit.h: pictures that shrink by less than half (docs/what-is-lost.md, "Textures").
 *
 * Between two sizes that are near each other no two new texels lie alike between those of the source, so that
 * one filter for all of them would make waves. The picture is looked for that the bilinear filter draws with
 * the least squares of what is off. With F for that filter, and f for the source, it is the x for which F'F x
 * = F'f: f is summed up by a few taps, and then there is an equation for each new texel, of it and its
 * neighbours.
 */
#ifndef FERRY_CORE_IMAGE_TEXELS_FIT_H
#define FERRY_CORE_IMAGE_TEXELS_FIT_H

#include "ferry64.h"
#include "core/image/texels_spot.h"

/* The equations for a line of texels, by texel: what is taken off of the one before it; then what it counts,
 * and what is taken off of the one behind it. */
typedef struct fy_texels_line {
    uint32_t size; /* 0: there are none */
    float *before, *own, *behind;
    float *ring;       /* the answer to what joins both ends; NULL: nothing does */
    float first, last; /* what ends count for it */
} fy_texels_line;

/* The taps and the equations for a line that keeps more than half of its texels. False at the memory
 * limit. */
bool fy_texels_fit(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *taps,
                   fy_texels_line *fit);

/* Solves them in place, for lines side by side: `count` numbers of each texel stand behind one another.
 * `room` is for as many. */
static inline void fy_texels_line_solve(const fy_texels_line *fit, float *lines, size_t count, float *room) {
    const uint32_t end = fit->size - 1;
    for (uint32_t i = 1; i <= end; i++) {
        float *at = lines + i * count;
        const float *last = at - count;
        for (size_t k = 0; k < count; k++) at[k] -= last[k] * fit->before[i];
    }
    for (size_t k = 0; k < count; k++) lines[end * count + k] *= fit->own[end];
    for (uint32_t i = end; i-- > 0;) {
        float *at = lines + i * count;
        const float *next = at + count;
        for (size_t k = 0; k < count; k++) at[k] = at[k] * fit->own[i] - next[k] * fit->behind[i];
    }
    if (!fit->ring) return;
    for (size_t k = 0; k < count; k++) room[k] = lines[k] * fit->first + lines[end * count + k] * fit->last;
    for (uint32_t i = 0; i <= end; i++)
        for (size_t k = 0; k < count; k++) lines[i * count + k] -= room[k] * fit->ring[i];
}

#endif
