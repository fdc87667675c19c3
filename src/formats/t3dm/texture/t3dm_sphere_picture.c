/*
 * t3dm_sphere_picture.c: see t3dm_sphere_picture.h. The effect's coordinates are a normal's x and y: whatever
 * the source looks up for a normal that faces the viewer is a picture over the disc of these.
 */
#include "formats/t3dm/texture/t3dm_sphere_picture.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_uv.h"

/* Texels of a side, and places in each of them along both axes. */
enum { SIDE = 64, PLACES = 3 };

/* Pictures of a model: what goes beyond stays as it is. */
enum { MOST_PICTURES = 64 };

/* What the effect may be off by on average, in parts of the picture's longer side. */
#define FOLLOWS (1 / 32.)

/* What a stage of a material looks up by normals, where the effect does not follow. */
typedef struct stray {
    unsigned stage;
    uint8_t slot, texgen;
    uint32_t texture;
    fy_uv_map map;
    /* It is projected from the viewer, and what an environment map holds shifts it: by normals, too, but for
     * where on the screen it is. */
    bool shifted;
} stray;

static bool is_plain(const fy_uv_map *map) {
    static const double plain[3][4] = {{.5, 0, 0, .5}, {0, -.5, 0, .5}, {0, 0, 0, 1}};
    return map->kind == FY_UV_SPHERE && memcmp(map->m, plain, sizeof plain) == 0;
}

static bool is_shifting(const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    return gx->indirect_enabled && stage->indirect.matrix;
}

/* Whether a slot is read by that texgen alone, and no other one takes the matrix of its number. */
static bool is_read_by(const ferry_gx_material *gx, const stray *of) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if (of->shifted && i == of->stage) continue;
        if ((stage->map == of->slot) != (stage->texgen == of->texgen) || is_shifting(gx, stage) ||
            (of->shifted && stage->map == of->slot))
            return false;
    }
    for (unsigned i = 0; i < gx->texgen_count && i < FERRY_GX_MAX_TEXGENS; i++)
        if (i != of->texgen && gx->texgens[i].matrix == 30 + 3 * of->texgen) return false;
    return true;
}

static bool has_picture(const ferry_scene *scene, const ferry_gx_material *gx, uint8_t slot) {
    return slot < FERRY_GX_MAX_MAPS && gx->textures[slot] != FERRY_NONE &&
           scene->textures.data[gx->textures[slot]].image != FERRY_NONE;
}

/* Whether a stage reads a projection from the viewer that an environment map shifts. */
static bool is_shifted(const ferry_scene *scene, const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    const ferry_gx_texgen *texgen = &gx->texgens[stage->texgen];
    unsigned matrix = (texgen->matrix - 30u) / 3;
    if (!is_shifting(gx, stage) || stage->indirect.stage >= gx->indirect_stage_count ||
        stage->indirect.stage >= 4 || texgen->source != FERRY_GX_TG_POSITION ||
        matrix >= FERRY_GX_MAX_MATRICES || !gx->matrices[matrix].present ||
        (gx->matrices[matrix].mode != 3 && gx->matrices[matrix].mode != 9))
        return false;
    const ferry_gx_indirect_order *order = &gx->indirect_orders[stage->indirect.stage];
    fy_uv_map by = fy_t3dm_uv_map(gx, order->texgen);
    return order->texgen != stage->texgen && by.kind == FY_UV_SPHERE && !by.loss &&
           has_picture(scene, gx, order->map);
}

/* Of so many texels, as a picture has or as texture memory leaves of it. */
static bool is_followed_at(const fy_uv_map *map, const ferry_texture *texture, uint32_t width,
                           uint32_t height) {
    const uint32_t size[2] = {width, height};
    const ferry_wrap wraps[2] = {texture->wrap_s, texture->wrap_t};
    bool filtered = texture->mag_filter != FERRY_FILTER_NEAREST;
    return fy_t3dm_sphere(map, size, wraps, filtered).error <= FOLLOWS * (width > height ? width : height);
}

/* What is shrunk gets odd sizes, which cannot repeat: then a border is one. */
static bool is_followed(const ferry_scene *scene, const stray *of) {
    const ferry_texture *texture = &scene->textures.data[of->texture];
    const ferry_image *image = &scene->images.data[texture->image];
    bool fits = (uint64_t)image->width * image->height <= SIDE * SIDE;
    return is_followed_at(&of->map, texture, image->width, image->height) &&
           (fits || is_followed_at(&of->map, texture, SIDE - 1, SIDE - 1));
}

/* What a stage reads, if the effect strays from it. */
static bool find_stray(const ferry_scene *scene, const ferry_gx_material *gx, unsigned number, stray *found) {
    const ferry_gx_stage *stage = &gx->stages[number];
    if (stage->texgen >= gx->texgen_count || stage->texgen >= FERRY_GX_MAX_TEXGENS ||
        !has_picture(scene, gx, stage->map))
        return false;
    *found = (stray){.stage = number,
                     .slot = stage->map,
                     .texgen = stage->texgen,
                     .texture = gx->textures[stage->map],
                     .map = fy_t3dm_uv_map(gx, stage->texgen),
                     .shifted = is_shifted(scene, gx, stage)};
    if (!is_read_by(gx, found)) return false;
    return found->shifted ||
           (found->map.kind == FY_UV_SPHERE && !found->map.loss && !is_followed(scene, found));
}

/* ----------------------------------------------------------------------------------------- the picture */

/* What the source shows where a normal's x and y are those, in the middle of the screen; beyond the disc,
 * what its rim shows. */
static void show(const fy_gx_shader *source, unsigned stage, double x, double y, uint8_t rgba[4]) {
    double square = x * x + y * y, longer = square > .999 ? sqrt(square / .999) : 1;
    double z = sqrt(1 - (square > .999 ? .999 : square));
    const ferry_vec3 ahead = {0, 0, -1}, normal = {(float)(x / longer), (float)(y / longer), (float)z};
    const fy_gx_vertex vertex = {.eye = ahead,
                                 .world = ahead,
                                 .raw = ahead,
                                 .eye_normal = normal,
                                 .world_normal = normal,
                                 .raw_normal = normal,
                                 .colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
    fy_tev_inputs inputs;
    fy_gx_texels(source, &vertex, &inputs);
    memcpy(rgba, inputs.texels[stage], 4);
}

static void draw_texel(const fy_gx_shader *source, unsigned stage, uint32_t column, uint32_t row,
                       uint8_t rgba[4]) {
    uint32_t sums[4] = {0};
    for (int i = 0; i < PLACES * PLACES; i++) {
        double s = (column + (i % PLACES + .5) / PLACES) / SIDE,
               t = (row + (i / PLACES + .5) / PLACES) / SIDE;
        uint8_t shown[4];
        show(source, stage, 2 * s - 1, 1 - 2 * t, shown);
        for (int k = 0; k < 4; k++) sums[k] += shown[k];
    }
    for (int k = 0; k < 4; k++) rgba[k] = (uint8_t)((sums[k] + PLACES * PLACES / 2) / (PLACES * PLACES));
}

/* Adds the picture and its texture to the scene, which has room for both. */
static bool draw_picture(ferry_job *job, ferry_scene *scene, const ferry_gx_material *gx, const stray *of,
                         uint32_t *number) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    const ferry_texture *texture = &scene->textures.data[of->texture];
    const ferry_image *image = &scene->images.data[texture->image];
    ferry_level *level = ferry_new(job, ferry_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)SIDE * SIDE * 4);
    const fy_gx_shader *source = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &view);
    if (!level || !rgba || !source) return false;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        draw_texel(source, of->stage, i % SIDE, i / SIDE, rgba + (size_t)4 * i);
    *level = (ferry_level){SIDE, SIDE, rgba};
    ferry_image *drawn = &scene->images.data[scene->images.count];
    ferry_texture *made = &scene->textures.data[ *number = scene->textures.count++];
    *drawn = *image;
    drawn->width = drawn->height = SIDE;
    drawn->levels = level;
    drawn->level_count = 1;
    *made = *texture;
    made->image = scene->images.count++;
    made->wrap_s = made->wrap_t = FERRY_WRAP_CLAMP;
    made->min_filter = made->mag_filter = FERRY_FILTER_LINEAR;
    return true;
}

/* ---------------------------------------------------------------------------------------- the material */

/* The matrix that the effect has. */
static bool straighten(ferry_gx_material *gx, const stray *of, uint32_t texture) {
    ferry_gx_texgen *texgen = &gx->texgens[of->texgen];
    ferry_gx_texture_matrix *matrix = &gx->matrices[of->texgen];
    *matrix = (ferry_gx_texture_matrix){.present = true, .projection = 1, .mode = 6};
    matrix->center[0] = matrix->center[1] = .5F;
    matrix->scale[0] = matrix->scale[1] = 1;
    texgen->type = FERRY_GX_TEXGEN_2X4;
    texgen->source = FERRY_GX_TG_NORMAL;
    texgen->matrix = (uint8_t)(30 + 3 * of->texgen);
    gx->stages[of->stage].indirect = (ferry_gx_indirect_use){0};
    gx->textures[of->slot] = texture;
    fy_uv_map map = fy_t3dm_uv_map(gx, of->texgen);
    return is_plain(&map);
}

/* A picture: materials share those that are made of one texture by one matrix, if nothing shifts it. */
typedef struct laid {
    stray of;
    uint32_t texture;
} laid;

static const laid *find_laid(const laid *known, uint32_t count, const stray *of) {
    for (uint32_t i = 0; !of->shifted && i < count; i++)
        if (!known[i].of.shifted && known[i].of.texture == of->texture &&
            memcmp(known[i].of.map.m, of->map.m, sizeof of->map.m) == 0)
            return &known[i];
    return NULL;
}

/* What is being done. */
typedef struct laying {
    ferry_job *job;
    const char *name;
    ferry_scene *scene; /* a copy, with room for as many pictures as there are strays */
    laid *known;
    uint32_t count;
} laying;

/* What is shown in place of a stray; *texture stays FERRY_NONE where there are too many. */
static bool lay(laying *l, const ferry_gx_material *gx, const stray *of, uint32_t *texture) {
    const laid *known = find_laid(l->known, l->count, of);
    *texture = known ? known->texture : FERRY_NONE;
    if (known || l->count == MOST_PICTURES) return true;
    if (!draw_picture(l->job, l->scene, gx, of, texture)) return false;
    l->known[l->count++] = (laid){*of, *texture};
    return true;
}

static void report_picture(const laying *l, uint32_t material, const stray *of) {
    ferry_say(
        l->job, FERRY_NOTE, "t3dm.environment-picture", l->name,
        ferry_job_format(l->job, "material[%u] \"%s\"", material, l->scene->materials.data[material].name),
        "%s: stored as the console lays it on, in %d x %d texels",
        of->shifted
            ? "its projection from the viewer, which an environment map shifts, became one as it is in "
              "the middle of the screen"
            : "its environment map is turned, or divided by depth",
        SIDE, SIDE);
}

/* A material with all of its strays replaced; *made stays NULL if it has none. */
static bool replace_strays(laying *l, uint32_t material, ferry_gx_material **made) {
    const ferry_gx_material *gx = l->scene->materials.data[material].gx;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_material *now = *made ? *made : gx;
        stray of;
        uint32_t texture;
        if (!find_stray(l->scene, now, i, &of)) continue;
        if (!lay(l, now, &of, &texture)) return false;
        if (texture == FERRY_NONE) continue;
        ferry_gx_material *straight = ferry_new(l->job, ferry_gx_material, 1);
        if (!straight) return false;
        *straight = *now;
        if (!straighten(straight, &of, texture)) continue;
        *made = straight;
        report_picture(l, material, &of);
    }
    return true;
}

static uint32_t count_strays(const ferry_scene *scene, const bool *driven) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_gx_material *gx = scene->materials.data[i].gx;
        for (unsigned k = 0; gx && !driven[i] && k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++) {
            stray found;
            count += find_stray(scene, gx, k, &found);
        }
    }
    return count;
}

static bool open_laying(laying *l, const ferry_scene *from, uint32_t strays) {
    ferry_scene *scene = l->scene = ferry_new(l->job, ferry_scene, 1);
    ferry_texture *textures = ferry_new(l->job, ferry_texture, from->textures.count + (size_t)strays);
    ferry_image *images = ferry_new(l->job, ferry_image, from->images.count + (size_t)strays);
    ferry_material *materials = ferry_new(l->job, ferry_material, from->materials.count);
    l->known = ferry_new(l->job, laid, strays);
    if (!scene || !textures || !images || !materials || !l->known) return false;
    *scene = *from;
    memcpy(textures, from->textures.data, from->textures.count * sizeof *textures);
    memcpy(images, from->images.data, from->images.count * sizeof *images);
    memcpy(materials, from->materials.data, from->materials.count * sizeof *materials);
    scene->textures.data = textures;
    scene->images.data = images;
    scene->materials.data = materials;
    return true;
}

bool fy_t3dm_lay_spheres(ferry_job *job, const char *name, const ferry_scene *scene, const bool *driven,
                         const ferry_scene **laid_scene) {
    laying l = {.job = job, .name = name};
    uint32_t strays = count_strays(scene, driven);
    *laid_scene = scene;
    if (!strays) return true;
    if (!open_laying(&l, scene, strays < MOST_PICTURES ? strays : MOST_PICTURES)) return false;
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        ferry_gx_material *made = NULL;
        if (!scene->materials.data[i].gx || driven[i]) continue;
        if (!replace_strays(&l, i, &made)) return false;
        if (made) l.scene->materials.data[i].gx = made;
        if (!ferry_tick(job)) return false;
    }
    *laid_scene = l.scene;
    return true;
}
