/* t3dm_piece_halves.c: see the header. */
#include "formats/t3dm/texture/t3dm_piece_halves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_reach.h"

static double texels_of(const fy_reach *of) {
    return of->any ? (of->high[0] - of->low[0] + 1) * (of->high[1] - of->low[1] + 1) : 0;
}

static double middle_of(const fy_piece_spot *of, int axis) {
    return of->reach.low[axis] + of->reach.high[axis];
}

static int by_axis(const fy_piece_spot *a, const fy_piece_spot *b, int axis) {
    double x = middle_of(a, axis), y = middle_of(b, axis);
    if (x != y) return x < y ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->reach.low[k] != b->reach.low[k]) return a->reach.low[k] < b->reach.low[k] ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->reach.high[k] != b->reach.high[k]) return a->reach.high[k] < b->reach.high[k] ? -1 : 1;
    return (a->area > b->area) - (a->area < b->area);
}

static int by_s(const void *a, const void *b) {
    return by_axis(a, b, 0);
}

static int by_t(const void *a, const void *b) {
    return by_axis(a, b, 1);
}

/* How many of the sorted triangles come into the first half, so that the larger of both is as small as it can
 * be. Texels of that one. */
static double best_cut(const fy_piece_spot *sorted, fy_reach *ahead, uint32_t count, uint32_t *cut) {
    fy_reach reach = {.any = false};
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        fy_reach_merge(&reach, &sorted[i].reach);
        ahead[i] = reach;
    }
    reach = (fy_reach){.any = false};
    for (uint32_t i = count; i-- > 1;) {
        fy_reach_merge(&reach, &sorted[i].reach);
        double larger = fmax(texels_of(&ahead[i - 1]), texels_of(&reach));
        if (larger < best) best = larger, *cut = i;
    }
    return best;
}

uint32_t fy_piece_halve(fy_piece_spot *spots, uint32_t count, fy_piece_spot *sorted, fy_reach *ahead) {
    static int (*const orders[2])(const void *, const void *) = {by_s, by_t};
    double best = HUGE_VAL;
    uint32_t cut = 0, chosen = 0;
    for (int axis = 0; axis < 2 && count > 1; axis++) {
        memcpy(sorted, spots, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, orders[axis]);
        double larger = best_cut(sorted, ahead, count, &cut);
        if (!(larger < best)) continue;
        best = larger;
        chosen = cut;
        if (axis == 0) continue;
        memcpy(spots, sorted, count * sizeof *spots);
        return chosen;
    }
    if (count > 1) qsort(spots, count, sizeof *spots, by_s);
    return chosen;
}
