/*
 * t3dm_choose.c: which texel format and size a picture gets (docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_choose.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/t3dm_shrink.h"
#include "formats/sprite/t3dm_sprites.h"

/* ----------------------------------------------------------------------------------------- the content */

/* What a picture is made of, as far as it is read. */
typedef struct content {
    bool grey, binary, alpha_is_grey;
    uint32_t greys; /* different red values */
} content;

static content examine(const fy_texels *texels, fy_texel_needs needs) {
    content found = {true, true, fy_texels_alpha_is_grey(texels, needs), 0};
    bool seen[256] = {false};
    for (size_t i = 0; i < (size_t)texels->width * texels->height; i++) {
        const uint8_t *texel = texels->rgba + 4 * i;
        if (needs.color && (texel[0] != texel[1] || texel[1] != texel[2])) found.grey = false;
        if (texel[3] != 255 && texel[3] != 0) found.binary = false;
        found.greys += !seen[texel[0]];
        seen[texel[0]] = true;
    }
    if (!needs.alpha) found.binary = true;
    return found;
}

/* Formats whose alpha is their intensity. */
static bool shares_alpha(fy_sprite_format format) {
    return format == FY_SPRITE_I4 || format == FY_SPRITE_I8;
}

/* Whether a format can hold what is in the picture, roundings apart. */
static bool format_serves(fy_sprite_format format, const content *of, fy_texel_needs needs) {
    if (format == FY_SPRITE_RGBA32 && of->binary) return false; /* five bits a colour and twice the texels */
    if (fy_sprite_is_grey(format) && !of->grey) return false;
    if (!shares_alpha(format)) return true;
    if (needs.alpha && !of->alpha_is_grey) return false;
    return format == FY_SPRITE_I4 || of->greys > 16; /* mksprite makes I4 of 16 greys whatever the name */
}

static bool format_is_legal(fy_sprite_format format, const fy_texture_limits *limits) {
    return !limits->pair || !(fy_sprite_has_palette(format) || format == FY_SPRITE_RGBA32);
}

/* The formats to choose from. If none is allowed that serves, those that are allowed have to do; if none of
 * them can be drawn, the picture decides alone. */
static uint32_t formats_for(const content *of, fy_texel_needs needs, const fy_texture_limits *limits) {
    uint32_t legal = 0, serving = 0;
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
        if (!format_is_legal(format, limits)) continue;
        legal |= 1u << format;
        if (format_serves(format, of, needs)) serving |= 1u << format;
    }
    if (!(limits->formats & legal)) return serving;
    return limits->formats & serving ? limits->formats & serving : limits->formats & legal;
}

/* ------------------------------------------------------------------------------------------- the sizes */

enum { MOST = 1024, LEAST_COLUMNS = 2 };

static bool is_power(uint32_t size) {
    return size > 0 && (size & (size - 1)) == 0;
}

/* Four bits a texel are padded to two columns. */
bool fy_texture_size_is_legal(const fy_texture_limits *limits, uint32_t width, uint32_t height) {
    return width >= LEAST_COLUMNS && height >= limits->least_rows && width <= MOST && height <= MOST &&
           (limits->wraps.s == FERRY_WRAP_CLAMP || is_power(width)) &&
           (limits->wraps.t == FERRY_WRAP_CLAMP || is_power(height));
}

/* Four bits a texel make an odd row one column longer: visible where the picture ends at its edge. */
static bool size_serves(fy_sprite_format format, uint32_t width) {
    return fy_sprite_bits(format) != 4 || width % 2 == 0;
}

static bool fits_budget(fy_sprite_format format, uint32_t width, uint32_t height, uint32_t budget) {
    uint32_t limit = fy_sprite_tmem_limit(format);
    if (budget < 4096) limit = limit * budget / 4096;
    return fy_sprite_tmem(format, width, height) <= limit;
}

/* One side of the picture. */
typedef struct side {
    uint32_t source, requested, most, least;
    bool power, halves;
} side;

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t power_from(uint32_t size) {
    uint32_t power = 1;
    while (power < size) power *= 2;
    return power;
}

static side side_of(const fy_texels *source, const fy_texture_limits *limits, int axis) {
    side of = {.source = axis ? source->height : source->width,
               .requested = axis ? limits->height : limits->width,
               .least = axis ? limits->least_rows : LEAST_COLUMNS,
               .power = (axis ? limits->wraps.t : limits->wraps.s) != FERRY_WRAP_CLAMP,
               .halves = limits->pair};
    of.most = of.power ? power_from(of.source) : of.source;
    if (limits->most) of.most = smaller(of.most, limits->most);
    if (of.most > MOST) of.most = MOST;
    if (of.most < of.least) of.most = of.least;
    return of;
}

/* The largest size not above `limit` that may be; 0: none. `grain`: only whole multiples, where the side is
 * free. */
static uint32_t size_up_to(const side *of, uint32_t limit, uint32_t grain) {
    uint32_t size = smaller(of->most, limit);
    if (of->requested) {
        size = of->power ? power_from(of->requested) : of->requested;
        if (size < of->least) size = of->least;
        return size <= limit && size <= MOST ? size : 0;
    }
    if (size < of->least) return 0;
    if (of->power) {
        uint32_t power = power_from(size);
        size = power > size ? power / 2 : power;
    } else if (of->halves) {
        uint32_t half = of->source;
        while (half > size) half /= 2;
        size = half;
    } else if (size != of->source && size >= grain) {
        size -= size % grain;
    }
    return size >= of->least ? size : limit >= of->least && !of->power ? of->least : 0;
}

/* ---------------------------------------------------------------------------------------- the choosing */

/* Most texels that fit: four bits each. */
#define FITTING_TEXELS 8192

enum { SIZES = 24, TRIED = 3 };

typedef struct sized {
    fy_texels texels;
    double error;
} sized;

typedef struct choice {
    ferry_job *job;
    const fy_texels *source;
    const fy_texture_limits *limits;
    fy_texel_needs needs;
    content content;
    uint32_t formats;
    side sides[2];
    double contrast[2];
    bool found;
    fy_sprite *best;
    uint8_t *best_rgba, *best_indices; /* room for what can fit */
    fy_shrinker shrinker;
    sized sizes[SIZES]; /* made so far */
    unsigned size_count;
} choice;

/* Not to its end if it is no better than the best so far. */
static double difference(const choice *by, const fy_texels *other) {
    return fy_texels_weighed_difference(by->source, other, by->limits->wraps, by->needs,
                                        by->limits->importance, by->found ? by->best->error : INFINITY);
}

/* The picture at a size, and what the size alone costs: a format only adds to that. */
static bool at_size(choice *by, uint32_t width, uint32_t height, sized *made) {
    *made = (sized){*by->source, 0};
    if (width == made->texels.width && height == made->texels.height) return true;
    for (unsigned i = 0; i < by->size_count; i++)
        if (by->sizes[i].texels.width == width && by->sizes[i].texels.height == height) {
            *made = by->sizes[i];
            return true;
        }
    if (!fy_shrink(&by->shrinker, width, height, &made->texels)) return false;
    made->error = difference(by, &made->texels);
    if (by->size_count < SIZES) by->sizes[by->size_count++] = *made;
    return true;
}

/* Rounding to five bits a colour component is the console's ordinary fare; everything else must be exact. */
static bool is_faithful(const choice *by, const fy_sprite *sprite) {
    if (fy_sprite_has_palette(sprite->format)) return sprite->faithful && by->content.binary;
    return sprite->format == FY_SPRITE_RGBA16 ? by->content.binary : sprite->error <= 0.01;
}

/* Copies what is to outlive the try. */
static void keep_best(choice *by, const fy_sprite *sprite) {
    size_t count = (size_t)sprite->texels.width * sprite->texels.height;
    *by->best = *sprite;
    by->best->texels.rgba = by->best_rgba;
    memcpy(by->best_rgba, sprite->texels.rgba, 4 * count);
    if (!sprite->indices) return;
    by->best->indices = by->best_indices;
    memcpy(by->best_indices, sprite->indices, count);
}

static bool try_format(choice *by, fy_sprite_format format, const fy_texels *texels) {
    fy_sprite sprite;
    if (!fy_sprite_convert(by->job, texels, by->limits->importance, format, &sprite)) return false;
    if (format == FY_SPRITE_CI8 && sprite.palette.count <= 16 && by->formats & 1u << FY_SPRITE_CI4)
        return true; /* CI4 holds the same */
    sprite.error = difference(by, &sprite.texels);
    sprite.faithful = false;
    if (!by->found || sprite.error < by->best->error) keep_best(by, &sprite);
    by->found = true;
    return true;
}

/* Tries the picture at a size; keeps it if it is the best so far. False only at the memory limit. */
static bool consider(choice *by, fy_sprite_format format, uint32_t width, uint32_t height) {
    sized resized;
    if (!at_size(by, width, height, &resized)) return false;
    if (by->found && resized.error >= by->best->error) return true;
    ferry_mark mark = ferry_job_mark(by->job);
    bool done = try_format(by, format, &resized.texels);
    ferry_job_release(by->job, mark);
    return done;
}

/* A size that fits, and what it is guessed to cost. */
typedef struct candidate {
    uint32_t width, height;
    double cost, skew;
} candidate;

/* Detail is lost with the square of how much longer the texels get, where the picture has any. */
static candidate candidate_of(const choice *by, uint32_t width, uint32_t height) {
    double across = (double)by->source->width / width, down = (double)by->source->height / height;
    double cost = by->contrast[0] * fmax(across * across - 1, 0) + by->contrast[1] * fmax(down * down - 1, 0);
    return (candidate){width, height, cost, across > down ? across / down : down / across};
}

static bool same_size(const candidate *a, const candidate *b) {
    return a->width == b->width && a->height == b->height;
}

/* The best by guess, the next best, and the one that keeps the proportions best. */
typedef struct candidates {
    candidate best[TRIED];
    unsigned count;
} candidates;

static void add_candidate(candidates *to, candidate one) {
    candidate *best = to->best;
    if (to->count == 0) {
        best[0] = best[1] = best[2] = one;
        to->count = TRIED;
        return;
    }
    if (one.cost < best[0].cost) {
        best[1] = best[0];
        best[0] = one;
    } else if (one.cost < best[1].cost || same_size(&best[0], &best[1])) {
        best[1] = one;
    }
    if (one.skew < best[2].skew || (one.skew <= best[2].skew && one.cost < best[2].cost)) best[2] = one;
}

/* The width in which so many rows are loaded as they are: a column fewer takes as much memory, but goes row
 * by row. 0: that is not what was asked for. */
static uint32_t loaded_width(const choice *by, fy_sprite_format format, uint32_t width, uint32_t height) {
    if (fy_sprite_loads_whole(format, width, height)) return width;
    return by->limits->width ? 0 : width - 1;
}

/* For each width the largest height that fits. */
static candidates sizes_for(const choice *by, fy_sprite_format format) {
    uint32_t grain = 64 / fy_sprite_bits(format);
    if (grain < 4) grain = 4;
    candidates found = {.count = 0};
    uint32_t width = size_up_to(&by->sides[0], MOST, grain);
    while (width > 0) {
        uint32_t row = fy_sprite_tmem(format, width, 1), limit = fy_sprite_tmem_limit(format);
        if (by->limits->budget < 4096) limit = limit * by->limits->budget / 4096;
        uint32_t height = size_up_to(&by->sides[1], limit / row, 1);
        uint32_t loaded = loaded_width(by, format, width, height);
        if (height > 0 && loaded > 0 && size_serves(format, loaded))
            add_candidate(&found, candidate_of(by, loaded, height));
        uint32_t next = size_up_to(&by->sides[0], width - 1, grain);
        width = next < width ? next : 0;
    }
    return found;
}

static bool consider_format(choice *by, fy_sprite_format format) {
    candidates sizes = sizes_for(by, format);
    for (unsigned i = 0; i < sizes.count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) again = again || same_size(&sizes.best[i], &sizes.best[k]);
        bool poor =
            sizes.best[i].cost > 2.5 * sizes.best[0].cost; /* the guess is rough, but not that rough */
        if (!again && !poor && !consider(by, format, sizes.best[i].width, sizes.best[i].height)) return false;
    }
    return true;
}

/* Palettes last: they are dear to make, and what is not better already by its size needs none. */
static bool consider_all(choice *by) {
    for (int palettes = 0; palettes < 2; palettes++)
        for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++)
            if (by->formats >> format & 1 && fy_sprite_has_palette(format) == (palettes == 1) &&
                !consider_format(by, format))
                return false;
    return true;
}

/* The format and smaller size that come nearest; nothing is found where even one texel does not fit. */
static bool choose_nearest(choice *by) {
    by->best_rgba = ferry_new(by->job, uint8_t, 4 * FITTING_TEXELS);
    by->best_indices = ferry_new(by->job, uint8_t, FITTING_TEXELS);
    if (!by->best_rgba || !by->best_indices) return false;
    ferry_mark mark = ferry_job_mark(by->job);
    fy_texels_contrast(by->source, by->needs, by->limits->importance, by->contrast);
    double least =
        fmax(by->contrast[0], by->contrast[1]) / 16; /* a side that seems empty may still hold a line */
    for (int axis = 0; axis < 2; axis++) by->contrast[axis] = fmax(by->contrast[axis], least) + 1e-6;
    by->shrinker = fy_shrinker_of(by->job, by->source, by->limits->wraps, by->needs);
    bool done = consider_all(by);
    ferry_job_release(by->job, mark);
    return done;
}

/* The picture as it is, in the smallest format that loses nothing. */
static bool choose_faithful(choice *by, bool *found) {
    uint32_t width = by->source->width, height = by->source->height;
    bool requested = (by->limits->width && by->limits->width != width) ||
                     (by->limits->height && by->limits->height != height);
    if (requested || width > by->sides[0].most || height > by->sides[1].most ||
        !fy_texture_size_is_legal(by->limits, width, height))
        return true;
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
        if (!(by->formats >> format & 1) || !size_serves(format, width) ||
            !fits_budget(format, width, height, by->limits->budget) ||
            !fy_sprite_loads_whole(format, width, height))
            continue;
        fy_palette exact;
        if (fy_sprite_has_palette(format) &&
            !fy_palette_exact(by->source->rgba, width * height, fy_sprite_bits(format) == 4 ? 16 : 256,
                              &exact))
            continue;
        ferry_mark mark = ferry_job_mark(by->job);
        if (!fy_sprite_encode(by->job, by->source, by->needs, format, by->best)) return false;
        bool repeats =
            format == FY_SPRITE_CI8 && by->best->palette.count <= 16 && by->formats & 1u << FY_SPRITE_CI4;
        by->best->faithful = !repeats && is_faithful(by, by->best);
        *found = by->best->faithful;
        if (*found) return true;
        ferry_job_release(by->job, mark);
    }
    return true;
}

static bool choose_format(ferry_job *job, const fy_texels *source, fy_texel_needs needs,
                          const fy_texture_limits *limits, fy_sprite *sprite, bool *found) {
    choice by = {.job = job,
                 .source = source,
                 .limits = limits,
                 .needs = needs,
                 .content = examine(source, needs),
                 .best = sprite};
    bool faithful = false;
    for (int axis = 0; axis < 2; axis++) by.sides[axis] = side_of(source, limits, axis);
    by.formats = formats_for(&by.content, needs, limits);
    if (!choose_faithful(&by, &faithful)) return false;
    *found = faithful;
    if (faithful) return true;
    if (!choose_nearest(&by)) return false;
    *found = by.found;
    return true;
}

bool fy_sprite_choose(ferry_job *job, const fy_texels *source, fy_texel_needs needs,
                      const fy_texture_limits *limits, fy_sprite *sprite) {
    bool found;
    if (!choose_format(job, source, needs, limits, sprite, &found)) return false;
    if (found) return true;
    fy_texture_limits own = *limits; /* two columns of eight rows always fit, if nobody asks for more */
    own.width = own.height = own.formats = 0;
    return choose_format(job, source, needs, &own, sprite, &found);
}
