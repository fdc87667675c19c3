/*
 * export_scene_materials.c: looks for formats whose readers take a picture as
 * it is: they repeat it but do not mirror it, do not tint it, and take any alpha for transparency. So all
 * that is painted into the picture (docs/formats/fbx.md, "Pictures").
 */
#include "formats/export/export_scene_materials.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/path.h"
#include "core/image/image.h"
#include "formats/export/export.h"
#include "formats/export/export_pictures.h"
#include "formats/export/export_scene_state.h"

/* How a material shows a picture. */
typedef struct variant {
    uint32_t width, height; /* of the picture */
    const uint8_t *rgba;
    bool mirror[2], opaque, tinted;
    ferry_color tint;
} variant;

/* Ways of mirroring, with and without alpha. */
enum { WAYS = 8 };

typedef struct baker {
    fy_export_scene *x;
    uint32_t (*made)[WAYS]; /* pictures by image and way; FERRY_NONE: not yet */
} baker;

/* ----------------------------------------------------------------------------------------------- painting */

static uint8_t tint(uint8_t value, float by) {
    double to = fy_round((double)value * (double)by);
    return (uint8_t)(to < 0 ? 0 : to > 255 ? 255 : to);
}

/* The picture and its mirror images, tinted, without alpha where that does not count. */
static bool encode_variant(const baker *p, const variant *v, const char *name, ferry_bytes *png) {
    ferry_job *job = p->x->e.job;
    uint32_t width = v->width << v->mirror[0], height = v->height << v->mirror[1], parts = v->opaque ? 3 : 4;
    ferry_mark mark = ferry_job_mark(job);
    uint8_t *pixels = ferry_new(job, uint8_t, parts * (size_t)width * height);
    if (!pixels) return false;
    for (uint32_t row = 0; row < height; row++)
        for (uint32_t col = 0; col < width; col++) {
            size_t s = col < v->width ? col : width - 1 - col, t = row < v->height ? row : height - 1 - row;
            const uint8_t *from = v->rgba + 4 * (t * v->width + s);
            uint8_t *to = pixels + parts * ((size_t)row * width + col);
            for (uint32_t k = 0; k < parts; k++) to[k] = v->tinted ? tint(from[k], (&v->tint.r)[k]) : from[k];
        }
    const fy_png picture = {v->opaque ? FY_PNG_RGB : FY_PNG_RGBA, 8, width, height, pixels, NULL, 0};
    bool done = fy_png_write(job, name, &picture, png);
    ferry_job_release(job, mark);
    return done;
}

/* That of glTF files, unless the picture is another one: "a/link_eye.png" -> "a/link_eye.xy.png"; a
 * tinted one belongs to one material: "a/link_eye.t3.png". */
static const char *name_of(const baker *p, const char *plain, const variant *v, bool cleared,
                           uint32_t material) {
    ferry_job *job = p->x->e.job;
    int stem = (int)strlen(plain) - 4;
    if (v->tinted) return ferry_job_format(job, "%.*s.t%u.png", stem, plain, (unsigned)material);
    const char *point = v->mirror[0] || v->mirror[1] ? "." : "";
    return ferry_job_format(job, "%.*s%s%s%s%s.png", stem, plain, point, v->mirror[0] ? "x" : "",
                            v->mirror[1] ? "y" : "", cleared ? ".rgb" : "");
}

/* What bears a glTF file's name is its picture, byte for byte: files of several formats may lie in one
 * folder. `known`: where it is remembered. */
static bool add_picture(const baker *p, const variant *v, const char *name, const fy_export_picture *plain,
                        uint32_t *known, uint32_t *picture) {
    fy_export_scene *x = p->x;
    if (*known == FERRY_NONE) {
        ferry_bytes png = plain->png;
        *known = x->pictures.count;
        if ((strcmp(name, plain->path) != 0 && !encode_variant(p, v, name, &png)) ||
            !ferry_add_file(x->e.job, &x->pictures, name, png))
            return false;
    }
    *picture = *known;
    return true;
}

/* ---------------------------------------------------------------------------------------------- materials */

/* By more than what an eye can tell. */
static bool is_tinted(const ferry_color *by, bool opaque) {
    double most = 0;
    for (int k = 0; k < (opaque ? 3 : 4); k++) most = fmax(most, fabs((double)(&by->r)[k] - 1));
    return most > 0.5 / 255;
}

static bool show_scene_texture(const baker *p, uint32_t number, variant *v, fy_export_material *to) {
    const fy_export *e = &p->x->e;
    const ferry_texture *texture = &e->scene->textures.data[e->surfaces[number].texture];
    const ferry_image *image = &e->scene->images.data[texture->image];
    bool clear = image->alpha != FERRY_ALPHA_ALL_OPAQUE, cleared = clear && v->opaque;
    uint32_t once = FERRY_NONE;
    v->opaque = v->opaque || (!clear && !(v->tinted && v->tint.a < 1));
    v->width = image->levels[0].width;
    v->height = image->levels[0].height;
    v->rgba = image->levels[0].rgba;
    v->mirror[0] = texture->wrap_s == FERRY_WRAP_MIRROR;
    v->mirror[1] = texture->wrap_t == FERRY_WRAP_MIRROR;
    to->wrap[0] = v->mirror[0] ? FERRY_WRAP_REPEAT : texture->wrap_s;
    to->wrap[1] = v->mirror[1] ? FERRY_WRAP_REPEAT : texture->wrap_t;
    to->min_filter = texture->min_filter;
    to->mag_filter = texture->mag_filter;
    p->x->mirrored += v->mirror[0] || v->mirror[1];
    const fy_export_picture *plain = &e->pictures[texture->image];
    const char *name = name_of(p, plain->path, v, cleared, number);
    uint32_t *known = &p->made[texture->image][v->mirror[0] + 2 * v->mirror[1] + 4 * cleared];
    return add_picture(p, v, name, plain, v->tinted ? &once : known, &to->picture);
}

/* A picture painted for this material. */
static bool show_baked_texture(const baker *p, uint32_t number, variant *v, fy_export_material *to) {
    const fy_export *e = &p->x->e;
    const fy_export_picture *picture = fy_export_picture_of(e, &e->surfaces[number]);
    uint32_t once = FERRY_NONE;
    to->wrap[0] = to->wrap[1] = FERRY_WRAP_CLAMP;
    to->min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR;
    to->mag_filter = FERRY_FILTER_LINEAR;
    if (!fy_png_read(e->job, picture->path, picture->png, &v->width, &v->height, &v->rgba)) return false;
    bool clear = false;
    for (size_t i = 0; i < (size_t)v->width * v->height; i++) clear |= v->rgba[4 * i + 3] != 255;
    return add_picture(p, v, name_of(p, picture->path, v, v->opaque && clear, number), picture, &once,
                       &to->picture);
}

static bool find_texture(const baker *p, uint32_t number, fy_export_material *to) {
    const fy_export_surface *surface = &p->x->e.surfaces[number];
    variant v = {.opaque = surface->alpha_mode == FERRY_ALPHA_OPAQUE, .tint = surface->factor};
    v.tinted = is_tinted(&v.tint, v.opaque);
    bool done = surface->baked == FERRY_NONE ? show_scene_texture(p, number, &v, to)
                                             : show_baked_texture(p, number, &v, to);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) to->uv[i][k] = surface->transform[i][k] / (v.mirror[i] ? 2 : 1);
    for (int k = 0; k < 3; k++) to->uv[1][k] = (k == 2) - to->uv[1][k]; /* v runs up in the file */
    to->color = (ferry_color){1, 1, 1, 1};
    p->x->tinted += v.tinted;
    return done;
}

static void count_losses(fy_export_scene *x, const fy_export_surface *surface) {
    x->blended += surface->alpha_mode == FERRY_ALPHA_ADD;
    x->cut += surface->alpha_mode == FERRY_ALPHA_CUTOUT;
    x->unlit += !surface->lit;
    x->sided += surface->cull == FERRY_CULL_NONE;
}

/* Images that no used material shows: that one shows what was painted for it is another picture. */
static bool count_unshown(fy_export_scene *x) {
    const ferry_scene *scene = x->e.scene;
    bool *shown = ferry_new(x->e.job, bool, scene->images.count + (size_t)1);
    if (!shown) return false;
    for (uint32_t i = 0; i < x->material_count; i++) {
        uint32_t texture = x->e.surfaces[i].texture;
        if (x->materials[i].used && x->e.surfaces[i].baked == FERRY_NONE && texture != FERRY_NONE)
            shown[scene->textures.data[texture].image] = true;
    }
    for (uint32_t i = 0; i < scene->images.count; i++) x->unshown += !shown[i];
    return true;
}

bool fy_export_find_materials(fy_export_scene *x) {
    const ferry_scene *scene = x->e.scene;
    baker p = {.x = x};
    x->material_count = scene->materials.count + 1;
    x->materials = ferry_new(x->e.job, fy_export_material, x->material_count);
    p.made = ferry_alloc(x->e.job, scene->images.count + (size_t)1, sizeof *p.made);
    if (!x->materials || !p.made) return false;
    memset(p.made, 0xFF, (scene->images.count + (size_t)1) * sizeof *p.made);
    for (uint32_t m = 0; m < x->model_count; m++) x->materials[x->models[m].surface].used = true;
    for (uint32_t i = 0; i < x->material_count; i++) {
        fy_export_material *to = &x->materials[i];
        to->name = i < scene->materials.count ? scene->materials.data[i].name : "default";
        to->picture = FERRY_NONE;
        to->color = x->e.surfaces[i].factor;
        if (x->e.surfaces[i].alpha_mode == FERRY_ALPHA_OPAQUE) to->color.a = 1;
        if (!to->used) continue;
        count_losses(x, &x->e.surfaces[i]);
        if (fy_export_is_textured(&x->e.surfaces[i]) && !find_texture(&p, i, to)) return false;
        if (!ferry_tick(x->e.job)) return false;
    }
    return count_unshown(x);
}

/* ------------------------------------------------------------------------------------------- names */

const char *fy_export_scene_picture_name(const fy_export_scene *x, uint32_t picture) {
    return fy_path_base(x->pictures.data[picture].name);
}

const char *fy_export_scene_picture_link(const fy_export_scene *x, uint32_t picture) {
    const char *folder = ferry_setting_text(x->e.job, "gltf.texture-uri-prefix");
    const char *name = fy_export_scene_picture_name(x, picture);
    return *folder && !x->embeds ? ferry_job_format(x->e.job, "%s/%s", folder, name) : name;
}
