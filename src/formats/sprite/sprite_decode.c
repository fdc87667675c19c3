/*
 * sprite_decode.c: a sprite's texels become a picture, as the console expands them (docs/formats/sprite.md).
 */
#include "formats/sprite/sprite_decode.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/image/image.h"
#include "formats/packing/dca_unpack.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/sprite.h"

uint32_t fy_sprite_extended_size(uint32_t version) {
    return version == 4 ? 124 : version == 6 ? 128 : 0;
}

/* ---------------------------------------------------------------------------------------------- layout */

typedef struct slot {
    uint32_t code, width, height;
    uint64_t offset;
} slot;

/* What the headers say. */
typedef struct layout {
    slot levels[1 + FY_SPRITE_SLOTS]; /* the picture's own first */
    uint32_t level_count;
    uint32_t header_flags, flags, version; /* version 0: no extended header */
    uint64_t extended, palette;
    uint32_t palette_count;
} layout;

static uint64_t slot_bytes(const slot *s) {
    return fy_rdp_stride(s->code, s->width) * s->height;
}

static bool refuse_format(ferry_window *in, uint64_t at, uint32_t code) {
    if (code == FERRY_RDP_YUV16)
        return ferry_refuse(in, at, "sprite.yuv",
                            "YUV16 is for video: its colours depend on the program, not on the file");
    return ferry_refuse(in, at, "sprite.texel-format", "unknown texel format %u", code);
}

/* Before October 2022: two formats, told by the size of a texel. */
static uint32_t old_format(uint8_t depth) {
    return depth == 2 ? FERRY_RDP_RGBA16 : FERRY_RDP_RGBA32;
}

static bool read_header(ferry_window *in, layout *to) {
    slot *first = &to->levels[0];
    first->width = ferry_read_u16(in);
    first->height = ferry_read_u16(in);
    uint8_t depth = ferry_read_u8(in);
    to->header_flags = ferry_read_u8(in);
    ferry_skip(in, 2);
    if (!ferry_window_ok(in)) return false;
    if (first->width == 0 || first->height == 0)
        return ferry_refuse(in, 0, "sprite.size", "%u x %u texels", first->width, first->height);
    if (to->header_flags & 0x60)
        return ferry_refuse(in, 5, "sprite.flags",
                            "flags 0x%02x are only valid in memory: the texels are not in the file",
                            to->header_flags);
    first->code = to->header_flags ? to->header_flags & 0x1F : old_format(depth);
    first->offset = FY_SPRITE_HEADER;
    to->level_count = 1;
    if (fy_rdp_texel_bits(first->code) == 0 || first->code == FERRY_RDP_YUV16)
        return refuse_format(in, 5, first->code);
    return true;
}

/* The chain of smaller levels; behind the first empty slot nothing is looked at. */
static bool read_slots(ferry_window *extended, layout *to) {
    const slot *first = &to->levels[0];
    for (uint32_t i = 1; i <= FY_SPRITE_SLOTS; i++) {
        uint64_t at = 8 * (uint64_t)i;
        slot next = {.width = ferry_u16_at(extended, at), .height = ferry_u16_at(extended, at + 2)};
        uint32_t place = ferry_u32_at(extended, at + 4);
        if (next.width == 0) return true;
        next.code = place >> 24;
        next.offset = place & 0xFFFFFF;
        bool detail = i == FY_SPRITE_SLOTS && to->flags & FY_SPRITE_DETAIL;
        if (detail || (i == 1 && to->flags & FY_SPRITE_SHQ)) return true;
        uint32_t width = first->width >> i ? first->width >> i : 1,
                 height = first->height >> i ? first->height >> i : 1;
        if (next.code != first->code || next.width != width || next.height != height) {
            ferry_say_at(
                extended, at, FERRY_WARNING, "sprite.mip-level",
                "mip level %u is %u x %u texels of format %u, expected %u x %u of format %u; this and "
                "later levels left out",
                i, next.width, next.height, next.code, width, height, first->code);
            return true;
        }
        to->levels[to->level_count++] = next;
    }
    return true;
}

static bool read_extended(ferry_window *in, layout *to) {
    if (!(to->header_flags & FY_SPRITE_EXTENDED_BIT)) return true;
    to->extended = FY_SPRITE_HEADER + (slot_bytes(&to->levels[0]) + 7) / 8 * 8;
    ferry_window extended = ferry_window_cut(in, "extended", FERRY_NONE, to->extended, 124);
    uint32_t size = ferry_u16_at(&extended, 0);
    to->version = ferry_u16_at(&extended, 2);
    if (!ferry_window_ok(&extended)) return false;
    uint32_t expected = fy_sprite_extended_size(to->version);
    if (expected == 0)
        return ferry_refuse(&extended, 2, "sprite.version", "unknown version %u; known: 4, 6", to->version);
    if (size != expected)
        ferry_say_at(&extended, 0, FERRY_WARNING, "sprite.extended-header",
                     "the extended header states %u bytes, version %u has %u; read as version %u", size,
                     to->version, expected, to->version);
    to->palette = ferry_u32_at(&extended, 4);
    to->flags = ferry_u16_at(&extended, 0x40);
    to->palette_count = to->levels[0].code == FERRY_RDP_CI4 ? 16 : 256;
    uint32_t stated = to->version >= 6 ? ferry_u8_at(&extended, 0x42) : 0;
    if (stated && stated < to->palette_count) to->palette_count = stated;
    return read_slots(&extended, to);
}

/* -------------------------------------------------------------------------------------------- decoding */

typedef struct reader {
    ferry_window *in;
    ferry_scene *scene;
    layout layout;
    uint8_t palette[256][4];
    uint32_t colors; /* of the palette */
    uint64_t strays; /* texels beyond them */
} reader;

static uint8_t widen_5(uint32_t value) {
    return (uint8_t)((value & 31) << 3 | (value & 31) >> 2);
}

static void expand_rgba16(uint32_t word, uint8_t out[4]) {
    out[0] = widen_5(word >> 11);
    out[1] = widen_5(word >> 6);
    out[2] = widen_5(word >> 1);
    out[3] = word & 1 ? 255 : 0;
}

static void set_grey(uint8_t out[4], uint32_t grey, uint32_t alpha) {
    out[0] = out[1] = out[2] = (uint8_t)grey;
    out[3] = (uint8_t)alpha;
}

static void look_up(reader *r, uint32_t index, uint8_t out[4]) {
    r->strays += index >= r->colors;
    memcpy(out, r->palette[index], 4);
}

static void expand(reader *r, uint32_t code, const uint8_t *row, uint32_t x, uint8_t out[4]) {
    uint32_t nibble = x & 1 ? row[x / 2] & 15 : row[x / 2] >> 4, grey = nibble >> 1;
    switch (code) {
    case FERRY_RDP_RGBA16:
        expand_rgba16(ferry_be16(row + 2 * x), out);
        break;
    case FERRY_RDP_RGBA32:
        memcpy(out, row + 4 * x, 4);
        break;
    case FERRY_RDP_CI4:
        look_up(r, nibble, out);
        break;
    case FERRY_RDP_CI8:
        look_up(r, row[x], out);
        break;
    case FERRY_RDP_IA4:
        set_grey(out, grey << 5 | grey << 2 | grey >> 1, nibble & 1 ? 255 : 0);
        break;
    case FERRY_RDP_IA8:
        set_grey(out, (uint32_t)(row[x] >> 4) * 17, (row[x] & 15u) * 17);
        break;
    case FERRY_RDP_IA16:
        set_grey(out, row[2 * x], row[2 * x + 1]);
        break;
    case FERRY_RDP_I4:
        set_grey(out, nibble * 17, nibble * 17);
        break;
    default:
        set_grey(out, row[x], row[x]);
        break;
    }
}

static bool read_palette(reader *r) {
    const layout *of = &r->layout;
    ferry_window *in = r->in;
    if (!fy_rdp_texel_indexed(of->levels[0].code)) return true;
    if (of->version == 0)
        return ferry_refuse(in, 5, "sprite.palette", "colour-indexed without an extended header: no palette");
    if (of->palette == 0)
        return ferry_refuse(in, of->extended + 4, "sprite.palette",
                            "colour-indexed without a palette: its colours depend on what was drawn before");
    if (of->palette % 8)
        ferry_say_at(in, of->extended + 4, FERRY_WARNING, "sprite.palette",
                     "the palette is at 0x%llx, not a multiple of 8: libdragon asserts",
                     (unsigned long long)of->palette);
    ferry_window entries = ferry_window_rest(in, "palette", FERRY_NONE, of->palette);
    if (!ferry_window_ok(&entries)) return false;
    r->colors = of->palette_count;
    if (entries.size / 2 < r->colors) r->colors = (uint32_t)(entries.size / 2);
    for (uint32_t i = 0; i < r->colors; i++) expand_rgba16(ferry_read_u16(&entries), r->palette[i]);
    return true;
}

static bool decode_level(reader *r, uint32_t number, ferry_mip_level *level, uint8_t *source) {
    const slot *of = &r->layout.levels[number];
    uint64_t stride = fy_rdp_stride(of->code, of->width);
    ferry_window texels = ferry_window_cut(r->in, "level", number, of->offset, slot_bytes(of));
    if (!ferry_window_ok(&texels)) return false;
    if (of->offset % 8)
        ferry_say_at(&texels, 0, FERRY_WARNING, "sprite.alignment",
                     "the texels are at 0x%llx, not a multiple of 8: the RDP loads the wrong ones",
                     (unsigned long long)of->offset);
    uint8_t *rgba = ferry_scene_new(r->scene, uint8_t, (size_t)of->width * of->height * 4);
    if (!rgba) return false;
    *level = (ferry_mip_level){of->width, of->height, rgba};
    memcpy(source, texels.data, texels.size);
    for (uint32_t y = 0; y < of->height; y++) {
        if (!ferry_tick(r->in->job)) return false;
        for (uint32_t x = 0; x < of->width; x++, rgba += 4)
            expand(r, of->code, texels.data + y * stride, x, rgba);
    }
    return true;
}

static bool decode_levels(reader *r, ferry_image *image) {
    const layout *of = &r->layout;
    uint64_t size = 0;
    for (uint32_t i = 0; i < of->level_count; i++) {
        if (!ferry_window_holds(r->in, of->levels[i].offset, slot_bytes(&of->levels[i]), 1))
            return ferry_window_cut(r->in, "level", i, of->levels[i].offset, slot_bytes(&of->levels[i])),
                   false;
        size += slot_bytes(&of->levels[i]);
    }
    uint8_t *source = ferry_scene_new(r->scene, uint8_t, (size_t)size);
    image->levels = ferry_scene_new(r->scene, ferry_mip_level, of->level_count);
    if (!source || !image->levels) return false;
    image->source = (ferry_bytes){source, (size_t)size};
    for (uint32_t i = 0; i < of->level_count; i++, image->level_count++) {
        if (!decode_level(r, i, &image->levels[i], source)) return false;
        source += slot_bytes(&of->levels[i]);
    }
    if (r->strays)
        ferry_say_at(r->in, of->palette, FERRY_WARNING, "sprite.palette-index",
                     "%llu texels index past the palette's %u colours; drawn transparent black",
                     (unsigned long long)r->strays, r->colors);
    return true;
}

static bool keep_palette(reader *r, ferry_image *image) {
    if (r->colors == 0) return true;
    uint8_t *copy = ferry_scene_new(r->scene, uint8_t, 2 * (size_t)r->colors);
    if (!copy) return false;
    memcpy(copy, r->in->data + r->layout.palette, 2 * (size_t)r->colors);
    image->palette = (ferry_bytes){copy, 2 * (size_t)r->colors};
    image->palette_count = r->colors;
    return true;
}

/* ---------------------------------------------------------------------------------- detail and the rest */

static bool keep_extra(reader *r, const char *path, uint64_t offset, uint64_t size) {
    ferry_window bytes = ferry_window_cut(r->in, path, FERRY_NONE, offset, size);
    if (!ferry_window_ok(&bytes)) return false;
    uint8_t *copy = ferry_scene_new(r->scene, uint8_t, bytes.size);
    ferry_extra *extra = ferry_append(r->scene, &r->scene->extras, ferry_extra);
    if (!copy || !extra) return false;
    memcpy(copy, bytes.data, bytes.size);
    *extra = (ferry_extra){"sprite", path, offset, {copy, bytes.size}};
    return true;
}

static bool keep_slot(reader *r, uint32_t number, const char *path) {
    uint64_t at = r->layout.extended + 8 * (uint64_t)number;
    uint32_t place = ferry_u32_at(r->in, at + 4);
    slot of = {place >> 24, ferry_u16_at(r->in, at), ferry_u16_at(r->in, at + 2), place & 0xFFFFFF};
    if (of.width == 0 || of.height == 0 || fy_rdp_texel_bits(of.code) == 0) {
        ferry_say_at(r->in, at, FERRY_WARNING, "sprite.mip-level",
                     "the %s image is %u x %u texels of format %u; left out", path, of.width, of.height,
                     of.code);
        return true;
    }
    ferry_say_at(r->in, of.offset, FERRY_NOTE, "sprite.extra-image",
                 "has a %s image of %u x %u texels; kept, but not shown", path, of.width, of.height);
    return keep_extra(r, path, of.offset, slot_bytes(&of));
}

/* What belongs to the file but not to the picture. */
static bool keep_rest(reader *r) {
    const layout *of = &r->layout;
    if (of->version == 0) return true;
    bool main_again = ferry_u8_at(r->in, of->extended + 0x78) != 0;
    if (of->flags & FY_SPRITE_TEXPARMS && !keep_extra(r, "texparms", of->extended + 0x44, 0x35)) return false;
    if (of->flags & FY_SPRITE_SHQ && !keep_slot(r, 1, "SHQ")) return false;
    return !(of->flags & FY_SPRITE_DETAIL) || main_again || keep_slot(r, FY_SPRITE_SLOTS, "detail");
}

/* Whether the library on the console would take it as a texture. */
static void check_fit(const reader *r) {
    const layout *of = &r->layout;
    uint64_t size = 0, limit = fy_rdp_tmem_limit(of->levels[0].code);
    if (of->version == 0 || of->flags & (FY_SPRITE_DETAIL | FY_SPRITE_SHQ)) return;
    for (uint32_t i = 0; i < of->level_count; i++)
        size += fy_rdp_tmem(of->levels[i].code, of->levels[i].width, of->levels[i].height);
    bool stated = of->flags & FY_SPRITE_FITS;
    if (stated && size > limit)
        ferry_say_at(r->in, of->extended + 0x40, FERRY_WARNING, "sprite.tmem-fit",
                     "marked as fitting TMEM, but takes %llu of %llu bytes: libdragon asserts",
                     (unsigned long long)size, (unsigned long long)limit);
    if (!stated && size <= limit)
        ferry_say_at(r->in, of->extended + 0x40, FERRY_NOTE, "sprite.tmem-fit",
                     "takes %llu of %llu bytes of TMEM, but is not marked as fitting: usable for 2D blits "
                     "only",
                     (unsigned long long)size, (unsigned long long)limit);
}

static bool decode_plain(ferry_window *in, ferry_scene *scene, const char *name, uint32_t *image) {
    reader r = {.in = in, .scene = scene};
    ferry_image made = {.name = name, .has_rdp = true};
    ferry_seek(in, 0);
    if (!read_header(in, &r.layout) || !read_extended(in, &r.layout) || !read_palette(&r)) return false;
    if (!decode_levels(&r, &made) || !keep_palette(&r, &made) || !keep_rest(&r)) return false;
    check_fit(&r);
    made.width = made.levels[0].width;
    made.height = made.levels[0].height;
    made.rdp_format = (ferry_rdp_texel)r.layout.levels[0].code;
    made.alpha = fy_alpha_class(made.levels[0].rgba, (size_t)made.width * made.height);
    ferry_image *to = ferry_append(scene, &scene->images, ferry_image);
    if (!to) return false;
    *to = made;
    *image = scene->images.count - 1;
    return true;
}

bool fy_sprite_decode(ferry_window *in, ferry_scene *scene, const char *name, uint32_t *image) {
    if (in->size < 4 || memcmp(in->data, "DCA3", 4) != 0) return decode_plain(in, scene, name, image);
    ferry_bytes bytes;
    if (!fy_dca_unpack(in, &bytes)) return false;
    ferry_window plain = ferry_window_open(in->job, in->file, bytes);
    return decode_plain(&plain, scene, name, image);
}
