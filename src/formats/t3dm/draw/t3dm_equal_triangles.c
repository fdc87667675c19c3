/*
 * t3dm_equal_triangles.c: triangles that lie in one place: which are drawn over later, and which become
 * decals (docs/formats/t3dm.md, "Coplanar triangles").
 *
 * They are sorted, so that equal ones stand together in the order of drawing.
 */
#include "formats/t3dm/draw/t3dm_equal_triangles.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "formats/t3dm/draw/t3dm_layer.h"

static int by_corners(const fy_layer_triangle *a, const fy_layer_triangle *b) {
    for (int k = 0; k < 3; k++) {
        int order = fy_layer_corner_order(&a->corners[k], &b->corners[k]);
        if (order) return order;
    }
    return 0;
}

static int by_place(const void *a, const void *b) {
    const fy_layer_triangle *x = a, *y = b;
    int order = by_corners(x, y);
    if (order) return order;
    if (x->draw != y->draw) return x->draw < y->draw ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* From the last draw to the first: what is seen from no side but those that are drawn over later, by what is
 * always seen. */
static void find_overwritten(fy_layers *l, uint32_t first, uint32_t end) {
    uint8_t over = 0, own = 0;
    uint32_t cover = FERRY_NONE;
    for (uint32_t i = end; i-- > first;) {
        fy_layer_triangle *t = &l->triangles[i];
        fy_layer_draw *summary = &l->draws[t->draw];
        if (i + 1 < end && t[1].draw != t->draw) {
            if (own) cover = t[1].draw;
            over |= own, own = 0;
        }
        if (summary->tests && !(t->sides & ~over)) {
            t->verdict = FY_LAYER_OVERWRITTEN;
            if (summary->cover == FERRY_NONE) summary->cover = cover;
        }
        if (summary->overwrites && !summary->seen) own |= t->sides;
    }
}

/* Draws that come and go together: few in one place; those beyond stay as they are. */
enum { TOGETHER = 8 };

/* What such draws cover at rest. */
typedef struct cover {
    uint32_t seen, draw;
    uint8_t sides;
} cover;

static void add_cover(cover *all, uint32_t *count, const fy_layer_draw *summary, uint32_t draw,
                      uint8_t sides) {
    uint32_t i = 0;
    while (i < *count && all[i].seen != summary->seen) i++;
    if (i == TOGETHER) return;
    if (i == *count) all[(*count)++] = (cover){.seen = summary->seen, .draw = draw};
    all[i].sides |= sides;
}

/* Counts a triangle that draws of one kind cover, the same for all of its draw. */
static void count_at_rest(const fy_layers *l, const fy_layer_triangle *t, const cover *all, uint32_t count) {
    fy_layer_draw *lower = &l->draws[t->draw];
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].seen == lower->seen || t->sides & ~all[i].sides) continue;
        if (lower->rest_cover == FERRY_NONE) lower->rest_cover = all[i].draw;
        if (l->draws[lower->rest_cover].seen != all[i].seen) continue;
        lower->at_rest++;
        return;
    }
}

/* From the last draw to the first: at rest, what others are drawn over that clips show and hide at other
 * times. */
static void find_at_rest(fy_layers *l, uint32_t first, uint32_t end) {
    cover all[TOGETHER];
    uint32_t count = 0;
    uint8_t own = 0;
    for (uint32_t i = end; i-- > first;) {
        const fy_layer_triangle *t = &l->triangles[i];
        const fy_layer_draw *summary = &l->draws[t->draw];
        if (!summary->seen || !summary->rests) continue;
        if (summary->tests) count_at_rest(l, t, all, count);
        if (summary->overwrites) own |= t->sides;
        if (i == first || t[-1].draw != t->draw) {
            if (own) add_cover(all, &count, summary, t->draw, own);
            own = 0;
        }
    }
}

/* Whether two triangles of one draw that lie in one place have the same holes. */
static bool are_alike(const fy_layers *l, const fy_layer_triangle *a, const fy_layer_triangle *b) {
    const ferry_mesh *mesh = &l->scene->meshes.data[l->scene->draws.data[a->draw].mesh];
    for (int k = 0; k < 3; k++) {
        uint32_t x = a->corners[k].vertex, y = b->corners[k].vertex;
        for (int i = 0; i < FERRY_UV_SETS; i++)
            if (mesh->uvs[i] && memcmp(&mesh->uvs[i][x], &mesh->uvs[i][y], sizeof(ferry_vec2)) != 0)
                return false;
        for (int i = 0; i < FERRY_COLOR_SETS; i++)
            if (mesh->colors[i] && mesh->colors[i][x].a != mesh->colors[i][y].a) return false;
    }
    return true;
}

/* Where both sides of a two-sided sheet have triangles of one draw, the last one is seen from both. The order
 * within a draw gets lost, so the others are left out. */
static void find_backed(fy_layers *l, uint32_t first, uint32_t end) {
    const fy_layer_triangle *last = &l->triangles[end - 1];
    for (uint32_t i = end - 1; i-- > first;) {
        fy_layer_triangle *t = &l->triangles[i];
        const fy_layer_draw *summary = &l->draws[t->draw];
        if (last->draw != t->draw) {
            last = t;
            continue;
        }
        bool over = summary->shows && summary->writes && !summary->blended && !(t->sides & ~last->sides);
        if (over && are_alike(l, t, last)) t->verdict = FY_LAYER_OVERWRITTEN;
    }
}

/* Sides from which equal triangles were drawn with depth, by what may lie on them. */
typedef struct sides_drawn {
    uint8_t sides[2][2]; /* blended, holes */
} sides_drawn;

static void judge(fy_layer_triangle *t, fy_layer_draw *summary, const sides_drawn *always,
                  const sides_drawn *own) {
    uint8_t whole = 0, any = 0;
    for (int kind = 0; kind < 4; kind++) {
        fy_layer_draw lower = {.writes = true, .blended = kind & 1, .holes = kind >> 1};
        uint8_t sides = always->sides[lower.blended][lower.holes] | own->sides[lower.blended][lower.holes];
        if (!fy_layer_may_lie_on(summary, &lower)) continue;
        any |= sides;
        if (!lower.holes) whole |= sides;
    }
    if (t->sides & ~any) return;
    t->verdict = FY_LAYER_DECAL;
    summary->over_holes += (t->sides & ~whole) != 0;
}

/* The first: what is always seen. */
typedef struct together {
    uint32_t seen;
    sides_drawn below;
} together;

static together *find_together(together *all, uint32_t *count, uint32_t seen) {
    uint32_t i = 0;
    while (i < *count && all[i].seen != seen) i++;
    if (i == *count && i == TOGETHER) return NULL;
    if (i == *count) all[(*count)++] = (together){.seen = seen};
    return &all[i];
}

static void find_decals(fy_layers *l, uint32_t first, uint32_t end) {
    together all[TOGETHER] = {{0}};
    uint32_t count = 1;
    for (uint32_t i = first, next; i < end; i = next) {
        fy_layer_draw *summary = &l->draws[l->triangles[i].draw];
        uint8_t own = 0;
        together *like = find_together(all, &count, summary->seen);
        for (next = i; next < end && l->triangles[next].draw == l->triangles[i].draw; next++) {
            fy_layer_triangle *t = &l->triangles[next];
            if (t->verdict == FY_LAYER_OVERWRITTEN) continue;
            if (like) judge(t, summary, &all[0].below, &like->below);
            own |= t->sides;
        }
        if (like && summary->writes) like->below.sides[summary->blended][summary->holes] |= own;
    }
}

static void for_each_place(fy_layers *l, void (*visit)(fy_layers *, uint32_t, uint32_t)) {
    for (uint32_t first = 0, end; first < l->triangle_count; first = end) {
        end = first + 1;
        while (end < l->triangle_count && !by_corners(&l->triangles[first], &l->triangles[end])) end++;
        if (end - first > 1) visit(l, first, end);
    }
}

void fy_layers_find_equal(fy_layers *l) {
    qsort(l->triangles, l->triangle_count, sizeof *l->triangles, by_place);
    for_each_place(l, find_overwritten);
    for_each_place(l, find_at_rest);
    for_each_place(l, find_backed);
    for_each_place(l, find_decals);
}
