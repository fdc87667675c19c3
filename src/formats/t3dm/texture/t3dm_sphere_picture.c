/*
 * t3dm_sphere_picture.c: see t3dm_sphere_picture.h. The effect's coordinates are a normal's x and y: whatever
 * the source looks up for a normal that faces the viewer is a picture over the disc of these.
 *
 * Between the corners of a triangle both machines interpolate, and what lies between two normals is shorter
 * than either. The source divides by a third coordinate there, which undoes that; the effect has none, and
 * reads nearer to the middle of the disc. So the picture is drawn for normals of the length that suits best
 * what is seen.
 */
#include "formats/t3dm/texture/t3dm_sphere_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/t3dm/texture/t3dm_made_picture.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_uv.h"
#include "view/survey.h"

/* Texels of a side, and places in each of them along both axes. */
enum { SIDE = 64, PLACES = 3 };

/* Pictures of a model: what goes beyond stays as it is. */
enum { MOST_PICTURES = 64 };

/* What the effect may be off by on average, in parts of the picture's longer side. */
#define FOLLOWS (1 / 32.)

/* What a stage of a material looks up by normals, where the effect does not follow. */
typedef struct look_up {
    unsigned stage;
    uint8_t slot, texgen;
    uint32_t texture;
    fy_uv_map map;
    /* It is projected from the viewer, and what an environment map holds shifts it: by normals, too, but for
     * where on the screen it is. */
    bool shifted;
} look_up;

static bool is_plain(const fy_uv_map *map) {
    static const double plain[3][4] = {{.5, 0, 0, .5}, {0, -.5, 0, .5}, {0, 0, 0, 1}};
    return map->kind == FY_UV_SPHERE && memcmp(map->m, plain, sizeof plain) == 0;
}

static bool is_shifting(const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    return gx->indirect_enabled && stage->indirect.matrix;
}

/* Whether a slot is read by that texgen alone, and no other one takes the matrix of its number. */
static bool is_read_by(const ferry_gx_material *gx, const look_up *of) {
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
    if (!is_shifting(gx, stage) || stage->indirect.stage >= gx->indirect_stage_count ||
        stage->indirect.stage >= 4 || fy_t3dm_adds_offsets(gx) || !fy_t3dm_is_projected(gx, stage->texgen))
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

/* What has more texels than texture memory holds is stored with sizes that are no powers of two. Such a
 * picture cannot repeat, so the effect cannot use mirrored repeats for it. */
static bool is_followed(const ferry_scene *scene, const look_up *of) {
    const ferry_texture *texture = &scene->textures.data[of->texture];
    const ferry_image *image = &scene->images.data[texture->image];
    bool fits = (uint64_t)image->width * image->height <= SIDE * SIDE;
    return is_followed_at(&of->map, texture, image->width, image->height) &&
           (fits || is_followed_at(&of->map, texture, SIDE - 1, SIDE - 1));
}

/* What a stage reads, if the effect does not follow. */
static bool find_unfollowed(const ferry_scene *scene, const ferry_gx_material *gx, unsigned number,
                            look_up *found) {
    const ferry_gx_stage *stage = &gx->stages[number];
    if (stage->texgen >= gx->texgen_count || stage->texgen >= FERRY_GX_MAX_TEXGENS ||
        !has_picture(scene, gx, stage->map) ||
        (fy_gx_shows_frame_buffer(gx) && fy_gx_reads_frame_buffer(gx, number))) /* not drawn as a picture */
        return false;
    *found = (look_up){.stage = number,
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

/* What the source shows of a normal; of what is `right` and `up` of the middle of the screen, in parts of the
 * distance. */
static void show_normal(const fy_gx_shader *source, unsigned stage, ferry_vec3 normal, double right,
                        double up, uint8_t rgba[4]) {
    const ferry_vec3 place = {(float)right, (float)up, -1};
    const fy_gx_vertex vertex = {.eye = place,
                                 .world = place,
                                 .raw = place,
                                 .eye_normal = normal,
                                 .world_normal = normal,
                                 .raw_normal = normal,
                                 .colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
    fy_tev_inputs inputs;
    fy_gx_texels(source, &vertex, &inputs);
    memcpy(rgba, inputs.texels[stage], 4);
}

/* The normal of a length whose x and y are those; beyond the disc that of its rim. */
static ferry_vec3 normal_at(double x, double y, double length) {
    const double most = .999 * length * length, square = x * x + y * y;
    double longer = square > most ? sqrt(square / most) : 1;
    double z = sqrt(length * length - (square > most ? most : square));
    return (ferry_vec3){(float)(x / longer), (float)(y / longer), (float)z};
}

/* What a look-up differs by, of 255, in the corners of the middle half of the screen (a camera of 60 degrees)
 * from what it is in its middle. */
static double difference_by_place(const fy_gx_shader *source, unsigned stage) {
    enum { STEPS = 12 };
    static const double corners[4][2] = {{-.38, -.29}, {.38, -.29}, {-.38, .29}, {.38, .29}};
    double sum = 0;
    for (int i = 0; i < STEPS * STEPS * 4; i++) {
        const int cell = i / 4;
        const ferry_vec3 normal =
            normal_at((cell % STEPS + .5) / STEPS * 2 - 1, (cell / STEPS + .5) / STEPS * 2 - 1, 1);
        uint8_t middle[4], corner[4];
        show_normal(source, stage, normal, 0, 0, middle);
        show_normal(source, stage, normal, corners[i % 4][0], corners[i % 4][1], corner);
        for (int k = 0; k < 3; k++) sum += abs(middle[k] - corner[k]);
    }
    return sum / (3.0 * 4 * STEPS * STEPS);
}

static void draw_texel(const fy_gx_shader *source, unsigned stage, double length, uint32_t column,
                       uint32_t row, uint8_t rgba[4]) {
    uint32_t sums[4] = {0};
    for (int i = 0; i < PLACES * PLACES; i++) {
        double s = (column + (i % PLACES + .5) / PLACES) / SIDE,
               t = (row + (i / PLACES + .5) / PLACES) / SIDE;
        uint8_t shown[4];
        show_normal(source, stage, normal_at(2 * s - 1, 1 - 2 * t, length), 0, 0, shown);
        for (int k = 0; k < 4; k++) sums[k] += shown[k];
    }
    for (int k = 0; k < 4; k++) rgba[k] = (uint8_t)((sums[k] + PLACES * PLACES / 2) / (PLACES * PLACES));
}

/* The texels of a look-up. NULL: no memory, or the job was stopped. */
static uint8_t *draw_texels(ferry_job *job, const fy_gx_shader *source, unsigned stage, double length) {
    uint8_t *rgba = ferry_new(job, uint8_t, (size_t)SIDE * SIDE * 4);
    for (uint32_t i = 0; rgba && i < SIDE * SIDE; i++) {
        if (i % SIDE == 0 && !ferry_tick(job)) return NULL;
        draw_texel(source, stage, length, i % SIDE, i / SIDE, rgba + (size_t)4 * i);
    }
    return rgba;
}

/* Adds a picture and its texture to the scene, which has room for both: the number, FERRY_NONE at the memory
 * limit. */
static uint32_t add_picture(ferry_job *job, ferry_scene *scene, uint32_t from, uint8_t *rgba) {
    fy_made_picture made = {scene->textures.data[from], scene->images.data[scene->textures.data[from].image]};
    if (!fy_made_picture_fill(job, &(fy_texels){SIDE, SIDE, rgba}, &made)) return FERRY_NONE;
    made.texture.wrap_s = made.texture.wrap_t = FERRY_WRAP_CLAMP;
    made.texture.min_filter = made.texture.mag_filter = FERRY_FILTER_LINEAR;
    uint32_t texture = fy_made_picture_place(scene, &made);
    fy_made_picture_keep(scene);
    return texture;
}

/* ---------------------------------------------------------------------------------------- the material */

/* The matrix that the effect has. */
static bool straighten(ferry_gx_material *gx, const look_up *of, uint32_t texture) {
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

/* A picture: materials share those that are made of one texture by one matrix, and equal ones. */
typedef struct drawn {
    look_up of;
    uint32_t texture;
    double difference; /* by where on the screen it is, see difference_by_place() */
} drawn;

/* What is being done. */
typedef struct laying {
    ferry_job *job;
    const char *name;
    const fy_survey *survey; /* of the scene as it was; NULL: none */
    const bool *driven;
    ferry_scene *scene; /* a copy, with room for MOST_PICTURES */
    drawn *known;
    uint32_t count;
} laying;

static bool is_same_picture(const look_up *a, const look_up *b) {
    return !a->shifted && !b->shifted && a->texture == b->texture &&
           memcmp(a->map.m, b->map.m, sizeof a->map.m) == 0;
}

static const drawn *find_by_matrix(const laying *l, const look_up *of) {
    for (uint32_t i = 0; i < l->count; i++)
        if (is_same_picture(&l->known[i].of, of)) return &l->known[i];
    return NULL;
}

static const drawn *find_by_texels(const laying *l, const look_up *of, const uint8_t *rgba) {
    for (uint32_t i = 0; i < l->count; i++) {
        const ferry_texture *texture = &l->scene->textures.data[l->known[i].texture];
        const ferry_mip_level *level = &l->scene->images.data[texture->image].levels[0];
        if (l->known[i].of.texture == of->texture && l->known[i].of.shifted == of->shifted &&
            memcmp(level->rgba, rgba, (size_t)SIDE * SIDE * 4) == 0)
            return &l->known[i];
    }
    return NULL;
}

/* ------------------------------------------------------------------------------ the length of normals */

/* Lengths that normals have between corners, from smooth surfaces to coarse ones. */
static const double lengths[] = {1, .95, .9, .85, .8, .75};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* What the effect would read at a pixel from the picture of each length, against what the source reads there:
 * sums of differences. */
static void add_differences(const fy_gx_shader *source, unsigned stage, const fy_seen_pixel *pixel,
                            double sums[LENGTHS]) {
    double at[3] = {0, 0, 0};
    uint8_t wanted[4], shown[4];
    for (int k = 0; k < 3; k++) {
        const ferry_vec3 *normal = &pixel->corners[k].eye_normal;
        at[0] += pixel->shares[k] * (double)normal->x;
        at[1] += pixel->shares[k] * (double)normal->y;
        at[2] += pixel->shares[k] * (double)normal->z;
    }
    show_normal(source, stage, (ferry_vec3){(float)at[0], (float)at[1], (float)at[2]}, 0, 0, wanted);
    for (int i = 0; i < LENGTHS; i++) {
        show_normal(source, stage, normal_at(at[0], at[1], lengths[i]), 0, 0, shown);
        for (int k = 0; k < 3; k++) sums[i] += abs(wanted[k] - shown[k]);
    }
}

/* Whether a material reads what a look-up does. */
static bool reads_same(const laying *l, const ferry_gx_material *gx, const look_up *of) {
    look_up other;
    for (unsigned i = 0; gx && i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (find_unfollowed(l->scene, gx, i, &other) && is_same_picture(&other, of)) return true;
    return false;
}

/* The length by which the picture of a material, and of all that share it, comes nearest to what is seen. */
static bool choose_length(const laying *l, const fy_gx_shader *source, uint32_t material, const look_up *of,
                          double *length) {
    double all[LENGTHS] = {0};
    int best = 0;
    *length = lengths[0];
    if (!l->survey) return true;
    ferry_mark mark = ferry_job_mark(l->job);
    fy_seen_pixel *pixels = ferry_new(l->job, fy_seen_pixel, FY_SURVEY_PIXELS);
    for (uint32_t m = material; m < l->scene->materials.count; m++) {
        double sums[LENGTHS] = {0};
        uint32_t count = 0;
        if (m != material && (l->driven[m] || !reads_same(l, l->scene->materials.data[m].gx, of))) continue;
        if (!pixels || !fy_survey_pixels(l->job, l->survey, m, pixels, &count)) return false;
        for (uint32_t i = 0; i < count; i++) add_differences(source, of->stage, &pixels[i], sums);
        for (int i = 0; count && i < LENGTHS; i++) all[i] += sums[i] / count * l->survey->pixels[m];
    }
    ferry_job_release(l->job, mark);
    for (int i = 1; i < LENGTHS; i++)
        if (all[i] < all[best]) best = i;
    *length = lengths[best];
    return true;
}

/* What is shown in place of a look-up; *found stays NULL where there are too many. */
static bool lay(laying *l, uint32_t material, const ferry_gx_material *gx, const look_up *of,
                const drawn **found) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    *found = find_by_matrix(l, of);
    if (*found || l->count == MOST_PICTURES) return true;
    const fy_gx_shader *source = fy_gx_shader_open(l->job, l->scene, gx, FERRY_CULL_NONE, &view);
    double length;
    if (!source || !choose_length(l, source, material, of, &length)) return false;
    uint8_t *rgba = draw_texels(l->job, source, of->stage, length);
    if (!rgba) return false;
    *found = find_by_texels(l, of, rgba);
    if (*found) return true;
    uint32_t texture = add_picture(l->job, l->scene, of->texture, rgba);
    if (texture == FERRY_NONE) return false;
    drawn *made = &l->known[l->count++];
    *made = (drawn){*of, texture, of->shifted ? difference_by_place(source, of->stage) : 0};
    *found = made;
    return true;
}

static void report_picture(const laying *l, uint32_t material, const drawn *made) {
    const char *path =
        ferry_job_format(l->job, "material[%u] \"%s\"", material, l->scene->materials.data[material].name);
    if (made->of.shifted)
        ferry_say_measured(
            l->job, FERRY_LOSS, "t3dm.environment-picture", l->name, path,
            (ferry_measure){made->difference, "/255", false},
            "a projection from the viewer that an environment map shifts became an environment "
            "map, as it is in the middle of the screen: mean difference half-way to the corners "
            "%.1f/255",
            made->difference);
    else
        ferry_say(l->job, FERRY_NOTE, "t3dm.environment-picture", l->name, path,
                  "its environment map is turned, or divided by depth: stored as the console lays it on, in "
                  "%d x %d texels",
                  SIDE, SIDE);
}

/* A material with all of its look-ups replaced; *made stays NULL if it has none. */
static bool replace_look_ups(laying *l, uint32_t material, ferry_gx_material **made) {
    const ferry_gx_material *gx = l->scene->materials.data[material].gx;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_material *now = *made ? *made : gx;
        const drawn *picture;
        look_up of;
        if (!find_unfollowed(l->scene, now, i, &of)) continue;
        if (!lay(l, material, now, &of, &picture)) return false;
        if (!picture) continue;
        ferry_gx_material *straight = ferry_new(l->job, ferry_gx_material, 1);
        if (!straight) return false;
        *straight = *now;
        if (!straighten(straight, &of, picture->texture)) continue;
        *made = straight;
        report_picture(l, material, picture);
    }
    return true;
}

static bool open_laying(laying *l, const ferry_scene *from) {
    ferry_scene *scene = l->scene = ferry_new(l->job, ferry_scene, 1);
    ferry_texture *textures = ferry_new(l->job, ferry_texture, from->textures.count + (size_t)MOST_PICTURES);
    ferry_image *images = ferry_new(l->job, ferry_image, from->images.count + (size_t)MOST_PICTURES);
    ferry_material *materials = ferry_new(l->job, ferry_material, from->materials.count);
    l->known = ferry_new(l->job, drawn, MOST_PICTURES);
    if (!scene || !textures || !images || !materials || !l->known) return false;
    *scene = *from;
    if (from->textures.count) memcpy(textures, from->textures.data, from->textures.count * sizeof *textures);
    if (from->images.count) memcpy(images, from->images.data, from->images.count * sizeof *images);
    memcpy(materials, from->materials.data, from->materials.count * sizeof *materials);
    scene->textures.data = textures;
    scene->images.data = images;
    scene->materials.data = materials;
    return true;
}

static bool has_unfollowed(const ferry_scene *scene, const ferry_gx_material *gx) {
    look_up found;
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (find_unfollowed(scene, gx, i, &found)) return true;
    return false;
}

bool fy_t3dm_lay_spheres(ferry_job *job, const char *name, const ferry_scene *scene, const fy_survey *survey,
                         const bool *driven, const ferry_scene **laid_scene) {
    laying l = {.job = job, .name = name, .survey = survey, .driven = driven};
    *laid_scene = scene;
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        ferry_gx_material *made = NULL;
        if (!ferry_tick(job)) return false;
        if (!scene->materials.data[i].gx || driven[i] || !has_unfollowed(scene, scene->materials.data[i].gx))
            continue;
        if (!l.scene && !open_laying(&l, scene)) return false;
        if (!replace_look_ups(&l, i, &made)) return false;
        if (made) l.scene->materials.data[i].gx = made;
    }
    if (l.scene) *laid_scene = l.scene;
    return true;
}
