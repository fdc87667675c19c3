/*
 * t3dm_importance.c: see t3dm_importance.h. A face may take its colour from a few texels in the corner of a
 * picture: what is lost there is seen more than what is lost on all the rest.
 */
#include "shade/t3dm_importance.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/image/texels_difference.h"
#include "shade/t3dm_uv.h"

enum { CELLS = FY_IMPORTANCE_CELLS, NO_TEXGEN = 0xFF };

/* Most steps along a triangle's side. */
#define MOST_STEPS 12

/* ------------------------------------------------------------------------------------- who shows what */

typedef void (*found_use)(void *user, uint32_t image, fy_image_draw use);

static uint32_t image_of(const ferry_scene *scene, uint32_t texture) {
    return texture == FERRY_NONE ? FERRY_NONE : scene->textures.data[texture].image;
}

/* Each image once a draw: by the first stage that reads it. */
static void uses_of_gx(const ferry_scene *scene, uint32_t draw, const ferry_gx_material *gx, found_use found,
                       void *user) {
    uint32_t seen[FERRY_GX_MAX_STAGES];
    unsigned count = 0;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if (stage->map >= FERRY_GX_MAX_MAPS || stage->texgen >= FERRY_GX_MAX_TEXGENS) continue;
        uint32_t texture = gx->textures[stage->map], image = image_of(scene, texture);
        bool known = image == FERRY_NONE;
        for (unsigned k = 0; k < count; k++) known |= seen[k] == image;
        if (known) continue;
        seen[count++] = image;
        found(user, image, (fy_image_draw){draw, texture, stage->texgen});
    }
}

static void each_use(const ferry_scene *scene, found_use found, void *user) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t index = scene->draws.data[d].material;
        if (index == FERRY_NONE || scene->draws.data[d].level) continue;
        const ferry_material *material = &scene->materials.data[index];
        uint32_t image = image_of(scene, material->base_texture);
        if (material->gx)
            uses_of_gx(scene, d, material->gx, found, user);
        else if (image != FERRY_NONE)
            found(user, image, (fy_image_draw){d, material->base_texture, NO_TEXGEN});
    }
}

static void count_use(void *user, uint32_t image, fy_image_draw use) {
    uint32_t *first = user;
    (void)use;
    first[image + 1]++;
}

/* `first` moves on as uses come in. */
static void keep_use(void *user, uint32_t image, fy_image_draw use) {
    fy_image_draws *draws = user;
    draws->list[draws->first[image]++] = use;
}

bool fy_image_draws_find(ferry_job *job, const ferry_scene *scene, fy_image_draws *draws) {
    uint32_t count = scene->images.count;
    uint32_t *first = ferry_new(job, uint32_t, (size_t)count + 2);
    if (!first) return false;
    each_use(scene, count_use, first + 1); /* one place on, for the filling */
    for (uint32_t i = 0; i <= count; i++) first[i + 1] += first[i];
    fy_image_draws made = {.first = first + 1,
                           .list = ferry_new(job, fy_image_draw, (size_t)first[count + 1] + 1)};
    if (!made.list) return false;
    each_use(scene, keep_use, &made);
    draws->list = made.list;
    draws->first = first;
    draws->images = count;
    return true;
}

/* ------------------------------------------------------------------------------------------- the cells */

typedef struct corner {
    double u, v;
} corner;

static double inside(double at, ferry_wrap wrap) {
    if (wrap == FERRY_WRAP_CLAMP) return at < 0 ? 0 : at > 1 ? 1 : at;
    double whole = fy_whole_below(at), part = at - whole;
    return wrap == FERRY_WRAP_MIRROR && fy_whole_below(whole / 2) * 2 != whole ? 1 - part : part;
}

/* CELLS: the part does not show it. */
static unsigned cell_of(double at, ferry_wrap wrap, const fy_image_part *part, int axis) {
    double cell = CELLS * (part ? (at - part->from[axis]) / part->size[axis] : inside(at, wrap));
    if (part && wrap != FERRY_WRAP_CLAMP && !(cell > -1 && cell < CELLS + 1)) return CELLS;
    return cell >= CELLS ? CELLS - 1 : cell > 0 ? (unsigned)cell : 0;
}

/* Whether all of a triangle lies so far beside the part that no point of it comes into a cell. What is
 * clamped counts for the cells at the edge. */
static bool is_beside(const corner c[3], const ferry_texture *texture, const fy_image_part *part) {
    for (int axis = 0; axis < 2 && part; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL, cell = part->size[axis] / CELLS;
        if ((axis ? texture->wrap_t : texture->wrap_s) == FERRY_WRAP_CLAMP) continue;
        for (int i = 0; i < 3; i++) {
            double at = (axis ? c[i].v : c[i].u) - part->from[axis];
            low = at < low ? at : low, high = at > high ? at : high;
        }
        if (high < -2 * cell || low > part->size[axis] + 2 * cell) return true;
    }
    return false;
}

static double reach(const corner c[3]) {
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fabs(c[i].u - c[(i + 1) % 3].u));
        most = fmax(most, fabs(c[i].v - c[(i + 1) % 3].v));
    }
    return most;
}

/* Points in even distances over the triangle share its area. */
static void spread(const corner c[3], double area, const ferry_texture *texture, const fy_image_part *part,
                   fy_importance *to) {
    double wide = reach(c) * CELLS;
    if (!(wide < 1e6) || !(area > 0) || !(area < 1e30)) return;
    int steps = wide < MOST_STEPS ? 1 + (int)wide : MOST_STEPS;
    float share = (float)(area * 2 / (steps * (steps + 1)));
    double parts[MOST_STEPS];
    for (int i = 0; i < steps; i++) parts[i] = (i + 1 / 3.0) / steps;
    for (int i = 0; i < steps; i++)
        for (int k = 0; k + i < steps; k++) {
            double a = parts[i], b = parts[k], rest = 1 - a - b;
            double u = c[0].u * rest + c[1].u * a + c[2].u * b, v = c[0].v * rest + c[1].v * a + c[2].v * b;
            unsigned x = cell_of(u, texture->wrap_s, part, 0), y = cell_of(v, texture->wrap_t, part, 1);
            if (x < CELLS && y < CELLS) to->cells[y][x] += share;
        }
}

static double area_of(const ferry_mesh *mesh, const uint32_t corners[3]) {
    const ferry_vec3 *p = mesh->positions;
    ferry_vec3 across = fy_vec3_sub(p[corners[1]], p[corners[0]]),
               down = fy_vec3_sub(p[corners[2]], p[corners[0]]);
    return (double)fy_vec3_length(fy_vec3_cross(across, down)) / 2;
}

static void add_draw(const ferry_scene *scene, const fy_image_draw *use, const fy_image_part *part,
                     fy_importance *to) {
    const ferry_draw *draw = &scene->draws.data[use->draw];
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const ferry_material *material = &scene->materials.data[draw->material];
    fy_uv_map map = {.kind = FY_UV_SET, .set = material->base_uv, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}}};
    if (use->texgen != NO_TEXGEN) map = fy_t3dm_uv_map(material->gx, use->texgen);
    const ferry_texture *texture = &scene->textures.data[use->texture];
    const ferry_vec2 *uvs = map.kind == FY_UV_SET ? mesh->uvs[map.set % FERRY_UV_SETS] : NULL;
    if (!uvs) return;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        corner c[3];
        for (int i = 0; i < 3; i++) {
            double u = (double)uvs[corners[i]].x, v = (double)uvs[corners[i]].y;
            c[i].u = map.m[0][0] * u + map.m[0][1] * v + map.m[0][3];
            c[i].v = map.m[1][0] * u + map.m[1][1] * v + map.m[1][3];
        }
        if (!is_beside(c, texture, part)) spread(c, area_of(mesh, corners), texture, part, to);
    }
}

/* What all parts count at least, of the mean. */
#define LEAST .25F

bool fy_importance_of(const ferry_scene *scene, const fy_image_draws *draws, uint32_t image,
                      const fy_image_part *part, fy_importance *importance) {
    double sum = 0;
    memset(importance, 0, sizeof *importance);
    if (image >= draws->images) return false;
    for (uint32_t i = draws->first[image]; i < draws->first[image + 1]; i++)
        add_draw(scene, &draws->list[i], part, importance);
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++) sum += (double)importance->cells[y][x];
    if (!(sum > 0) || !fy_finite(sum)) return false;
    float scale = (float)((1 - (double)LEAST) * CELLS * CELLS / sum);
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++) importance->cells[y][x] = LEAST + scale * importance->cells[y][x];
    return true;
}
