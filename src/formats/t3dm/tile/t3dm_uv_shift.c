/* t3dm_uv_shift.c: see t3dm_uv_shift.h. */
#include "formats/t3dm/tile/t3dm_uv_shift.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/pose/t3dm_moments.h"

fy_uv_map fy_mapping_uv_at(const fy_mapping *m, const fy_material_clip *clip, double time, uint8_t texgen) {
    ferry_gx_material state;
    memcpy(&state, &m->states.list[0], sizeof state);
    fy_pose_state(clip, time, &state);
    return fy_t3dm_uv_map(&state, texgen);
}

double fy_uv_shift(const fy_uv_map *from, const fy_uv_map *to, int row) {
    int most = 3;
    for (int k = 0; k < 4; k++)
        if (fabs(from->m[2][k]) > fabs(from->m[2][most])) most = k;
    return from->m[2][most] != 0 ? (to->m[row][most] - from->m[row][most]) / from->m[2][most] : 0;
}

/* The largest of a row's coefficients, without what it adds. */
static double row_size(const fy_uv_map *map, int row) {
    return fmax(fmax(fabs(map->m[row][0]), fabs(map->m[row][1])), fabs(map->m[row][2]));
}

/* By how much a coefficient of a row may be off: a ten-thousandth of a picture in what it adds; else as much
 * of the row, which multiplies what vertices hold, be these repeats or thousands of units. */
static double tolerance(const fy_uv_map *from, const fy_uv_map *to, int row, int column) {
    const double part = 1e-4, rounding = 1e-12;
    if (column == 3) return part * (1 + fabs(from->m[row][3]));
    return part * fmax(row_size(from, row), row_size(to, row)) + rounding;
}

bool fy_uv_is_shifted(const fy_uv_map *from, const fy_uv_map *to) {
    if (from->kind != to->kind || from->set != to->set) return false;
    for (int i = 0; i < 3; i++) {
        const double shift = i < 2 ? fy_uv_shift(from, to, i) : 0;
        for (int k = 0; k < 4; k++) {
            const double off = from->m[i][k] + shift * from->m[2][k] - to->m[i][k];
            if (!(fabs(off) <= tolerance(from, to, i, k))) return false;
        }
    }
    return true;
}

/* *apart: by more than a shift. */
static bool add_clip(const fy_mapping *m, const fy_material_clip *clip, unsigned use, int axis,
                     double range[2], bool *apart) {
    const double texels = m->tile_source.extents[use][axis];
    const bool turned = use == 0 && m->tile_source.turned[axis];
    fy_t3dm_moments moments;
    uint32_t count;
    if (!fy_mapping_list_moments(m, clip, 1u << FERRY_TARGET_TEXTURE_MATRIX, &count, &moments)) return false;
    for (uint32_t i = 0; count && i < moments.count; i++) {
        const fy_uv_map now = fy_mapping_uv_at(m, clip, moments.samples[i], m->texgens[use]);
        const double shift = fy_uv_shift(&m->maps[use], &now, axis) * texels, low = turned ? shift : -shift;
        *apart |= !fy_uv_is_shifted(&m->maps[use], &now);
        range[0] = fmin(range[0], low);
        range[1] = fmax(range[1], low);
    }
    return true;
}

bool fy_mapping_scroll_range(const fy_mapping *m, unsigned use, int axis, double range[2]) {
    uint32_t count;
    bool apart = false;
    range[0] = range[1] = 0;
    if (!m->states.count || !(m->states.texgens >> m->texgens[use] & 1)) return true;
    const fy_material_clip *clips = fy_mapping_clips(m, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!add_clip(m, &clips[i], use, axis, range, &apart)) return false;
    if (apart) range[0] = range[1] = 0;
    return true;
}
