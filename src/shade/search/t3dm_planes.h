/*
 * t3dm_planes.h: the arithmetic of the search, over the planes of all samples at once
 * (docs/internals/materials.md, "The search").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_PLANES_H
#define FERRY_SHADE_SEARCH_T3DM_PLANES_H

#include "shade/search/t3dm_search_question.h"

/* What a cycle reads, (a - b) * c + d; `a` NULL: there is no such cycle. */
typedef struct fy_plane_cycle {
    const fy_color_plane *a, *b, *c, *d;
} fy_plane_cycle;

enum { FY_PLANE_SLOPES = 3 };

/* Derivatives by so many constants. */
typedef struct fy_plane_slopes {
    fy_color_plane by[FY_PLANE_SLOPES];
    int group[FY_PLANE_SLOPES], count;
} fy_plane_slopes;

/* The values that a step is for, so many times; columns are a multiple of eight. */
typedef struct fy_plane_range {
    int from, count, times;
} fy_plane_range;

/* Products of slopes with each other, below the diagonal too, and with what is still missing. */
typedef struct fy_plane_products {
    float normal[FY_PLANE_SLOPES][FY_PLANE_SLOPES], right[FY_PLANE_SLOPES];
} fy_plane_products;

/* Where all is grey, the first component stands for all three. */
static inline int fy_plane_parts(const fy_search_question *question) {
    return question->grey ? 1 : 3;
}

/* The same functions for different processors; bits are the same. Each is a loop or two, and small: one
 * function of all of them would not stay in the processor's cache of instructions. */
typedef struct fy_plane_work {
    /* One colour everywhere, times another plane unless that is NULL. */
    void (*fill)(const fy_search_question *question, const float color[3], const fy_color_plane *times,
                 fy_color_plane *out);
    /* Results before the last clamp. `combined`: room for those of the first cycle, if there is a second one.
     * Inner results outside of -.5 to `most`, which would wrap around, push the value away. */
    void (*run)(const fy_search_question *question, const fy_plane_cycle cycles[2], float most,
                fy_color_plane *combined, fy_color_plane *out);
    /* Mean square of how far results are off. */
    float (*judge)(const fy_search_question *question, const fy_color_plane *out);
    /* From `now` to `next`, divided by `by`. */
    void (*slope)(const fy_search_question *question, const fy_color_plane *next, const fy_color_plane *now,
                  float by, fy_color_plane *out);
    /* `now`: the results. Where they are cut off, a value only counts if a constant can bring it back. */
    void (*multiply)(const fy_search_question *question, const fy_plane_slopes *slopes,
                     const fy_color_plane *now, fy_plane_range range, fy_plane_products *out);
} fy_plane_work;

/* Those that suit this processor. */
const fy_plane_work *fy_plane_work_here(void);

#endif
