/*
 * t3dm_seen_texels.c: what triangles show of a picture between the pixels that were looked at
 * (docs/what-is-lost.md, "How differences are measured").
 *
 * A few hundred pixels may all miss a line as thin as a mouth. From nearby it is seen.
 */
#include "shade/samples/t3dm_seen_texels.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "core/image/texels_spot.h"
#include "machine/gx/gx_shade_ramp.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_uv.h"

/* How much another colour differs, 0..1, in any component; what share of the texels has to, and how many. */
#define OTHER .1
#define LEAST_SHARE .003
enum { LEAST_TEXELS = 4 };

/* Texels of a triangle that are looked at, along each axis: of larger ones every other, and so on. */
enum { MOST_ALONG = 256 };

/* Texels that are looked at in all, whatever the triangles are. */
enum { MOST_TEXELS = 1 << 19 };

typedef struct count {
    uint32_t all, other, looked_at;
} count;

typedef struct texel_reader {
    const ferry_mip_level *level;
    ferry_wrap wraps[2];
    const uint8_t *swizzle;
    bool differs[3][256]; /* of each component, the bytes that differ */
} texel_reader;

static texel_reader open_reader(const ferry_mip_level *level, const ferry_texture *texture,
                                const uint8_t *swizzle, const double color[3]) {
    texel_reader by = {.level = level, .wraps = {texture->wrap_s, texture->wrap_t}, .swizzle = swizzle};
    for (int k = 0; k < 3; k++)
        for (int value = 0; value < 256; value++)
            by.differs[k][value] = fabs(value / 255.0 - color[k]) > OTHER;
    return by;
}

static bool is_other(const texel_reader *by, const uint8_t *texel) {
    for (int k = 0; k < 3; k++)
        if (by->differs[k][texel[by->swizzle[k]]]) return true;
    return false;
}

/* Most pictures that look as if they had one colour have one. */
static bool has_other(const texel_reader *by) {
    const uint8_t *texel = by->level->rgba, *end = texel + 4 * (size_t)by->level->width * by->level->height;
    for (; texel < end; texel += 4)
        if (is_other(by, texel)) return true;
    return false;
}

/* Twice the area on one side of an edge. */
static double side_of(const double a[2], const double b[2], double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static bool is_inside(const double corners[3][2], double x, double y) {
    double first = side_of(corners[0], corners[1], x, y), second = side_of(corners[1], corners[2], x, y),
           third = side_of(corners[2], corners[0], x, y);
    return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
}

static void count_texels(const texel_reader *by, const double corners[3][2], count *to) {
    int64_t first[2], last[2], step[2];
    for (int axis = 0; axis < 2; axis++) {
        double a = corners[0][axis], b = corners[1][axis], c = corners[2][axis];
        double low = fmin(fmin(a, b), c), high = fmax(fmax(a, b), c);
        if (!(low > -1e6 && high < 1e6)) return;
        first[axis] = (int64_t)floor(low);
        last[axis] = (int64_t)floor(high);
        step[axis] = (last[axis] - first[axis]) / MOST_ALONG + 1;
    }
    for (int64_t y = first[1]; y <= last[1]; y += step[1]) {
        const uint8_t *row = by->level->rgba + 4 * (size_t)by->level->width *
                                                   fy_texels_wrapped(y, by->level->height, by->wraps[1]);
        for (int64_t x = first[0]; x <= last[0]; x += step[0]) {
            if (to->looked_at++ == MOST_TEXELS) return;
            if (!is_inside(corners, (double)x + .5, (double)y + .5)) continue;
            to->all++;
            to->other += is_other(by, row + 4 * (size_t)fy_texels_wrapped(x, by->level->width, by->wraps[0]));
        }
    }
}

static void place_corners(const fy_uv_map *map, const ferry_mip_level *level, const fy_seen_pixel *pixel,
                          double corners[3][2]) {
    const double sizes[2] = {level->width, level->height};
    for (int i = 0; i < 3; i++) {
        const ferry_vec2 *uv = &pixel->corners[i].uvs[map->set % FERRY_UV_SETS];
        for (int axis = 0; axis < 2; axis++) {
            const double *row = map->m[axis];
            corners[i][axis] = (row[0] * (double)uv->x + row[1] * (double)uv->y + row[3]) * sizes[axis];
        }
    }
}

/* Pictures that the game supplies are not those of the file. */
static bool is_known(const fy_reference *reference, const fy_tev_node *leaf) {
    if (leaf->op != FY_TEV_TEX || leaf->baked || leaf->indirect || leaf->texgen >= FERRY_GX_MAX_TEXGENS ||
        leaf->map >= FERRY_GX_MAX_MAPS || reference->maps[leaf->texgen].kind != FY_UV_SET)
        return false;
    const ferry_image *image = fy_reference_map_image(reference, leaf->map);
    return image && fy_gx_open_ramp(fy_reference_map_texture(reference, leaf->map), image) == FY_GX_NO_RAMP;
}

/* In a view, pixels of one triangle come one after the other. */
bool fy_shows_other_texels(const fy_reference *reference, const fy_tev_node *leaf, const double color[3]) {
    count found = {0, 0, 0};
    const fy_seen_pixel *last = NULL;
    if (!is_known(reference, leaf)) return false;
    const texel_reader by = open_reader(&fy_reference_map_image(reference, leaf->map)->levels[0],
                                        fy_reference_map_texture(reference, leaf->map), leaf->swizzle, color);
    if (!has_other(&by)) return false;
    for (uint32_t i = 0; i < reference->seen_count && found.looked_at < MOST_TEXELS; i++) {
        const fy_seen_pixel *pixel = &reference->seen[i];
        double corners[3][2];
        if (last && memcmp(last->corners, pixel->corners, sizeof pixel->corners) == 0) continue;
        last = pixel;
        place_corners(&reference->maps[leaf->texgen], by.level, pixel, corners);
        count_texels(&by, corners, &found);
    }
    return found.other >= LEAST_TEXELS && (double)found.other > LEAST_SHARE * (double)found.all;
}
