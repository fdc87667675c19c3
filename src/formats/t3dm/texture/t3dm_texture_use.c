/* t3dm_texture_use.c: see the header. */
#include "formats/t3dm/texture/t3dm_texture_use.h"

#include <string.h>

#include "ferry64.h"
#include "machine/gx/gx_tev_formula.h"

static bool same_constraint(const fy_texture_constraint *a, const fy_texture_constraint *b) {
    return a->has_format == b->has_format && (!a->has_format || a->format == b->format) &&
           a->width == b->width && a->height == b->height && a->most == b->most;
}

static bool same_window(const fy_texture_window *a, const fy_texture_window *b) {
    for (int axis = 0; axis < 2; axis++)
        if (a->size[axis] != b->size[axis] || a->from[axis] != b->from[axis] ||
            a->wraps[axis] != b->wraps[axis])
            return false;
    return true;
}

/* Formulas are held as they were folded, arguments first: equal ones of different materials match node by
 * node. */
static bool same_part(const fy_tev *x, uint16_t a, const fy_tev *y, uint16_t b) {
    if (a == FY_TEV_NONE || b == FY_TEV_NONE) return a == b;
    return fy_tev_same(x, a, y, b);
}

static bool same_bake(const fy_texture_bake *a, const fy_texture_bake *b) {
    if (!a->formula || !b->formula) return a->formula == b->formula;
    return same_part(a->formula, a->color, b->formula, b->color) &&
           same_part(a->formula, a->alpha, b->formula, b->alpha);
}

bool fy_texture_same_use(const fy_texture_use *a, const fy_texture_use *b) {
    return memcmp(a->swizzle, b->swizzle, 3) == 0 && a->alpha == b->alpha && a->threshold == b->threshold &&
           a->limit == b->limit && a->wrap_s == b->wrap_s && a->wrap_t == b->wrap_t && a->whole == b->whole &&
           a->follows == b->follows && a->hides == b->hides && a->magnified == b->magnified &&
           same_window(&a->window, &b->window) && same_bake(&a->bake, &b->bake) &&
           same_constraint(&a->constraint, &b->constraint);
}

bool fy_texture_is_part(const fy_texture_window *window, const ferry_image *of) {
    return window->size[0] && (window->size[0] < of->width || window->size[1] < of->height);
}
