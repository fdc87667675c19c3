/* t3dm_pairs.c: which two textures may share the coordinates that a vertex holds. */
#include "shade/samples/t3dm_pairs.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* The console's coordinates have 16 bits, a 32nd of a texel each. */
enum { MOST_TEXELS = 1024 };

/* Whether a tile that multiplies what vertices hold, texels of the first picture, brings some back on the
 * other side, where a picture that clamps shows its other edge. Vertices may be moved by half a texel. */
static bool comes_back(const fy_reference *reference, const fy_uv_map *first, ferry_wrap wrap, int axis,
                       uint32_t size, const fy_tile_step *step) {
    const fy_constant_uv_set *set = &reference->constant_uv.sets[first->set % FERRY_UV_SETS];
    const double *row = first->m[axis], low[2] = {(double)set->low.x, (double)set->low.y},
                 high[2] = {(double)set->high.x, (double)set->high.y};
    double least = row[3], most = row[3];
    if (step->shift >= 0 || wrap != FERRY_WRAP_CLAMP || !set->met || set->wild) return false;
    for (int k = 0; k < 2; k++) {
        least += fmin(row[k] * low[k], row[k] * high[k]);
        most += fmax(row[k] * low[k], row[k] * high[k]);
    }
    double times = fy_pow(2, -step->shift);
    return (-least * size + .5) * times >= MOST_TEXELS || (most * size + .5) * times >= MOST_TEXELS;
}

bool fy_textures_pair(const void *user, const fy_fit_texture *first, const fy_fit_texture *second) {
    const fy_reference *reference = user;
    const ferry_image *a = fy_reference_map_image(reference, first->map),
                      *b = fy_reference_map_image(reference, second->map);
    if (!a || !b || first->texgen >= FERRY_GX_MAX_TEXGENS || second->texgen >= FERRY_GX_MAX_TEXGENS)
        return false;
    const fy_uv_map *from = &reference->maps[first->texgen], *to = &reference->maps[second->texgen];
    const ferry_texture *texture = fy_reference_map_texture(reference, second->map);
    const ferry_wrap wraps[2] = {texture->wrap_s, texture->wrap_t};
    const uint32_t sizes[2][2] = {{a->width, b->width}, {a->height, b->height}};
    for (int axis = 0; axis < 2; axis++) {
        fy_tile_step step;
        if (!fy_t3dm_tile_step(from, to, axis, sizes[axis][0], sizes[axis][1], &step) ||
            comes_back(reference, from, wraps[axis], axis, sizes[axis][0], &step))
            return false;
    }
    return true;
}
