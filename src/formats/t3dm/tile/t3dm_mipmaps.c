/*
 * t3dm_mipmaps.c: which textures of a T3DM model can have mip levels without being drawn wrong
 * (docs/formats/sprite.md, "Mip levels"), and which of a source's levels stand for a picture that has none
 * (docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/tile/t3dm_mipmaps.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/image/image.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_write.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_ramp.h"
#include "shade/t3dm_shown_levels.h"
#include "view/survey.h"

/* Draw flags as a small number. Materials of one class may follow each other without the runtime sending its
 * flags again, and with them the number of levels: all of a class must have the same. */
enum { CLASSES = 64 };

static uint32_t class_of(const fy_t3dm_material *material) {
    return (material->rdp.flags & 0x1F) | (material->rdp.flags & FERRY_RDP_UNLIT ? 0x20 : 0);
}

static bool is_textured(const fy_t3dm_material *material) {
    return material->paths[0] || material->paths[1] || material->rdp.tiles[0].reference ||
           material->rdp.tiles[1].reference;
}

/* One texture, made here. */
static bool may_have_levels(const fy_t3dm_material *material) {
    return material->exports[0] != FERRY_NONE && material->exports[1] == FERRY_NONE && !material->paths[1];
}

/* Runtimes set up the textures of a material before its combiner: while the one before it still draws in two
 * cycles, the library stops at the first levels. It also stops where two cycles follow levels that no upload
 * has switched off. */
static bool draws_two_cycles(const fy_planner *p) {
    for (uint32_t i = 0; i < p->plan->material_count; i++)
        if (!p->plan->materials[i].drop && p->plan->materials[i].rdp.combiner >> 63) return true;
    return false;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* One round: classes to their worst material, then textures to their worst class. True if
 * anything changed. */
static bool settle_round(fy_planner *p) {
    uint32_t classes[CLASSES];
    bool changed = false;
    for (uint32_t i = 0; i < CLASSES; i++) classes[i] = FY_SPRITE_SLOTS;
    for (uint32_t i = 0; i < p->plan->material_count; i++) {
        const fy_t3dm_material *material = &p->plan->materials[i];
        uint32_t *limit = &classes[class_of(material)];
        if (material->drop || !is_textured(material)) continue;
        uint32_t own = may_have_levels(material) ? p->store.exports[material->exports[0]].extra_levels : 0;
        *limit = least(*limit, own);
    }
    for (uint32_t i = 0; i < p->plan->material_count; i++) {
        const fy_t3dm_material *material = &p->plan->materials[i];
        for (int k = 0; k < 2; k++) {
            if (material->exports[k] == FERRY_NONE || material->drop) continue;
            fy_texture_export *of = &p->store.exports[material->exports[k]];
            uint32_t limit = classes[class_of(material)];
            if (of->extra_levels <= limit) continue;
            of->extra_levels = limit < 2 ? 0 : limit;
            changed = true;
        }
    }
    return changed;
}

static void report_mipmaps(const fy_planner *p) {
    uint32_t with = 0;
    for (uint32_t i = 0; i < p->store.count; i++) with += p->store.exports[i].extra_levels > 0;
    if (p->store.count)
        ferry_say(p->job, FERRY_NOTE, "t3dm.mipmaps", p->name, "", "%u of %u textures have mip levels; %s",
                  with, p->store.count,
                  draws_two_cycles(p) ? "levels cannot stand beside materials of two cycles"
                                      : "the others are drawn with a second texture, share draw flags with "
                                        "such, or leave no room in TMEM");
}

bool fy_t3dm_plan_levels(fy_planner *p) {
    if (!ferry_setting_is(p->job, "sprite.mipmaps", "on") || ferry_setting_is(p->job, "t3dm.sprites", "png"))
        return true;
    bool none = draws_two_cycles(p);
    for (uint32_t i = 0; i < p->store.count; i++) {
        fy_texture_export *of = &p->store.exports[i];
        of->extra_levels =
            none ? 0 : fy_sprite_most_levels(&of->made.sprite, fy_texture_least_rows(&of->use));
    }
    while (settle_round(p))
        if (!ferry_tick(p->job)) return false;
    report_mipmaps(p);
    return true;
}

/* ------------------------------------------------------------------------------- levels of the source */

/* Other pictures in the scene's place. */
static bool show_images(fy_planner *p, ferry_image *images) {
    ferry_scene *scene = ferry_new(p->job, ferry_scene, 1);
    if (!scene) return false;
    *scene = *p->scene;
    scene->images.data = images;
    p->scene = p->store.scene = p->reference.scene = scene;
    return true;
}

static uint32_t image_of(const fy_planner *p, uint32_t texture) {
    return texture == FERRY_NONE ? FERRY_NONE : p->scene->textures.data[texture].image;
}

static bool has_levels(const fy_planner *p, uint32_t image) {
    return image != FERRY_NONE && p->scene->images.data[image].level_count > 1;
}

/* What is cut out by several depends on each of them. */
static bool is_cut_by_several(const fy_planner *p, const ferry_gx_material *gx) {
    uint16_t threshold;
    bool exact;
    if (fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_NONE) return false;
    uint32_t first = FERRY_NONE;
    for (int map = 0; map < FERRY_GX_MAX_MAPS; map++) {
        uint32_t image = image_of(p, gx->textures[map]);
        if (!has_levels(p, image) || image == first) continue;
        if (first != FERRY_NONE) return true;
        first = image;
    }
    return false;
}

/* A compare that is no threshold makes another pattern of each level. */
static bool is_compared_oddly(const ferry_gx_material *gx) {
    uint16_t threshold;
    bool exact;
    (void)fy_gx_alpha_test(gx, &threshold, &exact);
    return !exact;
}

/* Pictures that clips exchange are to change alike. */
static void fix_images(const fy_planner *p, fy_level_errors *errors) {
    for (uint32_t i = 0; i < p->scene->materials.count; i++) {
        const ferry_gx_material *gx = p->scene->materials.data[i].gx;
        if (!gx || !(p->driven[i] || is_cut_by_several(p, gx) || is_compared_oddly(gx))) continue;
        for (int map = 0; map < FERRY_GX_MAX_MAPS; map++) {
            uint32_t image = image_of(p, gx->textures[map]);
            if (image != FERRY_NONE) errors[image].fixed = true;
        }
    }
}

static bool look_at_levels(fy_planner *p, fy_level_errors *errors) {
    for (uint32_t i = 0; i < p->scene->materials.count; i++) {
        const ferry_gx_material *gx = p->scene->materials.data[i].gx;
        uint32_t count;
        if (!gx || !fy_reads_levels(p->scene, gx)) continue;
        if (!fy_survey_pixels(p->job, &p->survey, i, p->seen, &count) ||
            !fy_level_errors_add(p->job, &p->survey, gx, p->seen, count, errors))
            return false;
    }
    return true;
}

static void tell_level(const fy_planner *p, uint32_t texture, unsigned choice) {
    const ferry_texture *of = &p->scene->textures.data[texture];
    const ferry_image *image = &p->scene->images.data[of->image];
    ferry_say(p->job, FERRY_NOTE, "t3dm.texture-level", p->name,
              ferry_job_format(p->job, "texture[%u] \"%s\"", texture, of->name),
              "its mip level %.1f is stored: what is seen differs less from it than from the largest",
              fy_level_shown(image, of, choice));
}

/* Of each image, whether textures of several names show it: what one asks for is what all get. NULL at the
 * memory limit. */
static const bool *find_shared(const fy_planner *p) {
    const char **names = ferry_new(p->job, const char *, p->scene->images.count + (size_t)1);
    bool *shared = ferry_new(p->job, bool, p->scene->images.count + (size_t)1);
    if (!names || !shared) return NULL;
    for (uint32_t i = 0; i < p->scene->textures.count; i++) {
        const ferry_texture *texture = &p->scene->textures.data[i];
        if (texture->image == FERRY_NONE) continue;
        const char **first = &names[texture->image];
        if (*first && strcmp(*first, texture->name) != 0) shared[texture->image] = true;
        if (!*first) *first = texture->name;
    }
    return shared;
}

/* A ramp that the game supplies is seen in pictures as well, where a material reads it by its coordinates. */
static bool supply_ramp(fy_planner *p, uint32_t texture, const bool *shared, ferry_image *images, bool *any) {
    const ferry_texture *of = &p->scene->textures.data[texture];
    const ferry_image *from = of->image == FERRY_NONE ? NULL : &p->scene->images.data[of->image];
    const fy_gx_ramp ramp = from ? fy_gx_open_ramp(of, from) : FY_GX_NO_RAMP;
    if (ramp == FY_GX_NO_RAMP || shared[of->image]) return true;
    ferry_mip_level *level = ferry_new(p->job, ferry_mip_level, 1);
    uint8_t *rgba = ferry_new(p->job, uint8_t, (size_t)from->width * from->height * 4);
    if (!level || !rgba) return false;
    for (uint32_t i = 0; i < from->width * from->height; i++)
        fy_gx_ramp_texel(ramp, (i % from->width + .5) / from->width, &rgba[4 * (size_t)i]);
    *level = (ferry_mip_level){from->width, from->height, rgba};
    ferry_image *to = &images[of->image];
    to->levels = level;
    to->level_count = 1;
    to->alpha = fy_alpha_class(rgba, (size_t)from->width * from->height);
    *any = true;
    return true;
}

bool fy_t3dm_supply_ramps(fy_planner *p) {
    ferry_image *images = ferry_new(p->job, ferry_image, p->scene->images.count + (size_t)1);
    const bool *shared = find_shared(p);
    bool any = false;
    if (!images || !shared) return false;
    for (uint32_t i = 0; i < p->scene->images.count; i++) images[i] = p->scene->images.data[i];
    for (uint32_t i = 0; i < p->scene->textures.count; i++)
        if (!supply_ramp(p, i, shared, images, &any)) return false;
    return !any || show_images(p, images);
}

/* The first texture of an image says how it goes on beyond its edges. */
static bool exchange_images(fy_planner *p, const fy_level_errors *errors, ferry_image *images) {
    bool *done = ferry_new(p->job, bool, p->scene->images.count + (size_t)1);
    if (!done) return false;
    for (uint32_t i = 0; i < p->scene->textures.count; i++) {
        const ferry_texture *texture = &p->scene->textures.data[i];
        uint32_t number = texture->image;
        if (number == FERRY_NONE || done[number]) continue;
        unsigned choice = fy_level_choice(&errors[number]);
        done[number] = true;
        if (!choice) continue;
        if (!fy_level_picture(p->job, &p->scene->images.data[number], texture, choice, &images[number]))
            return false;
        tell_level(p, i, choice);
    }
    return true;
}

bool fy_t3dm_show_levels(fy_planner *p) {
    uint32_t count = p->scene->images.count, with = 0;
    for (uint32_t i = 0; i < count; i++) with += p->scene->images.data[i].level_count > 1;
    if (!with || ferry_setting_is(p->job, "sprite.mipmaps", "on")) return true;
    fy_level_errors *errors = ferry_new(p->job, fy_level_errors, count);
    ferry_image *images = ferry_new(p->job, ferry_image, count);
    if (!errors || !images) return false;
    fix_images(p, errors);
    memcpy(images, p->scene->images.data, count * sizeof *images);
    return look_at_levels(p, errors) && exchange_images(p, errors, images) && show_images(p, images);
}
