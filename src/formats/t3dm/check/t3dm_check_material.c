/*
 * t3dm_check_material.c: the rules of materials and their tiles, most of them libdragon's assertions; and the
 * hashes by which the runtime finds sprites.
 *
 * Format: docs/formats/t3dm.md, "Materials" and "Checking".
 */
#include "formats/t3dm/check/t3dm_check_material.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "machine/rdp/rdp_combiner.h"

enum {
    VALUE_AT = 0x08,
    MASK_AT = 0x10,
    BLENDER_AT = 0x18,
    FLAGS_AT = 0x1C,
    FOG_AT = 0x21,
    COLORS_AT = 0x22,
    EFFECT_AT = 0x23
};
enum { KNOWN_FLAGS = 0x1F | FERRY_RDP_UNLIT, ALL_COLORS = 7, TEXTURE_MEMORY = 4096 };

/* A path with its hash, wherever it stands. */
typedef struct hashed {
    uint32_t hash, chunk, at; /* of the hash, in the chunk */
    const char *path;
} hashed;

typedef struct checker {
    fy_t3dm_reader *r;
    hashed *list;
    uint32_t count;
    bool effect; /* of the material at hand: its tile sizes are the effect's numbers, not those of pictures */
} checker;

static uint64_t u64_at(ferry_window *in, uint64_t at) {
    return (uint64_t)ferry_u32_at(in, at) << 32 | ferry_u32_at(in, at + 4);
}

/* -------------------------------------------------------------------------------------------- tiles */

static bool power_of_two(uint32_t size) {
    return size && (size & (size - 1)) == 0;
}

/* Twelve bytes: low, high, mask, shift, mirror, clamp. */
static void check_axis(const checker *c, ferry_window *in, uint64_t at, char name, uint32_t size) {
    float low = ferry_f32_at(in, at), high = ferry_f32_at(in, at + 4);
    uint8_t mirror = ferry_u8_at(in, at + 10), clamp = ferry_u8_at(in, at + 11);
    bool translates = c->r->layout - fy_t3dm_layouts > FY_T3DM_V1; /* runtimes since 28 October 2024 */
    if (mirror > 1 || clamp > 1)
        ferry_say_at(in, at + 10, FY_CHECK_ADVICE, "t3dm.tile", "%c: mirror %u, clamp %u; expected 0 or 1",
                     name, mirror, clamp);
    if (!clamp && !power_of_two(size) && !c->effect)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.tile",
                     "%c repeats %u texels, which is not a power of two: libdragon asserts", name, size);
    if (clamp && !size)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.tile", "%c clamps 0 texels: the runtime divides by them",
                     name);
    if (clamp && low < 0 && translates)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.tile", "%c clamps and starts at %g: libdragon asserts",
                     name, (double)low);
    if (clamp && high + 1 < low)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.tile",
                     "%c clamps from %g to %g: a negative number of repeats", name, (double)low,
                     (double)high);
}

static void check_hash(checker *c, ferry_window *in, uint32_t chunk, uint64_t at, uint32_t path) {
    const uint8_t *text = c->r->strings.data + path;
    uint32_t hash = ferry_u32_at(in, at);
    if (!memchr(text, 0, c->r->strings.size - path)) return; /* was said */
    c->list[c->count++] = (hashed){hash, chunk, (uint32_t)at, (const char *)text};
    if (!hash)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.hash",
                     "hash 0 of %s: the runtime treats it as a free entry", (const char *)text);
    else if (strlen((const char *)text) < 4096 && hash != fy_t3dm_path_hash((const char *)text))
        ferry_say_at(in, at, FY_CHECK_ADVICE, "t3dm.hash",
                     "hash 0x%08x of %s, expected 0x%08x: models do not share the texture", hash,
                     (const char *)text, fy_t3dm_path_hash((const char *)text));
    if (strncmp((const char *)text, "rom:/", 5) != 0)
        ferry_say_at(in, at - 4, FY_CHECK_ADVICE, "t3dm.rom-path", "%s is not below rom:/",
                     (const char *)text);
}

static void check_tile(checker *c, ferry_window *in, uint32_t chunk, uint64_t at) {
    bool references = c->r->layout->references;
    uint32_t reference = references ? ferry_u32_at(in, at) : 0;
    if (references) at += 4;
    uint32_t path = ferry_u32_at(in, at), width = ferry_u16_at(in, at + 12),
             height = ferry_u16_at(in, at + 14);
    if (path) check_hash(c, in, chunk, at + 4, path);
    if (ferry_u32_at(in, at + 8))
        ferry_say_at(in, at + 8, FY_CHECK_WRONG, "t3dm.tile", "a pointer 0x%x in the file",
                     ferry_u32_at(in, at + 8));
    if (!path || reference) return; /* what the game supplies, it sets up itself */
    check_axis(c, in, at + 16, 's', width);
    check_axis(c, in, at + 28, 't', height);
}

/* -------------------------------------------------------------------------------------------- state */

static void check_flags(fy_t3dm_reader *r, ferry_window *in, uint64_t at, uint64_t combiner) {
    uint32_t flags = ferry_u32_at(in, at), culls = FERRY_RDP_CULL_FRONT | FERRY_RDP_CULL_BACK;
    bool textured = fy_rdp_reads_color(combiner, FY_RDP_TEX0) || fy_rdp_reads_color(combiner, FY_RDP_TEX1) ||
                    fy_rdp_reads_alpha(combiner, FY_RDP_TEX0) || fy_rdp_reads_alpha(combiner, FY_RDP_TEX1);
    bool shaded = fy_rdp_reads(combiner, FY_RDP_SHADE);
    if ((flags & culls) == culls)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.draw-flags",
                     "culls front and back faces: the runtime "
                     "asserts");
    if (flags & ~(uint32_t)KNOWN_FLAGS)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.draw-flags", "unknown draw flags 0x%x",
                     flags & ~(uint32_t)KNOWN_FLAGS);
    if (flags & FERRY_RDP_UNLIT && r->layout - fy_t3dm_layouts < FY_T3DM_V1 + 2)
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.draw-flags",
                     "unlit, which runtimes of layout %s do "
                     "not support",
                     r->layout->name);
    if (combiner && textured && !(flags & FERRY_RDP_TEXTURED))
        ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.draw-flags",
                     "the combiner reads a texture, but the draw flags have none");
    if (combiner && shaded && !(flags & FERRY_RDP_SHADED))
        ferry_say_at(in, at, FY_CHECK_ADVICE, "t3dm.draw-flags",
                     "the combiner reads shade, but the draw flags have none");
}

static void check_modes(ferry_window *in) {
    uint64_t value = u64_at(in, VALUE_AT), mask = u64_at(in, MASK_AT);
    if (value & ~mask)
        ferry_say_at(in, VALUE_AT, FY_CHECK_WRONG, "t3dm.other-modes",
                     "other mode bits 0x%016llx are outside the mask and have no effect",
                     (unsigned long long)(value & ~mask));
    if (~mask & FERRY_RDP_MODE_MASK)
        ferry_say_at(in, MASK_AT, FY_CHECK_ADVICE, "t3dm.other-modes",
                     "other mode bits 0x%016llx are missing in the mask: the previous object's are kept",
                     (unsigned long long)(~mask & FERRY_RDP_MODE_MASK));
    if (ferry_u8_at(in, FOG_AT) > 2)
        ferry_say_at(in, FOG_AT, FY_CHECK_WRONG, "t3dm.other-modes", "fog mode %u, expected 0 to 2",
                     ferry_u8_at(in, FOG_AT));
    if (ferry_u8_at(in, COLORS_AT) > ALL_COLORS)
        ferry_say_at(in, COLORS_AT, FY_CHECK_ADVICE, "t3dm.other-modes",
                     "unknown colour flags 0x%x, expected 0x0 to 0x7", ferry_u8_at(in, COLORS_AT));
    if (ferry_u8_at(in, EFFECT_AT) > FERRY_RDP_EFFECT_UV_OFFSET)
        ferry_say_at(in, EFFECT_AT, FY_CHECK_WRONG, "t3dm.other-modes", "vertex effect %u, expected 0 to 5",
                     ferry_u8_at(in, EFFECT_AT));
}

static void check_material(checker *c, uint32_t chunk, uint32_t number) {
    const fy_t3dm_layout *layout = c->r->layout;
    ferry_window in = fy_t3dm_cut_chunk(c->r, chunk, "material", number);
    uint64_t combiner = u64_at(&in, 0);
    if (combiner >> 56 & 0x7F)
        ferry_say_at(&in, 0, FY_CHECK_ADVICE, "t3dm.combiner", "bits 62 to 56 of the combiner are not 0");
    check_flags(c->r, &in, layout->rdp ? FLAGS_AT : VALUE_AT, combiner);
    if (layout->rdp) check_modes(&in);
    c->effect = layout->rdp          ? ferry_u8_at(&in, EFFECT_AT) != 0
                : layout->depth_mode ? ferry_u8_at(&in, layout->modes_at + 3u) != 0
                                     : false;
    for (uint32_t k = 0; k < (layout->rdp ? 2u : 1u); k++)
        check_tile(c, &in, chunk, layout->tile_at + FY_T3DM_TILE * (uint64_t)k);
}

/* ------------------------------------------------------------------------------------------- hashes */

static int by_hash(const void *a, const void *b) {
    const hashed *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    int order = strcmp(x->path, y->path);
    if (order) return order;
    return x->chunk != y->chunk ? (x->chunk < y->chunk ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

/* Sprites are cached by their hash alone. */
static void check_collisions(checker *c) {
    qsort(c->list, c->count, sizeof *c->list, by_hash);
    for (uint32_t i = 1; i < c->count; i++) {
        const hashed *a = &c->list[i - 1], *b = &c->list[i];
        if (a->hash != b->hash || !a->hash || strcmp(a->path, b->path) == 0) continue;
        ferry_window in = fy_t3dm_cut_chunk(c->r, b->chunk, "material", b->chunk - c->r->first_material);
        ferry_say_at(&in, b->at, FY_CHECK_WRONG, "t3dm.hash-collision",
                     "%s and %s have the same hash: the runtime draws one instead of the other", a->path,
                     b->path);
    }
}

/* Of a sprite that lies beside the model; 0: there is none. */
static uint64_t sprite_bytes(const ferry_scene *scene, const ferry_rdp_tile *tile, uint32_t *limit) {
    uint32_t number = tile->texture == FERRY_NONE ? FERRY_NONE : scene->textures.data[tile->texture].image;
    const ferry_image *image = number == FERRY_NONE ? NULL : &scene->images.data[number];
    uint64_t bytes = 0;
    if (!image || !image->has_rdp) return 0;
    for (uint32_t i = 0; i < image->level_count; i++)
        bytes += fy_rdp_tmem(image->rdp_format, image->levels[i].width, image->levels[i].height);
    if (fy_rdp_tmem_limit(image->rdp_format) < *limit) *limit = fy_rdp_tmem_limit(image->rdp_format);
    return bytes;
}

/* Levels beyond the first are loaded with it, each by the same way. */
static void check_rows(fy_t3dm_reader *r, const ferry_material *material, const ferry_rdp_tile *tile) {
    uint32_t number = tile->texture == FERRY_NONE ? FERRY_NONE : r->scene->textures.data[tile->texture].image;
    const ferry_image *image = number == FERRY_NONE ? NULL : &r->scene->images.data[number];
    for (uint32_t i = 0; image && image->has_rdp && i < image->level_count; i++) {
        const ferry_mip_level *level = &image->levels[i];
        uint32_t whole = fy_rdp_whole_rows(image->rdp_format, level->width);
        if (level->height <= whole) continue;
        ferry_say(
            r->job, FY_CHECK_WRONG, "t3dm.texture-rows", r->in->file,
            ferry_job_format(r->job, "material \"%s\"", material->name),
            "texture \"%s\" has %u x %u texels with 32 bits: libdragon mixes up its rows from row %u on "
            "(seen in that of October 2024)",
            r->scene->textures.data[tile->texture].path, level->width, level->height, whole);
        return;
    }
}

static void check_texture_memory(fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->scene->materials.count; i++) {
        const ferry_material *material = &r->scene->materials.data[i];
        const ferry_rdp_tile *tiles = material->rdp->tiles;
        uint32_t limit = TEXTURE_MEMORY;
        uint64_t bytes = sprite_bytes(r->scene, &tiles[0], &limit);
        if (tiles[1].hash != tiles[0].hash) bytes += sprite_bytes(r->scene, &tiles[1], &limit);
        check_rows(r, material, &tiles[0]);
        if (tiles[1].hash != tiles[0].hash) check_rows(r, material, &tiles[1]);
        if (bytes <= limit) continue;
        ferry_say(r->job, FY_CHECK_WRONG, "t3dm.tmem", r->in->file,
                  ferry_job_format(r->job, "material \"%s\"", material->name),
                  "%llu bytes of textures, but TMEM has %u: libdragon asserts", (unsigned long long)bytes,
                  limit);
    }
}

bool fy_t3dm_check_materials(fy_t3dm_reader *r) {
    checker c = {.r = r};
    c.list = ferry_new(r->job, hashed, 2 * (size_t)r->chunk_count + 1);
    if (!c.list) return false;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'M' || !r->chunks[i].used) continue;
        if (!ferry_tick(r->job)) return false;
        check_material(&c, i, i - r->first_material);
    }
    check_collisions(&c);
    check_texture_memory(r);
    return true;
}
