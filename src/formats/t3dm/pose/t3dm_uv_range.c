/*
 * t3dm_uv_range.c: texture coordinates in a vertex's 16 bits: how they are stored, and by how many whole
 * repeats they may be moved (docs/formats/t3dm.md, "Vertices").
 */
#include "formats/t3dm/pose/t3dm_uv_range.h"

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_vertex_uv.h"

enum {
    UV_FAR = 1 << 29, /* where quantised coordinates end; far outside what can be moved */
    HALF_TEXEL = 16,
};

/* Half a texel, as the layout has it. */
static int32_t half_texel(const fy_t3dm_material *material, const fy_t3dm_layout *layout) {
    bool point = ((material->rdp.other_mode >> 44) & 3) == 0;
    fy_t3dm_half_texel rule = layout->half_texel;
    return rule == FY_T3DM_HALF_NEVER || (rule == FY_T3DM_HALF_FILTERED && point) ? 0 : HALF_TEXEL;
}

/* Towards zero and then moved, as upstream's importer does; coarse steps are rounded to the nearest. */
int32_t fy_t3dm_store_uv(const fy_t3dm_material *material, const fy_t3dm_layout *layout, int axis,
                         double uv) {
    double steps = uv * fy_t3dm_texel_steps(material, axis);
    int32_t moved = material->uv_move[axis] - half_texel(material, layout);
    if (!(steps >= -(double)UV_FAR)) return -UV_FAR; /* what is no number, too */
    if (steps > (double)UV_FAR) return UV_FAR;
    if (!material->uv_shift[axis]) return (int32_t)steps + moved;
    return (int32_t)fy_round(steps + (double)moved / (1 << material->uv_shift[axis]));
}

/* ----------------------------------------------------------------------------------------- whole repeats */

static bool tile_used(const fy_t3dm_material *material, int tile) {
    return material->paths[tile] || material->rdp.tiles[tile].reference ||
           material->rdp.tiles[tile].texture != FERRY_NONE;
}

/* Steps after which a tile shows the same again, 0: it never does. The shift scales what the tile sees. */
static int64_t tile_period(const ferry_rdp_axis *axis, uint32_t size) {
    int64_t period = (int64_t)(size ? size : FY_T3DM_DEFAULT_SIZE) * 32;
    if (axis->clamp) return 0;
    if (axis->mirror) period *= 2;
    return axis->shift < 0 ? period >> -axis->shift : period << axis->shift;
}

static int64_t common_multiple(int64_t a, int64_t b) {
    int64_t x = a, y = b;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

void fy_t3dm_uv_periods(const fy_t3dm_material *material, int64_t periods[2]) {
    for (int axis = 0; axis < 2; axis++) {
        int64_t period = 0;
        bool stays = false;
        for (int k = 0; k < 2; k++) {
            const ferry_rdp_tile *tile = &material->rdp.tiles[k];
            if (k && !tile_used(material, k))
                continue; /* texture A counts even if the game supplies it later */
            int64_t own = axis ? tile_period(&tile->t, tile->height) : tile_period(&tile->s, tile->width);
            stays = stays || own <= 0;
            if (own > 0) period = period ? common_multiple(period, own) : own;
        }
        periods[axis] = stays ? 0 : period;
    }
}

/* floor(a / b + 1/2) for b > 0. */
static int64_t nearest(int64_t a, int64_t b) {
    int64_t twice = 2 * a + b, down = twice / (2 * b);
    return twice % (2 * b) < 0 ? down - 1 : down;
}

static bool is_inside(int64_t least, int64_t most) {
    return least >= FY_T3DM_UV_MIN && most <= FY_T3DM_UV_MAX;
}

bool fy_t3dm_object_move(int64_t least, int64_t most, int64_t period, int64_t *by) {
    *by = 0;
    if (is_inside(least, most)) return true;
    if (period) *by = -nearest(least + most, 2 * period) * period;
    return is_inside(least + *by, most + *by);
}

/* Neighbours should move alike, or they cannot share vertices: the steps are as long as half of the range
 * allows. */
int64_t fy_t3dm_triangle_move(int64_t least, int64_t most, int64_t period) {
    if (!period) return 0;
    int64_t step = period * (period < 512 * 32 ? 512 * 32 / period : 1),
            by = -nearest(least + most, 2 * step) * step;
    if (most + by > FY_T3DM_UV_MAX && least + by - period >= FY_T3DM_UV_MIN) by -= period;
    if (least + by < FY_T3DM_UV_MIN && most + by + period <= FY_T3DM_UV_MAX) by += period;
    return by;
}
