/*
 * t3dm_sprites.c: pictures in the console's texel formats: converting, measuring, choosing
 * (docs/formats/t3dm.md, "Textures").
 *
 * mksprite truncates, so every value is rounded here to what the format holds and widened again: truncation
 * then finds exactly the value that was meant.
 */
#include <math.h>
#include <string.h>

#include "core/image.h"
#include "core/maths.h"
#include "formats/t3dm/t3dm_textures.h"

typedef struct format_facts {
    const char *name;
    uint8_t bits;
    bool palette, grey, alpha; /* alpha: more than one bit of its own */
} format_facts;

static const format_facts formats[FY_SPRITE_FORMATS] = {
    [FY_SPRITE_I4] = {"i4", 4, false, true, false},
    [FY_SPRITE_CI4] = {"ci4", 4, true, false, false},
    [FY_SPRITE_IA4] = {"ia4", 4, false, true, false},
    [FY_SPRITE_I8] = {"i8", 8, false, true, false},
    [FY_SPRITE_IA8] = {"ia8", 8, false, true, true},
    [FY_SPRITE_CI8] = {"ci8", 8, true, false, false},
    [FY_SPRITE_RGBA16] = {"rgba16", 16, false, false, false},
    [FY_SPRITE_IA16] = {"ia16", 16, false, true, true},
    [FY_SPRITE_RGBA32] = {"rgba32", 32, false, false, true},
};

const char *fy_sprite_format_name(fy_sprite_format format) {
    return formats[format].name;
}

bool fy_sprite_has_palette(fy_sprite_format format) {
    return formats[format].palette;
}

uint32_t fy_sprite_tmem(fy_sprite_format format, uint32_t width, uint32_t height) {
    uint64_t even = formats[format].bits == 4 ? (width + 1) & ~1u : width;
    uint64_t row = even * formats[format].bits / (format == FY_SPRITE_RGBA32 ? 16 : 8);
    uint64_t size = ((row + 7) & ~UINT64_C(7)) * height;
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

uint32_t fy_sprite_tmem_limit(fy_sprite_format format) {
    return formats[format].palette || format == FY_SPRITE_RGBA32 ? 2048 : 4096;
}

/* ---------------------------------------------------------------------------------------- conversion */

static uint8_t round_to(uint8_t value, unsigned bits) {
    unsigned most = (1u << bits) - 1, level = (value * most + 127) / 255;
    if (bits == 3) return (uint8_t)(level << 5 | level << 2 | level >> 1);
    if (bits == 4) return (uint8_t)(level * 17);
    return value;
}

static void convert_texel(fy_sprite_format format, uint8_t texel[4]) {
    uint8_t alpha = texel[3], on = alpha >= 128 ? 255 : 0;
    switch (format) {
    case FY_SPRITE_I4:
    case FY_SPRITE_I8:
        texel[0] = round_to(texel[0], format == FY_SPRITE_I4 ? 4 : 8);
        texel[1] = texel[2] = texel[3] = texel[0];
        break;
    case FY_SPRITE_IA4:
    case FY_SPRITE_IA8:
    case FY_SPRITE_IA16:
        texel[0] = round_to(texel[0], format == FY_SPRITE_IA4 ? 3 : format == FY_SPRITE_IA8 ? 4 : 8);
        texel[1] = texel[2] = texel[0];
        texel[3] = format == FY_SPRITE_IA4 ? on : round_to(alpha, format == FY_SPRITE_IA8 ? 4 : 8);
        break;
    case FY_SPRITE_RGBA16:
        for (int k = 0; k < 3; k++) texel[k] = fy_round_5(texel[k]);
        texel[3] = on;
        break;
    default:
        break;
    }
}

static bool encode_indexed(ferry_job *job, const fy_texels *source, uint32_t most, fy_sprite *sprite) {
    uint32_t count = source->width * source->height;
    sprite->indices = ferry_new(job, uint8_t, count);
    if (!sprite->indices) return false;
    sprite->faithful = fy_palette_exact(source->rgba, count, most, &sprite->palette);
    if (!sprite->faithful && !fy_palette_build(job, source->rgba, count, most, &sprite->palette))
        return false;
    fy_palette_map(&sprite->palette, source->rgba, count, sprite->indices);
    for (uint32_t i = 0; i < count; i++)
        memcpy(sprite->texels.rgba + 4 * i, sprite->palette.colors[sprite->indices[i]], 4);
    return true;
}

bool fy_sprite_encode(ferry_job *job, const fy_texels *source, fy_texel_needs needs, fy_sprite_format format,
                      fy_sprite *sprite) {
    uint32_t count = source->width * source->height;
    *sprite = (fy_sprite){.format = format,
                          .texels = {source->width, source->height, ferry_new(job, uint8_t, count * 4)}};
    if (!sprite->texels.rgba) return false;
    if (formats[format].palette) {
        if (!encode_indexed(job, source, formats[format].bits == 4 ? 16 : 256, sprite)) return false;
    } else {
        memcpy(sprite->texels.rgba, source->rgba, (size_t)count * 4);
        for (uint32_t i = 0; i < count; i++) convert_texel(format, sprite->texels.rgba + 4 * i);
    }
    sprite->error = fy_texels_difference(source, &sprite->texels, needs);
    return true;
}

/* ------------------------------------------------------------------------------------------ resizing */

/* Sums the source texels under one target texel; weights are the covered parts. */
static void area_mean(const fy_texels *from, double x0, double x1, double y0, double y1, uint8_t out[4]) {
    double color[3] = {0}, plain[3] = {0}, alpha = 0, area = 0;
    for (uint32_t y = (uint32_t)y0; y < from->height && y < y1; y++) {
        double high = (y + 1 < y1 ? y + 1 : y1) - (y > y0 ? y : y0);
        for (uint32_t x = (uint32_t)x0; x < from->width && x < x1; x++) {
            double part = ((x + 1 < x1 ? x + 1 : x1) - (x > x0 ? x : x0)) * high;
            const uint8_t *texel = from->rgba + 4 * ((size_t)y * from->width + x);
            for (int k = 0; k < 3; k++) {
                color[k] += part * texel[k] * texel[3];
                plain[k] += part * texel[k];
            }
            alpha += part * texel[3];
            area += part;
        }
    }
    if (area <= 0) return;
    for (int k = 0; k < 3; k++) out[k] = (uint8_t)fy_round(alpha > 0 ? color[k] / alpha : plain[k] / area);
    out[3] = (uint8_t)fy_round(alpha / area);
}

/* The same for whole texels, in integers. */
static void box_mean(const fy_texels *from, uint32_t left, uint32_t top, uint32_t wide, uint32_t high,
                     uint8_t out[4]) {
    uint64_t color[3] = {0}, plain[3] = {0}, alpha = 0, count = (uint64_t)wide * high;
    for (uint32_t y = top; y < top + high; y++) {
        const uint8_t *texel = from->rgba + 4 * ((size_t)y * from->width + left);
        for (uint32_t x = 0; x < wide; x++, texel += 4) {
            for (int k = 0; k < 3; k++) {
                color[k] += (uint32_t)texel[k] * texel[3];
                plain[k] += texel[k];
            }
            alpha += texel[3];
        }
    }
    for (int k = 0; k < 3; k++)
        out[k] = (uint8_t)(alpha ? (color[k] + alpha / 2) / alpha : (plain[k] + count / 2) / count);
    out[3] = (uint8_t)((alpha + count / 2) / count);
}

bool fy_texels_resize(ferry_job *job, const fy_texels *from, uint32_t width, uint32_t height, fy_texels *to) {
    *to = (fy_texels){width, height, ferry_new(job, uint8_t, (size_t)width * height * 4)};
    if (!to->rgba) return false;
    bool whole = from->width % width == 0 && from->height % height == 0;
    double wide = (double)from->width / width, high = (double)from->height / height;
    for (uint32_t y = 0; y < height; y++) {
        if (!ferry_tick(job)) return false;
        for (uint32_t x = 0; x < width; x++) {
            uint8_t *out = to->rgba + 4 * ((size_t)y * width + x);
            uint32_t w = from->width / width, h = from->height / height;
            if (whole)
                box_mean(from, x * w, y * h, w, h, out);
            else
                area_mean(from, x * wide, (x + 1) * wide, y * high, (y + 1) * high, out);
        }
    }
    return true;
}

static double clamp_index(double value, uint32_t size) {
    return value < 0 ? 0 : value > size - 1.0 ? size - 1.0 : value;
}

/* Bilinear, at the place of texel (x, y) of a picture of another size. */
static void stretched(const fy_texels *small, const fy_texels *big, uint32_t x, uint32_t y, double out[4]) {
    if (small->width == big->width && small->height == big->height) {
        const uint8_t *texel = small->rgba + 4 * ((size_t)y * small->width + x);
        for (int k = 0; k < 4; k++) out[k] = texel[k];
        return;
    }
    double u = clamp_index((x + .5) * small->width / big->width - .5, small->width);
    double v = clamp_index((y + .5) * small->height / big->height - .5, small->height);
    uint32_t x0 = (uint32_t)u, y0 = (uint32_t)v;
    uint32_t x1 = x0 + 1 < small->width ? x0 + 1 : x0, y1 = y0 + 1 < small->height ? y0 + 1 : y0;
    double fu = u - x0, fv = v - y0;
    const uint8_t *row0 = small->rgba + 4 * (size_t)y0 * small->width,
                  *row1 = small->rgba + 4 * (size_t)y1 * small->width;
    for (int k = 0; k < 4; k++) {
        double top = row0[4 * x0 + (uint32_t)k] * (1 - fu) + row0[4 * x1 + (uint32_t)k] * fu;
        double bottom = row1[4 * x0 + (uint32_t)k] * (1 - fu) + row1[4 * x1 + (uint32_t)k] * fu;
        out[k] = top * (1 - fv) + bottom * fv;
    }
}

/* Texels up to which pictures are compared whole: all that fit texture memory. */
#define FULL_COMPARE 8192

/* About how many of a bigger picture are looked at. */
#define SPARSE_COMPARE 2600

/* Colour counts as far as it can be seen. Big pictures are compared at every n-th row and column. */
double fy_texels_difference(const fy_texels *big, const fy_texels *small, fy_texel_needs needs) {
    double color = 0, weight = 0, alpha = 0, count = 0;
    uint32_t step = 1;
    if ((uint64_t)big->width * big->height > FULL_COMPARE)
        while ((uint64_t)(big->width / step + 1) * (big->height / step + 1) > SPARSE_COMPARE) step++;
    for (uint32_t y = 0; y < big->height; y += step)
        for (uint32_t x = 0; x < big->width; x += step) {
            const uint8_t *texel = big->rgba + 4 * ((size_t)y * big->width + x);
            double other[4], seen = needs.alpha ? texel[3] / 255.0 : 1;
            stretched(small, big, x, y, other);
            for (int k = 0; k < 3; k++) color += fabs(other[k] - texel[k]) * seen / 3;
            weight += seen;
            alpha += fabs(other[3] - texel[3]);
            count++;
        }
    double sum = 0;
    if (needs.color && weight > 0) sum += color / weight;
    if (needs.alpha && count > 0) sum += alpha / count;
    return sum;
}

/* ------------------------------------------------------------------------------------------ choosing */

/* What a picture is made of, as far as it is read. */
typedef struct content {
    bool grey, opaque, binary, alpha_is_grey;
    uint32_t greys; /* different red values */
} content;

static content examine(const fy_texels *texels, fy_texel_needs needs) {
    content found = {true, true, true, true, 0};
    bool seen[256] = {false};
    for (size_t i = 0; i < (size_t)texels->width * texels->height; i++) {
        const uint8_t *texel = texels->rgba + 4 * i;
        if (needs.color && (texel[0] != texel[1] || texel[1] != texel[2])) found.grey = false;
        if (texel[3] != 255) found.opaque = false;
        if (texel[3] != 255 && texel[3] != 0) found.binary = false;
        if (texel[3] != texel[0]) found.alpha_is_grey = false;
        found.greys += !seen[texel[0]];
        seen[texel[0]] = true;
    }
    if (!needs.alpha) found.opaque = found.binary = true;
    return found;
}

static bool format_serves(fy_sprite_format format, const content *of, fy_texel_needs needs, bool plain_only) {
    if (plain_only && (formats[format].palette || format == FY_SPRITE_RGBA32)) return false;
    if (format == FY_SPRITE_RGBA32 && of->binary) return false; /* five bits a colour and twice the texels */
    if (formats[format].grey && !of->grey) return false;
    bool shares_alpha = format == FY_SPRITE_I4 || format == FY_SPRITE_I8;
    if (needs.alpha && shares_alpha && !of->alpha_is_grey) return false;
    if (shares_alpha)
        return format == FY_SPRITE_I4 || of->greys > 16; /* mksprite makes I4 of 16 greys whatever the name */
    return true;
}

/* Four bits a texel make an odd row one column longer: visible where the picture ends at its edge. */
static bool size_serves(fy_sprite_format format, uint32_t width) {
    return formats[format].bits != 4 || width % 2 == 0;
}

static bool fits(fy_sprite_format format, uint32_t width, uint32_t height, uint32_t budget) {
    uint32_t limit = fy_sprite_tmem_limit(format);
    if (budget < 4096) limit = limit * budget / 4096;
    return width <= 1024 && height <= 1024 && fy_sprite_tmem(format, width, height) <= limit;
}

/* Most texels that fit: four bits each. */
#define FITTING_TEXELS 8192

typedef struct choice {
    ferry_job *job;
    const fy_texels *source;
    fy_texel_needs needs;
    content content;
    uint32_t budget;
    bool plain_only, found;
    uint32_t least_rows;
    fy_sprite *best;
    uint8_t *best_rgba, *best_indices; /* room for what can fit */
    struct {
        fy_texels texels;
        double error;
    } sizes[24]; /* made so far */
    unsigned size_count;
} choice;

/* The picture at a size, and what the size alone costs: a format only adds to that. */
static bool at_size(choice *by, uint32_t width, uint32_t height, fy_texels *texels, double *error) {
    *texels = *by->source;
    *error = 0;
    if (width == texels->width && height == texels->height) return true;
    for (unsigned i = 0; i < by->size_count; i++)
        if (by->sizes[i].texels.width == width && by->sizes[i].texels.height == height) {
            *texels = by->sizes[i].texels;
            *error = by->sizes[i].error;
            return true;
        }
    if (!fy_texels_resize(by->job, by->source, width, height, texels)) return false;
    *error = fy_texels_difference(by->source, texels, by->needs);
    if (by->size_count == sizeof by->sizes / sizeof *by->sizes) return true;
    by->sizes[by->size_count].texels = *texels;
    by->sizes[by->size_count++].error = *error;
    return true;
}

/* Rounding to five bits a colour component is the console's ordinary fare; everything else must be exact. */
static bool is_faithful(const choice *by, const fy_sprite *sprite) {
    if (formats[sprite->format].palette) return sprite->faithful && by->content.binary;
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
    if (!fy_sprite_encode(by->job, texels, by->needs, format, &sprite)) return false;
    if (format == FY_SPRITE_CI8 && sprite.palette.count <= 16) return true; /* CI4 holds the same */
    sprite.error = fy_texels_difference(by->source, &sprite.texels, by->needs);
    sprite.faithful = false;
    if (!by->found || sprite.error < by->best->error) keep_best(by, &sprite);
    by->found = true;
    return true;
}

/* Tries the picture at a size; keeps it if it is the best so far. False only at the memory limit. */
static bool consider(choice *by, fy_sprite_format format, uint32_t width, uint32_t height) {
    if (!size_serves(format, width)) return true;
    fy_texels resized;
    double least;
    if (!at_size(by, width, height, &resized, &least)) return false;
    if (by->found && least >= by->best->error) return true;
    ferry_mark mark = ferry_job_mark(by->job);
    bool done = try_format(by, format, &resized);
    ferry_job_release(by->job, mark);
    return done;
}

/* The largest halvings of each side that fit. */
static bool consider_halved(choice *by, fy_sprite_format format) {
    for (uint32_t down_y = 0; down_y < 16; down_y++) {
        uint32_t height = by->source->height >> down_y;
        if (height == 0 || (down_y > 0 && (height < 4 || height < by->least_rows))) break;
        for (uint32_t down_x = 0; down_x < 16; down_x++) {
            uint32_t width = by->source->width >> down_x;
            if (width == 0 || (down_x > 0 && width < 4)) break;
            uint32_t skew = down_x > down_y ? down_x - down_y : down_y - down_x;
            if (!fits(format, width, height, by->budget)) continue;
            if (skew <= 1 && !consider(by, format, width, height)) return false;
            break;
        }
    }
    return true;
}

/* Long and thin pictures: whatever fits, however skewed. */
static bool consider_any(choice *by, fy_sprite_format format) {
    uint32_t width = by->source->width, height = by->source->height;
    while (!fits(format, width, height, by->budget) && (width > 1 || height > 1)) {
        if (width >= height || height / 2 < by->least_rows)
            width = width > 1 ? width / 2 : 1;
        else
            height /= 2;
    }
    return consider(by, format, width, height);
}

/* The picture as it is, in the smallest format that loses nothing. */
static bool choose_faithful(choice *by, bool *found) {
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++) {
        const fy_texels *source = by->source;
        if (!format_serves(format, &by->content, by->needs, by->plain_only) ||
            !size_serves(format, source->width) || !fits(format, source->width, source->height, by->budget))
            continue;
        ferry_mark mark = ferry_job_mark(by->job);
        if (!fy_sprite_encode(by->job, source, by->needs, format, by->best)) return false;
        bool repeats = format == FY_SPRITE_CI8 && by->best->palette.count <= 16;
        by->best->faithful = !repeats && is_faithful(by, by->best);
        *found = by->best->faithful;
        if (*found) return true;
        ferry_job_release(by->job, mark);
    }
    return true;
}

static bool consider_all(choice *by) {
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++)
        if (format_serves(format, &by->content, by->needs, by->plain_only) && !consider_halved(by, format))
            return false;
    for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS && !by->found; format++)
        if (format_serves(format, &by->content, by->needs, by->plain_only) && !consider_any(by, format))
            return false;
    return true;
}

/* The format and smaller size that come nearest; nothing is found where even one texel does not fit. */
static bool choose_nearest(choice *by) {
    size_t texels = (size_t)by->source->width * by->source->height, room = FITTING_TEXELS;
    if (texels < room) room = texels;
    by->best_rgba = ferry_new(by->job, uint8_t, 4 * room);
    by->best_indices = ferry_new(by->job, uint8_t, room);
    if (!by->best_rgba || !by->best_indices) return false;
    ferry_mark mark = ferry_job_mark(by->job);
    bool done = consider_all(by);
    ferry_job_release(by->job, mark);
    return done;
}

bool fy_sprite_choose(ferry_job *job, const fy_texels *source, fy_texel_needs needs, uint32_t budget,
                      bool plain_only, uint32_t least_rows, fy_sprite *sprite) {
    choice by = {.job = job,
                 .source = source,
                 .needs = needs,
                 .content = examine(source, needs),
                 .budget = budget,
                 .plain_only = plain_only,
                 .least_rows = least_rows,
                 .best = sprite};
    bool faithful = false;
    if (!choose_faithful(&by, &faithful)) return false;
    if (faithful) return true;
    if (!choose_nearest(&by)) return false;
    return by.found ||
           fy_sprite_encode(job, source, needs, plain_only ? FY_SPRITE_RGBA16 : FY_SPRITE_RGBA32, sprite);
}

/* ----------------------------------------------------------------------------------------------- PNG */

bool fy_sprite_png(ferry_job *job, const char *file, const fy_sprite *sprite, ferry_bytes *png) {
    uint32_t count = sprite->texels.width * sprite->texels.height;
    fy_png picture = {.bits = 8, .width = sprite->texels.width, .height = sprite->texels.height};
    const uint8_t *rgba = sprite->texels.rgba;
    bool alpha = sprite->format == FY_SPRITE_IA4 || sprite->format == FY_SPRITE_IA8 ||
                 sprite->format == FY_SPRITE_IA16;
    if (formats[sprite->format].palette) {
        picture.kind = FY_PNG_INDEXED;
        picture.pixels = sprite->indices;
        picture.palette = &sprite->palette.colors[0][0];
        picture.palette_count = sprite->palette.count;
    } else if (!formats[sprite->format].grey) {
        picture.kind = FY_PNG_RGBA;
        picture.pixels = rgba;
    } else {
        size_t step = alpha ? 2 : 1;
        uint8_t *pixels = ferry_new(job, uint8_t, count * step);
        if (!pixels) return false;
        for (uint32_t i = 0; i < count; i++) {
            pixels[i * step] = rgba[4 * i];
            if (alpha) pixels[i * step + 1] = rgba[4 * i + 3];
        }
        picture.kind = alpha ? FY_PNG_GRAY_ALPHA : FY_PNG_GRAY;
        picture.pixels = pixels;
    }
    return fy_png_write(job, file, &picture, png);
}
