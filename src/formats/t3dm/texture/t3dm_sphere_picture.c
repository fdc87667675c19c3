/*
 * t3dm_sphere_picture.c: see t3dm_sphere_picture.h. The effect's coordinates are a normal's x and y: whatever
 * a matrix makes of a normal that faces the viewer is a picture over the disc of these.
 */
#include "formats/t3dm/texture/t3dm_sphere_picture.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "machine/gx/gx_shade_texel.h"
#include "shade/t3dm_uv.h"

/* Texels of a side, places in each of them along both axes, and fraction bits of GX coordinates. */
enum { SIDE = 64, PLACES = 3, ONE_TEXEL = 128 };

/* Pictures of a model: what goes beyond stays as it is. */
enum { MOST_PICTURES = 64 };

/* What the effect may be off by on average, in parts of the picture's longer side. */
#define FOLLOWS (1 / 32.)

/* An environment map of a material that the effect does not follow. */
typedef struct stray {
    uint8_t slot, texgen;
    uint32_t texture;
    fy_uv_map map;
} stray;

static bool is_plain(const fy_uv_map *map) {
    static const double plain[3][4] = {{.5, 0, 0, .5}, {0, -.5, 0, .5}, {0, 0, 0, 1}};
    return map->kind == FY_UV_SPHERE && memcmp(map->m, plain, sizeof plain) == 0;
}

/* Whether a slot is read by that texgen alone, and no other one takes the matrix of its number. */
static bool is_read_by(const ferry_gx_material *gx, uint8_t slot, uint8_t texgen) {
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        if ((stage->map == slot) != (stage->texgen == texgen) ||
            (gx->indirect_enabled && stage->indirect.matrix))
            return false;
    }
    for (unsigned i = 0; i < gx->texgen_count && i < FERRY_GX_MAX_TEXGENS; i++)
        if (i != texgen && gx->texgens[i].matrix == 30 + 3 * texgen) return false;
    return true;
}

/* What a stage reads, if the effect strays from it. */
static bool find_stray(const ferry_scene *scene, const ferry_gx_material *gx, const ferry_gx_stage *stage,
                       stray *found) {
    if (stage->map >= FERRY_GX_MAX_MAPS || gx->textures[stage->map] == FERRY_NONE ||
        stage->texgen >= gx->texgen_count || stage->texgen >= FERRY_GX_MAX_TEXGENS)
        return false;
    *found = (stray){stage->map, stage->texgen, gx->textures[stage->map], fy_t3dm_uv_map(gx, stage->texgen)};
    const ferry_texture *texture = &scene->textures.data[found->texture];
    if (found->map.kind != FY_UV_SPHERE || found->map.loss || texture->image == FERRY_NONE ||
        !is_read_by(gx, found->slot, found->texgen))
        return false;
    const ferry_image *image = &scene->images.data[texture->image];
    const uint32_t size[2] = {image->width, image->height},
                   longer = image->width > image->height ? image->width : image->height;
    const ferry_wrap wraps[2] = {texture->wrap_s, texture->wrap_t};
    bool filtered = texture->mag_filter != FERRY_FILTER_NEAREST;
    return fy_t3dm_sphere(&found->map, size, wraps, filtered).error > FOLLOWS * longer;
}

/* ----------------------------------------------------------------------------------------- the picture */

/* What the source shows where a normal's x and y are those; beyond the disc, what its rim shows. */
static void show(const stray *of, const ferry_texture *texture, const ferry_image *image, double x, double y,
                 uint8_t rgba[4]) {
    double square = x * x + y * y, longer = square > .999 ? sqrt(square / .999) : 1, out[3];
    x /= longer, y /= longer;
    double z = sqrt(1 - (square > .999 ? .999 : square));
    for (int i = 0; i < 3; i++) {
        const double *row = of->map.m[i];
        out[i] = row[0] * x + row[1] * y + row[2] * z + row[3];
    }
    double divisor = fabs(out[2]) > 1e-3 ? out[2] : 1;
    fy_gx_sample(texture, image, (int64_t)floor(out[0] / divisor * image->width * ONE_TEXEL),
                 (int64_t)floor(out[1] / divisor * image->height * ONE_TEXEL), 1, rgba);
}

static void draw_texel(const stray *of, const ferry_texture *texture, const ferry_image *image,
                       uint32_t column, uint32_t row, uint8_t rgba[4]) {
    uint32_t sums[4] = {0};
    for (int i = 0; i < PLACES * PLACES; i++) {
        double s = (column + (i % PLACES + .5) / PLACES) / SIDE,
               t = (row + (i / PLACES + .5) / PLACES) / SIDE;
        uint8_t shown[4];
        show(of, texture, image, 2 * s - 1, 1 - 2 * t, shown);
        for (int k = 0; k < 4; k++) sums[k] += shown[k];
    }
    for (int k = 0; k < 4; k++) rgba[k] = (uint8_t)((sums[k] + PLACES * PLACES / 2) / (PLACES * PLACES));
}

/* Adds the picture and its texture to the scene, which has room for both. */
static bool draw_picture(ferry_job *job, ferry_scene *scene, const stray *of, uint32_t *number) {
    const ferry_texture *texture = &scene->textures.data[of->texture];
    const ferry_image *image = &scene->images.data[texture->image];
    ferry_level *level = ferry_new(job, ferry_level, 1);
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)SIDE * SIDE * 4);
    if (!level || !rgba) return false;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        draw_texel(of, texture, image, i % SIDE, i / SIDE, rgba + (size_t)4 * i);
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
    texgen->matrix = (uint8_t)(30 + 3 * of->texgen);
    gx->textures[of->slot] = texture;
    fy_uv_map map = fy_t3dm_uv_map(gx, of->texgen);
    return is_plain(&map);
}

/* A picture: materials share those that are made of one texture by one matrix. */
typedef struct laid {
    stray of;
    uint32_t texture;
} laid;

/* *texture stays FERRY_NONE where there are too many. */
static bool find_laid(ferry_job *job, ferry_scene *scene, const stray *of, laid *known, uint32_t *count,
                      uint32_t *texture) {
    for (uint32_t i = 0; i < *count; i++)
        if (known[i].of.texture == of->texture &&
            memcmp(known[i].of.map.m, of->map.m, sizeof of->map.m) == 0) {
            *texture = known[i].texture;
            return true;
        }
    *texture = FERRY_NONE;
    if (*count == MOST_PICTURES) return true;
    if (!draw_picture(job, scene, of, texture)) return false;
    known[(*count)++] = (laid){*of, *texture};
    return true;
}

/* What is being done. */
typedef struct laying {
    ferry_job *job;
    const char *name;
    ferry_scene *scene; /* a copy, with room for as many pictures as there are strays */
    laid *known;
    uint32_t count;
} laying;

static void report_picture(const laying *l, uint32_t material) {
    ferry_say(
        l->job, FERRY_NOTE, "t3dm.environment-picture", l->name,
        ferry_job_format(l->job, "material[%u] \"%s\"", material, l->scene->materials.data[material].name),
        "its environment map is turned, or divided by depth: stored as the console lays it on, in "
        "%d x %d texels",
        SIDE, SIDE);
}

/* A material with all of its strays replaced; *made stays NULL if it has none. */
static bool replace_strays(laying *l, uint32_t material, ferry_gx_material **made) {
    const ferry_gx_material *gx = l->scene->materials.data[material].gx;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        stray of;
        uint32_t texture;
        if (!find_stray(l->scene, *made ? *made : gx, &gx->stages[i], &of)) continue;
        if (!find_laid(l->job, l->scene, &of, l->known, &l->count, &texture)) return false;
        if (texture == FERRY_NONE) continue;
        ferry_gx_material *straight = ferry_new(l->job, ferry_gx_material, 1);
        if (!straight) return false;
        *straight = *made ? **made : *gx;
        if (!straighten(straight, &of, texture)) continue;
        *made = straight;
        report_picture(l, material);
    }
    return true;
}

static uint32_t count_strays(const ferry_scene *scene, const bool *driven) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_gx_material *gx = scene->materials.data[i].gx;
        for (unsigned k = 0; gx && !driven[i] && k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++) {
            stray found;
            count += find_stray(scene, gx, &gx->stages[k], &found);
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
