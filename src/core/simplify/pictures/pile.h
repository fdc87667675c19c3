/* pile.h: what lies above each other at a pixel, and what shows of it (docs/simplify.md, "How it works"). */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_PILE_H
#define FERRY_CORE_SIMPLIFY_PICTURES_PILE_H

#include "core/simplify/pictures/flat.h"

enum { FY_DEEPEST = 12 };

/* What a pixel shows before grey, and how much of that it covers. */
typedef struct fy_shown {
    float color[3], cover;
} fy_shown;

/* The fragments of a pixel, nearest first; of more than there is room for, the nearest. */
typedef struct fy_pile {
    const fy_fragment *of[FY_DEEPEST];
    uint32_t count;
} fy_pile;

/* Which of two is nearer; of two that are as near, the triangle with the lower number. */
static inline bool fy_is_before(const fy_fragment *a, const fy_fragment *b) {
    return a->depth < b->depth || (a->depth == b->depth && a->triangle < b->triangle);
}

static inline void fy_pile_add(fy_pile *pile, const fy_fragment *f) {
    uint32_t at = pile->count;
    if (at == FY_DEEPEST && !fy_is_before(f, pile->of[--at])) return;
    if (pile->count < FY_DEEPEST) pile->count++;
    for (; at && fy_is_before(f, pile->of[at - 1]); at--) pile->of[at] = pile->of[at - 1];
    pile->of[at] = f;
}

/* What shows of all. */
fy_shown fy_pile_blend(const fy_model *of, const fy_pile *pile);

#endif
