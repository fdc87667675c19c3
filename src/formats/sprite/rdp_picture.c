/*
 * rdp_picture.c: PNG files as the stock converter cuts them into texels and the console widens these again
 * (docs/formats/n64_drawing.md, "Texel formats").
 */
#include "formats/sprite/rdp_picture.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/path.h"
#include "core/base/report.h"
#include "core/image/image.h"
#include "core/image/quantise.h"
#include "core/image/texels.h"
#include "formats/sprite/sprite_decode.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"

/* --------------------------------------------------------------------------------------------- format */

static bool is_named(fy_sprite_format format, const char *piece, size_t length) {
    const char *name = fy_sprite_format_name(format);
    for (size_t i = 0; i < length; i++)
        if (!name[i] || fy_lower(piece[i]) != name[i]) return false;
    return !name[length];
}

fy_sprite_format fy_rdp_format_of_name(const char *name) {
    for (const char *piece = name;; piece++) {
        size_t length = strcspn(piece, ".");
        for (fy_sprite_format format = 0; format < FY_SPRITE_FORMATS; format++)
            if (is_named(format, piece, length)) return format;
        piece += length;
        if (!*piece) return FY_SPRITE_FORMATS;
    }
}

static fy_sprite_format usual_format(const fy_png *picture) {
    switch (picture->kind) {
    case FY_PNG_GRAY:
        return picture->bits > 4 ? FY_SPRITE_I8 : FY_SPRITE_I4;
    case FY_PNG_GRAY_ALPHA:
        return FY_SPRITE_IA16;
    case FY_PNG_INDEXED:
        return FY_SPRITE_CI8;
    default:
        return FY_SPRITE_RGBA16;
    }
}

/* --------------------------------------------------------------------------------------------- pixels */

static uint8_t sample_at(const fy_png *picture, size_t pitch, uint32_t x, uint32_t y) {
    const uint8_t *row = picture->pixels + pitch * y;
    uint32_t bit = x * picture->bits;
    return (uint8_t)((uint32_t)row[bit / 8] >> (8 - picture->bits - bit % 8) & ((1u << picture->bits) - 1));
}

static void pixel_at(const fy_png *picture, size_t pitch, uint32_t x, uint32_t y, uint8_t rgba[4]) {
    const uint8_t *row = picture->pixels + pitch * y;
    uint8_t sample;
    switch (picture->kind) {
    case FY_PNG_INDEXED:
        sample = sample_at(picture, pitch, x, y);
        memset(rgba, 0, 4);
        if (sample < picture->palette_count) memcpy(rgba, picture->palette + 4 * (size_t)sample, 4);
        break;
    case FY_PNG_GRAY:
        sample = (uint8_t)(sample_at(picture, pitch, x, y) * 255 / ((1u << picture->bits) - 1));
        rgba[0] = rgba[1] = rgba[2] = sample, rgba[3] = 255;
        break;
    case FY_PNG_GRAY_ALPHA:
        rgba[0] = rgba[1] = rgba[2] = row[2 * (size_t)x], rgba[3] = row[2 * (size_t)x + 1];
        break;
    case FY_PNG_RGB:
        memcpy(rgba, row + 3 * (size_t)x, 3), rgba[3] = 255;
        break;
    default:
        memcpy(rgba, row + 4 * (size_t)x, 4);
        break;
    }
}

/* How many values a component needs: of index or grey. */
static bool within_16(const fy_png *picture, size_t pitch) {
    bool seen[256] = {false};
    uint32_t count = 0, highest = 0;
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            uint8_t sample = sample_at(picture, pitch, x, y);
            count += !seen[sample];
            seen[sample] = true;
            highest = sample > highest ? sample : highest;
        }
    return picture->kind == FY_PNG_GRAY ? count <= 16 : highest < 16;
}

/* The converter takes four bits where they do, whatever the name says. */
static fy_sprite_format effective_format(const char *name, const fy_png *picture, size_t pitch) {
    fy_sprite_format format = fy_rdp_format_of_name(name);
    if (format == FY_SPRITE_FORMATS) format = usual_format(picture);
    if (format == FY_SPRITE_I8 && picture->kind == FY_PNG_GRAY && within_16(picture, pitch))
        return FY_SPRITE_I4;
    if (format == FY_SPRITE_CI8 && picture->kind == FY_PNG_INDEXED && within_16(picture, pitch))
        return FY_SPRITE_CI4;
    return format;
}

/* ----------------------------------------------------------------------------------------- conversion */

static uint8_t cut_bits(uint8_t value, unsigned bits) {
    unsigned level = (uint32_t)value >> (8 - bits);
    if (bits == 3) return (uint8_t)(level << 5 | level << 2 | level >> 1);
    if (bits == 4) return (uint8_t)(level * 17);
    if (bits == 5) return (uint8_t)(level << 3 | level >> 2);
    return value;
}

/* Grey formats take the red component of coloured pictures. */
static void convert(fy_sprite_format format, uint8_t rgba[4]) {
    uint8_t red = rgba[0], alpha = rgba[3], on = alpha ? 255 : 0;
    switch (format) {
    case FY_SPRITE_I4:
    case FY_SPRITE_I8:
        memset(rgba, cut_bits(red, format == FY_SPRITE_I4 ? 4 : 8), 4);
        break;
    case FY_SPRITE_IA4:
        memset(rgba, cut_bits(red, 3), 3), rgba[3] = on;
        break;
    case FY_SPRITE_IA8:
        memset(rgba, cut_bits(red, 4), 3), rgba[3] = cut_bits(alpha, 4);
        break;
    case FY_SPRITE_IA16:
        memset(rgba, red, 3);
        break;
    case FY_SPRITE_RGBA32:
        break;
    default:
        for (int k = 0; k < 3; k++) rgba[k] = cut_bits(rgba[k], 5);
        rgba[3] = on;
        break;
    }
}

/* As convert() does, of four bytes a pixel: in loops of which compilers make vector code. */
static void convert_usual_row(const uint8_t *restrict row, uint32_t width, uint8_t *restrict out) {
    for (uint32_t i = 0; i < 4 * width; i++) out[i] = (uint8_t)((row[i] & 0xF8) | row[i] >> 5);
    for (uint32_t x = 0; x < width; x++) out[4 * (size_t)x + 3] = row[4 * (size_t)x + 3] ? 255 : 0;
}

static void convert_row(const fy_png *picture, size_t pitch, uint32_t y, fy_sprite_format format,
                        uint8_t *out) {
    if (picture->kind == FY_PNG_RGBA && format == FY_SPRITE_RGBA16) {
        convert_usual_row(picture->pixels + pitch * y, picture->width, out);
        return;
    }
    for (uint32_t x = 0; x < picture->width; x++, out += 4) {
        pixel_at(picture, pitch, x, y, out);
        convert(format, out);
    }
}

/* Brings the colours of an indexed format down to what the palette holds. Where the picture brings no palette
 * that does, the converter makes one; ours stands for it. */
static bool quantise(ferry_job *job, fy_sprite_format format, fy_texels *texels) {
    uint32_t count = texels->width * texels->height, most = format == FY_SPRITE_CI4 ? 16 : 256;
    fy_palette palette;
    if (fy_palette_exact(texels->rgba, count, most, &palette)) return true;
    uint8_t *indices = ferry_new(job, uint8_t, count);
    if (!indices || !fy_palette_build(job, texels->rgba, NULL, count, most, &palette)) return false;
    fy_palette_map(&palette, texels->rgba, count, indices);
    for (uint32_t i = 0; i < count; i++) memcpy(texels->rgba + 4 * (size_t)i, palette.colors[indices[i]], 4);
    return true;
}

bool fy_rdp_picture_of_png(ferry_job *job, const char *name, ferry_bytes png, fy_texels *texels,
                           fy_sprite_format *format) {
    fy_png picture;
    if (!fy_png_read_stored(job, name, png, &picture)) return false;
    size_t pitch = fy_png_pitch(&picture);
    *format = effective_format(name, &picture, pitch);
    *texels = (fy_texels){picture.width, picture.height,
                          ferry_alloc(job, (size_t)picture.width * picture.height, 4)};
    if (!texels->rgba) return false;
    for (uint32_t y = 0; y < picture.height; y++) {
        if (!ferry_tick(job)) return false;
        convert_row(&picture, pitch, y, *format, texels->rgba + 4 * (size_t)y * picture.width);
    }
    bool own_palette =
        picture.kind == FY_PNG_INDEXED &&
        (*format == FY_SPRITE_CI8 || picture.palette_count <= 16 || within_16(&picture, pitch));
    return own_palette || !fy_sprite_has_palette(*format) || quantise(job, *format, texels);
}

static bool add_png(ferry_job *job, ferry_scene *scene, const char *name, const char *title,
                    ferry_bytes bytes, uint32_t *image) {
    fy_texels texels;
    fy_sprite_format format;
    if (!fy_rdp_picture_of_png(job, name, bytes, &texels, &format)) return false;
    size_t count = (size_t)texels.width * texels.height;
    uint8_t *rgba = ferry_scene_alloc(scene, count, 4);
    ferry_mip_level *level = ferry_scene_new(scene, ferry_mip_level, 1);
    ferry_image *made = rgba && level ? ferry_append(scene, &scene->images, ferry_image) : NULL;
    if (!made) return false;
    memcpy(rgba, texels.rgba, count * 4);
    *level = (ferry_mip_level){texels.width, texels.height, rgba};
    *made = (ferry_image){.name = title,
                          .width = texels.width,
                          .height = texels.height,
                          .levels = level,
                          .level_count = 1,
                          .has_rdp = true,
                          .rdp_format = fy_sprite_code(format),
                          .alpha = fy_alpha_class(rgba, count)};
    *image = scene->images.count - 1;
    return true;
}

static bool decode_picture(ferry_job *job, ferry_scene *scene, const char *name, const char *title,
                           ferry_bytes bytes, uint32_t *image) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G'};
    if (bytes.size >= sizeof png && memcmp(bytes.data, png, sizeof png) == 0)
        return add_png(job, scene, name, title, bytes, image);
    ferry_window window = ferry_window_open(job, name, bytes);
    return fy_sprite_decode(&window, scene, title, image);
}

bool fy_rdp_read_picture(ferry_job *job, ferry_scene *scene, const char *name, const char *title,
                         ferry_bytes bytes, uint32_t *image) {
    uint32_t messages = job->report.count, images = scene->images.count;
    if (decode_picture(job, scene, name, title, bytes, image)) return true;
    *image = FERRY_NONE;
    scene->images.count = images;
    if (!job->stopped && !job->exhausted) fy_report_demote(job, messages);
    return false;
}
