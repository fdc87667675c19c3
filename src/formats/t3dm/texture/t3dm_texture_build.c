/*
 * t3dm_texture_build.c: from a picture of the source and what a material reads of it to a picture of the
 * console (docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_texture_build.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "core/image/texels_filter.h"
#include "formats/sprite/t3dm_dither.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_bake.h"
#include "formats/t3dm/texture/t3dm_choose.h"
#include "formats/t3dm/texture/t3dm_margins.h"
#include "formats/t3dm/texture/t3dm_mirror.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "machine/gx/gx_tev_formula.h"

static fy_texel_needs needs_of(const fy_texture_use *use) {
    return (fy_texel_needs){use->swizzle[0] != FY_NO_COMPONENT, use->alpha != FY_NO_COMPONENT};
}

/* All or nothing; or as it is, but moved to where the console cuts out. */
static uint8_t cut_alpha(const fy_texture_use *use, uint8_t alpha) {
    if (!use->limit) return alpha >= use->threshold ? 255 : 0;
    int moved = alpha - use->threshold + use->limit;
    return (uint8_t)(moved < 0 ? 0 : moved > 255 ? 255 : moved);
}

static fy_texels finest(const ferry_image *image) {
    return (fy_texels){image->levels[0].width, image->levels[0].height,
                       (uint8_t *)(uintptr_t)image->levels[0].rgba};
}

/* Texels of the image, all or some of them, become what the material reads. They stay where they are if
 * nothing has to change. */
static bool extract(ferry_job *job, const ferry_image *image, const fy_texture_use *use, fy_texels *texels) {
    fy_texel_needs needs = needs_of(use);
    bool as_is = use->swizzle[0] == 0 && use->swizzle[1] == 1 && use->swizzle[2] == 2 && !use->bake.formula;
    if (as_is && use->threshold == 0 &&
        (use->alpha == 3 || (!needs.alpha && image->alpha == FERRY_ALPHA_ALL_OPAQUE)))
        return true;
    size_t count = (size_t)texels->width * texels->height;
    uint8_t *rgba = ferry_new(job, uint8_t, count * 4);
    if (!rgba) return false;
    const uint8_t *colors = texels->rgba, *alphas = texels->rgba;
    if (use->bake.formula) {
        if (!fy_texture_bake_run(job, &use->bake, texels->rgba, count, rgba)) return false;
        colors = rgba;
        if (use->bake.alpha != FY_TEV_NONE) alphas = rgba;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t from[4], alpha = needs.alpha ? alphas[4 * i + (use->alpha & 3)] : 255;
        memcpy(from, colors + 4 * i, 4);
        if (needs.alpha && use->threshold) alpha = cut_alpha(use, alpha);
        for (int k = 0; k < 3; k++) rgba[4 * i + (size_t)k] = needs.color ? from[use->swizzle[k] & 3] : alpha;
        rgba[4 * i + 3] = alpha;
    }
    texels->rgba = rgba;
    return true;
}

uint32_t fy_texture_least_rows(const fy_texture_use *use) {
    uint32_t given = use->constraint.height;
    bool may_repeat = use->wrap_t != FERRY_WRAP_CLAMP || (use->whole && (!given || given >= 8));
    return use->wrap_s == FERRY_WRAP_CLAMP && may_repeat ? 8 : 1;
}

uint32_t fy_texture_most(const ferry_job *job, const fy_texture_use *use) {
    double general = ferry_setting_number(job, "t3dm.max-texture"); /* not a number: any */
    uint32_t most = use->constraint.most;
    return general >= 1 && (most == 0 || general < most) ? (uint32_t)fmin(general, 1024) : most;
}

/* The bits of `t3dm.texture-format`: names between commas; none for "auto". */
static uint32_t allowed_formats(const ferry_job *job) {
    uint32_t bits = 0;
    for (const char *at = ferry_setting_text(job, "t3dm.texture-format"); *at;) {
        size_t length = strcspn(at, ",");
        for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
            const char *name = fy_sprite_format_name(format);
            if (strlen(name) == length && strncmp(name, at, length) == 0) bits |= 1u << format;
        }
        at += length + (at[length] == ',');
    }
    return bits;
}

static fy_texture_limits limits_of(const ferry_job *job, const fy_texture_use *use, uint32_t budget,
                                   bool pair) {
    const fy_texture_constraint *constraint = &use->constraint;
    return (fy_texture_limits){.budget = budget,
                               .pair = pair,
                               .wraps = {use->wrap_s, use->wrap_t},
                               .least_rows = fy_texture_least_rows(use),
                               .formats =
                                   constraint->has_format ? 1u << constraint->format : allowed_formats(job),
                               .importance = use->importance,
                               .width = constraint->width,
                               .height = constraint->height,
                               .most = fy_texture_most(job, use)};
}

/* ------------------------------------------------------------------------------------------ mirroring */

/* A mirrored half repeats as the whole does. A clamped side is two repeats, of which the second is mirrored:
 * rows, only where columns are clamped as well. What repeats has powers of two of texels: the half of one of
 * two pictures must be one, or it would not be as dense as the other one allows. Narrow halves save nothing:
 * a row takes eight bytes or more. */
static bool may_fold(const fy_texture_use *use, bool pair, const fy_texels *texels, int axis) {
    uint32_t half = (axis ? texels->height : texels->width) / 2;
    bool ends = (axis ? use->wrap_t : use->wrap_s) == FERRY_WRAP_CLAMP;
    bool sized = use->constraint.width || use->constraint.height;
    if (ends && (!use->follows || (axis && use->wrap_s != FERRY_WRAP_CLAMP))) return false;
    if (ends && pair && half & (half - 1)) return false;
    return !use->whole && !sized && half >= (axis ? 4 : 8) && half >= fy_texture_least_rows(use);
}

/* Folds both sides where that has an error of no more than `most`. */
static bool fold_mirrored(ferry_job *job, const fy_texture_use *use, bool pair, double most,
                          fy_texels *texels, fy_importance *importance, fy_built_texture *made) {
    for (int axis = 0; axis < 2; axis++) {
        fy_texels half;
        double error;
        if (made->mirrored[axis] || !may_fold(use, pair, texels, axis) ||
            !fy_texels_is_symmetric(texels, needs_of(use), axis, most))
            continue;
        if (!fy_texels_fold(job, texels, needs_of(use), axis, &half, &error)) return false;
        *texels = half;
        *importance = fy_importance_folded(importance, axis);
        made->mirrored[axis] = true;
        made->mirror_error = sqrt(made->mirror_error * made->mirror_error + error * error);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- the whole */

/* Folded as far as `most` allows, in the best format and size. */
static bool make(ferry_job *job, const fy_texture_use *use, double most, fy_texture_limits limits,
                 fy_texels *texels, fy_built_texture *made) {
    fy_importance importance = {{{0}}};
    if (limits.importance) importance = *limits.importance, limits.importance = &importance;
    if (!fold_mirrored(job, use, limits.pair, most, texels, &importance, made)) return false;
    if (made->mirrored[0]) limits.wraps.s = FERRY_WRAP_MIRROR;
    if (made->mirrored[1]) limits.wraps.t = FERRY_WRAP_MIRROR;
    made->legal = fy_texture_size_is_legal(&limits, texels->width, texels->height);
    if (!fy_sprite_choose(job, texels, needs_of(use), &limits, &made->sprite)) return false;
    return !ferry_setting_is(job, "t3dm.texture-dither", "ordered") ||
           fy_sprite_dither(job, texels, needs_of(use), limits.wraps, &made->sprite, &made->dithered);
}

static double whole_error(const fy_built_texture *made) {
    return sqrt(made->sprite.error * made->sprite.error + made->mirror_error * made->mirror_error);
}

/* What is nearly its own mirror image is folded only if twice the texels are worth more than
 * the difference. */
static bool make_nearly(ferry_job *job, const fy_texture_use *use, const fy_texture_limits *limits,
                        fy_texels texels, fy_built_texture *made) {
    fy_built_texture other = *made;
    fy_texels folded = texels;
    double most = whole_error(made);
    bool may = false;
    for (int axis = 0; axis < 2; axis++)
        may = may || (!made->mirrored[axis] && may_fold(use, limits->pair, &texels, axis) &&
                      fy_texels_is_symmetric(&texels, needs_of(use), axis, most));
    if (!may) return true;
    if (!make(job, use, most, *limits, &folded, &other)) return false;
    if (whole_error(&other) < whole_error(made)) *made = other;
    return true;
}

/* The picture, or its part, in the best format and size. */
static bool make_all(ferry_job *job, const fy_texture_use *use, const fy_texture_limits *limits,
                     fy_texels texels, fy_built_texture *made) {
    if (!make(job, use, 0, *limits, &texels, made)) return false;
    if (!made->sprite.faithful && !make_nearly(job, use, limits, texels, made)) return false;
    made->sprite.error = whole_error(made);
    return true;
}

/* What a trimmed picture may have of its texels at most: less is not worth a shift of its coordinates. */
#define TRIM_SHARE .9

/* Two pictures share coordinates: each is halved as often as the other, or some powers of two apart. Parts
 * that are multiples of this can be. */
enum { PAIR_GRAIN = 8 };

/* The part widened to such a multiple; the whole side where there is no room for it. */
static void widen_to_grain(fy_texture_window *part, int axis, uint32_t size) {
    uint32_t wide = (part->size[axis] + PAIR_GRAIN - 1) / PAIR_GRAIN * PAIR_GRAIN;
    if (wide > size) wide = size;
    if ((uint32_t)part->from[axis] + wide > size) part->from[axis] = (int32_t)(size - wide);
    part->size[axis] = wide;
}

/* False: nothing is worth to be trimmed. */
static bool find_inner(const fy_texture_use *use, bool pair, const fy_texels *texels,
                       fy_texture_window *inner) {
    unsigned axes = (use->wrap_s == FERRY_WRAP_CLAMP ? 1u : 0u) | (use->wrap_t == FERRY_WRAP_CLAMP ? 2u : 0u);
    *inner = fy_texels_trimmed(texels, needs_of(use), use->hides, axes);
    if (pair) widen_to_grain(inner, 0, texels->width), widen_to_grain(inner, 1, texels->height);
    return (double)inner->size[0] * inner->size[1] <= TRIM_SHARE * texels->width * texels->height;
}

/* Its edges go where they are alike, and what fits is shown larger. */
static bool make_trimmed(ferry_job *job, const fy_texture_use *use, const fy_texture_limits *limits,
                         const fy_texels *texels, fy_built_texture *made) {
    fy_texture_window inner;
    fy_importance importance;
    fy_texture_limits own = *limits;
    fy_texels part;
    if (!find_inner(use, limits->pair, texels, &inner)) return true;
    if (limits->importance) {
        importance = fy_importance_cut(limits->importance, texels->width, texels->height, &inner);
        own.importance = &importance;
    }
    if (!fy_texels_cut(job, texels, &inner, &part)) return false;
    inner.from[0] += made->window.from[0], inner.from[1] += made->window.from[1];
    *made = (fy_built_texture){.from_width = inner.size[0], .from_height = inner.size[1], .window = inner};
    return make_all(job, use, &own, part, made);
}

/* What a picture has to look better by for being stored larger, of 255, and its texture memory then. */
#define WORTH_MAGNIFYING 1.0
enum { MAGNIFIED_BYTES = 2048, MOST_TIMES = 5 };

/* The console's filter bends what lies between texels; more of them bend less. */
static bool make_magnified(ferry_job *job, const fy_texture_use *use, const fy_texture_limits *limits,
                           const fy_texels *texels, fy_built_texture *made) {
    double bent = fy_texels_filter_error(texels, limits->wraps, needs_of(use)),
           error = made->sprite.error + bent;
    fy_built_texture plain = *made;
    bool ends = limits->wraps.s == FERRY_WRAP_CLAMP && limits->wraps.t == FERRY_WRAP_CLAMP;
    for (uint32_t times = 2; times <= MOST_TIMES && bent > WORTH_MAGNIFYING; times++) {
        fy_texels larger;
        fy_built_texture other = plain;
        other.mirrored[0] = other.mirrored[1] = false;
        other.mirror_error = 0;
        if (times % 2 && !ends) continue;
        if ((uint64_t)texels->width * texels->height * times * times > 2 * MAGNIFIED_BYTES)
            break; /* of four bits */
        if (!fy_texels_magnify(job, texels, limits->wraps, times, &larger)) return false;
        if (!make_all(job, use, limits, larger, &other)) return false;
        const fy_texels *stored = &other.sprite.texels;
        bool whole = stored->width << other.mirrored[0] == larger.width &&
                     stored->height << other.mirrored[1] == larger.height;
        double found = other.sprite.error + bent / (times * times) +
                       fy_texels_magnified_error(texels, &larger, needs_of(use));
        if (!whole || fy_sprite_tmem(other.sprite.format, stored->width, stored->height) > MAGNIFIED_BYTES ||
            found > error - WORTH_MAGNIFYING)
            continue;
        *made = other;
        made->magnified = true;
        error = found;
    }
    return true;
}

/* Levels need the memory themselves. */
static bool may_magnify(const ferry_job *job, const fy_texture_use *use, const fy_texture_limits *limits,
                        bool pair) {
    return use->magnified && !pair && !ferry_setting_is(job, "sprite.mipmaps", "on") && !use->whole &&
           !limits->width && !limits->height && !limits->most;
}

bool fy_texture_read(ferry_job *job, const ferry_image *image, const fy_texture_use *use, fy_texels *texels) {
    *texels = finest(image);
    return extract(job, image, use, texels);
}

static bool extract_part(ferry_job *job, const ferry_image *image, const fy_texture_use *use,
                         fy_texels *texels) {
    const fy_texels whole = finest(image);
    *texels = whole;
    if (use->window.size[0] && !fy_texels_cut(job, &whole, &use->window, texels)) return false;
    return extract(job, image, use, texels);
}

bool fy_texture_gains_by_following(ferry_job *job, const ferry_image *image, const fy_texture_use *use,
                                   bool pair, double error, bool *may) {
    fy_texture_use following = *use;
    fy_texture_window inner;
    fy_texels texels;
    following.follows = true;
    *may = use->limit != 0; /* which picture is made then depends on another one */
    if (*may) return true;
    if (!extract_part(job, image, use, &texels)) return false;
    *may = find_inner(use, pair, &texels, &inner);
    for (int axis = 0; axis < 2 && !*may; axis++)
        *may = may_fold(&following, pair, &texels, axis) &&
               fy_texels_is_symmetric(&texels, needs_of(use), axis, error);
    return true;
}

static bool build(ferry_job *job, const ferry_image *image, const fy_texture_use *use, uint32_t budget,
                  bool pair, fy_built_texture *made) {
    fy_texels texels;
    fy_texture_limits limits = limits_of(job, use, budget, pair);
    *made = (fy_built_texture){.window = use->window};
    if (!extract_part(job, image, use, &texels)) return false;
    made->from_width = texels.width;
    made->from_height = texels.height;
    if (!make_all(job, use, &limits, texels, made)) return false;
    if (made->sprite.faithful && may_magnify(job, use, &limits, pair))
        return make_magnified(job, use, &limits, &texels, made);
    return made->sprite.faithful || !use->follows || make_trimmed(job, use, &limits, &texels, made);
}

/* What the picture may lose, such as by four bits of alpha, for edges that lie where the source's are, of
 * 255. */
#define WORTH_EDGES 6

/* More alphas than two. */
static bool keeps_alphas(fy_sprite_format format) {
    static const fy_sprite_format formats[] = {FY_SPRITE_I4, FY_SPRITE_I8, FY_SPRITE_IA8, FY_SPRITE_IA16,
                                               FY_SPRITE_RGBA32};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i] == format) return true;
    return false;
}

static bool find_alphas(ferry_job *job, const ferry_image *image, fy_texture_use use, bool *found) {
    fy_texels texels = finest(image);
    use.threshold = 0;
    *found = false;
    if (!extract(job, image, &use, &texels)) return false;
    for (size_t i = 0; i < (size_t)texels.width * texels.height && !*found; i++)
        *found = texels.rgba[4 * i + 3] > 0 && texels.rgba[4 * i + 3] < 255;
    return true;
}

/* Between texels of many alphas the edge of a cutout lies elsewhere than between all and nothing. Formats
 * that keep them are larger: they are taken where they cost no texels. */
bool fy_texture_build(ferry_job *job, const ferry_image *image, const fy_texture_use *use, uint32_t budget,
                      bool pair, fy_built_texture *made) {
    fy_texture_use chosen = *use;
    bool graded = false;
    chosen.magnified = false;
    chosen.limit = 0;
    if (!build(job, image, &chosen, budget, pair, made)) return false;
    if (use->limit && !find_alphas(job, image, *use, &graded)) return false;
    if (graded) {
        fy_built_texture soft;
        chosen.limit = use->limit;
        if (!build(job, image, &chosen, budget, pair, &soft)) return false;
        const fy_texels *from = &made->sprite.texels, *to = &soft.sprite.texels;
        bool better = keeps_alphas(soft.sprite.format) && to->width >= from->width &&
                      to->height >= from->height && soft.sprite.error <= made->sprite.error + WORTH_EDGES;
        if (better)
            *made = soft;
        else
            chosen.limit = 0;
    }
    if (!use->magnified || !made->sprite.faithful) return true;
    chosen.magnified = true;
    return build(job, image, &chosen, budget, pair, made);
}
