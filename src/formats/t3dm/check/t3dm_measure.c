/*
 * t3dm_measure.c: what a T3DM file costs, of any layout: drawing, state, memory (docs/cost.md).
 *
 * The reader counts what it replays; here it is summed up.
 */
#include "formats/t3dm/check/t3dm_measure.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/sprite/rdp_texel.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/check/t3dm_tracks_cost.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/read/t3dm_read.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Sizes of the runtime's structures, in June 2026 (t3dskeleton.h, t3danim.h). */
enum {
    BONE = 108,    /* float matrix, scale, rotation, translation, flag */
    MATRIX = 64,   /* fixed point; one set of them */
    PLAYER = 32,   /* an animation that plays */
    ROTATION = 48, /* a channel's state */
    SCALAR = 24,
};

typedef struct measuring {
    fy_t3dm_reader r;
    fy_t3dm_breakdown *breakdown;
    uint32_t first_draw;
} measuring;

/* ---------------------------------------------------------------------------------------------- materials */

static const ferry_material *material_of(const ferry_scene *scene, uint32_t draw) {
    uint32_t number = scene->draws.data[draw].material;
    return number == FERRY_NONE ? NULL : &scene->materials.data[number];
}

/* As the runtime does it: both textures are set up unless both hashes are those of the object before; the
 * second is not sent again where it is the first. */
static void count_uploads(fy_t3dm_breakdown *breakdown, const ferry_rdp_material *rdp, uint32_t known[2]) {
    const ferry_rdp_tile *tiles = rdp->tiles;
    if (!rdp->combiner || (known[0] == tiles[0].hash && known[1] == tiles[1].hash)) return;
    for (int k = 0; k < 2; k++) {
        bool set = tiles[k].texture != FERRY_NONE || tiles[k].reference;
        bool reused = k == 1 && tiles[0].hash == tiles[1].hash && !tiles[1].reference;
        breakdown->texture_uploads += set && !reused;
        known[k] = tiles[k].hash;
    }
}

static bool same_state(const ferry_scene *scene, uint32_t a, uint32_t b) {
    const ferry_rdp_material *x = scene->materials.data[a].rdp, *y = scene->materials.data[b].rdp;
    return a == b || (x && y && fy_t3dm_same_state(x, y));
}

static bool count_materials(measuring *m) {
    const ferry_scene *scene = m->r.scene;
    uint32_t known[2] = {0, 0}, last = FERRY_NONE;
    bool *met = ferry_new(m->r.job, bool, scene->materials.count + (size_t)1);
    if (!met) return false;
    for (uint32_t i = m->first_draw; i < scene->draws.count; i++) {
        uint32_t number = scene->draws.data[i].material;
        if (number == FERRY_NONE || scene->draws.data[i].level) continue;
        m->breakdown->material_switches += last == FERRY_NONE || !same_state(scene, number, last);
        m->breakdown->materials += !met[number];
        met[number] = true;
        last = number;
        if (scene->materials.data[number].rdp)
            count_uploads(m->breakdown, scene->materials.data[number].rdp, known);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- RDRAM */

static uint64_t level_bytes(ferry_rdp_texel format, uint32_t width, uint32_t height) {
    return (fy_rdp_stride(format, width) * height + 7) & ~UINT64_C(7);
}

/* A sprite as mksprite and the writer make it: with an extended header. `colors`: of its palette; 0: not
 * known, all. */
static uint64_t sprite_bytes(ferry_rdp_texel format, const ferry_mip_level *levels, uint32_t count,
                             uint32_t colors) {
    uint64_t bytes = FY_SPRITE_HEADER + FY_SPRITE_EXTENDED;
    for (uint32_t i = 0; i < count; i++) bytes += level_bytes(format, levels[i].width, levels[i].height);
    if (format == FERRY_RDP_CI4) bytes += UINT64_C(16) * 2;
    if (format == FERRY_RDP_CI8) bytes += (2 * (uint64_t)(colors ? colors : 256) + 7) & ~UINT64_C(7);
    return bytes;
}

/* By the picture, if there is one beside the model; else by the name's format and the tile's size. */
static void add_sprite(measuring *m, const ferry_rdp_tile *tile) {
    const ferry_scene *scene = m->r.scene;
    const ferry_texture *texture = &scene->textures.data[tile->texture];
    const ferry_image *image = texture->image == FERRY_NONE ? NULL : &scene->images.data[texture->image];
    fy_sprite_format named = fy_rdp_format_of_name(texture->path);
    ferry_mip_level said = {tile->width, tile->height, NULL};
    if (image && image->has_rdp)
        m->breakdown->memory.textures +=
            sprite_bytes(image->rdp_format, image->levels, image->level_count, image->palette_count);
    else if (named < FY_SPRITE_FORMATS && tile->width && tile->height)
        m->breakdown->memory.textures += sprite_bytes(fy_sprite_code(named), &said, 1, 0);
    else
        m->breakdown->memory.textures_unknown++;
}

/* A tile that has a texture, and whether it is of a file before this one. */
typedef struct tile_use {
    const ferry_rdp_tile *tile;
    bool before;
} tile_use;

static int by_hash(const void *a, const void *b) {
    const tile_use *x = a, *y = b;
    if (x->tile->hash != y->tile->hash) return x->tile->hash < y->tile->hash ? -1 : 1;
    if (x->before != y->before) return x->before ? -1 : 1;
    return x->tile->texture < y->tile->texture ? -1 : x->tile->texture > y->tile->texture;
}

/* In which files materials are drawn, at rest or by clips that exchange them: none, this one, one before. */
enum { NOWHERE, HERE, BEFORE };

static void note_draw(const measuring *m, uint32_t draw, uint32_t material, uint8_t *where) {
    if (material >= m->r.scene->materials.count || where[material] == BEFORE) return;
    where[material] = draw < m->first_draw ? BEFORE : HERE;
}

static void note_draws(const measuring *m, uint8_t *where) {
    const ferry_scene *scene = m->r.scene;
    for (uint32_t i = 0; i < scene->draws.count; i++) note_draw(m, i, scene->draws.data[i].material, where);
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++) {
            const ferry_track *track = &scene->clips.data[c].tracks[t];
            for (uint32_t k = 0; track->target == FERRY_TARGET_DRAW_MATERIAL && k < track->key_count; k++)
                note_draw(m, track->object, (uint32_t)track->values[k], where);
        }
}

/* The runtime keeps one sprite for each hash, whichever models have it: those of files before this one are
 * counted there. */
static bool count_sprites(measuring *m) {
    const ferry_scene *scene = m->r.scene;
    uint32_t count = 0;
    tile_use *uses = ferry_new(m->r.job, tile_use, 2 * (size_t)scene->materials.count + 1);
    uint8_t *where = ferry_new(m->r.job, uint8_t, scene->materials.count + (size_t)1);
    if (!uses || !where) return false;
    note_draws(m, where);
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_rdp_material *rdp = where[i] == NOWHERE ? NULL : scene->materials.data[i].rdp;
        for (int k = 0; k < 2 && rdp && rdp->combiner; k++)
            if (rdp->tiles[k].texture != FERRY_NONE)
                uses[count++] = (tile_use){&rdp->tiles[k], where[i] == BEFORE};
    }
    if (count) qsort(uses, count, sizeof *uses, by_hash);
    for (uint32_t i = 0; i < count; i++)
        if (!uses[i].before && (!i || uses[i].tile->hash != uses[i - 1].tile->hash))
            add_sprite(m, uses[i].tile);
    return true;
}

static void count_animations(measuring *m) {
    fy_t3dm_breakdown *breakdown = m->breakdown;
    for (uint32_t i = 0; i < m->r.chunk_count; i++) {
        if (m->r.chunks[i].type != 'A') continue;
        ferry_window chunk = fy_t3dm_cut_chunk(&m->r, i, "animation", i);
        breakdown->animations++;
        breakdown->memory.animations += PLAYER + ROTATION * (uint64_t)ferry_u16_at(&chunk, 0x0C) +
                                        SCALAR * (uint64_t)ferry_u16_at(&chunk, 0x0E);
    }
    breakdown->streams_missing = breakdown->animations - m->r.streams;
    breakdown->stream_bytes = m->r.stream_bytes;
}

/* ------------------------------------------------------------------------------------------ objects */

static void add_to_level(fy_t3dm_breakdown *breakdown, const fy_t3dm_break_down_object *object) {
    fy_t3dm_level_cost *level = &breakdown->levels[object->level];
    fy_t3dm_drawing_add(&level->drawing, &object->drawing);
    level->object_count++;
    if (object->level >= breakdown->level_count) breakdown->level_count = object->level + 1u;
}

static bool list_objects(measuring *m) {
    const ferry_scene *scene = m->r.scene;
    fy_t3dm_breakdown *breakdown = m->breakdown;
    breakdown->object_count = scene->draws.count - m->first_draw;
    breakdown->objects = ferry_new(m->r.job, fy_t3dm_break_down_object, breakdown->object_count + (size_t)1);
    if (!breakdown->objects) return false;
    for (uint32_t i = 0; i < breakdown->object_count; i++) {
        const ferry_material *material = material_of(scene, m->first_draw + i);
        const ferry_draw *draw = &scene->draws.data[m->first_draw + i];
        breakdown->objects[i] = (fy_t3dm_break_down_object){.name = draw->name,
                                                            .material = material ? material->name : "",
                                                            .level = draw->level,
                                                            .drawing = m->r.drawings[i]};
        add_to_level(breakdown, &breakdown->objects[i]);
    }
    breakdown->total = breakdown->levels[0].drawing;
    return true;
}

bool fy_t3dm_measure(ferry_job *job, ferry_window *in, ferry_scene *scene, fy_t3dm_breakdown *breakdown) {
    measuring m = {.breakdown = breakdown, .first_draw = scene->draws.count};
    uint32_t first_clip = scene->clips.count;
    *breakdown = (fy_t3dm_breakdown){0};
    if (!fy_t3dm_read_all(&m.r, job, in, scene, FERRY_NOTE, true)) return false;
    if (m.first_draw) fy_level_of_file(scene, m.first_draw, in->file);
    if (!list_objects(&m)) return false;
    breakdown->layout = m.r.layout->name;
    breakdown->memory.model = in->size;
    breakdown->memory.skeleton = (BONE + MATRIX) * (uint64_t)m.r.bone_count;
    count_animations(&m);
    return count_materials(&m) && count_sprites(&m) &&
           fy_t3dm_price_tracks(&m.r, first_clip, &breakdown->total, breakdown->object_count,
                                &breakdown->cpu);
}

void fy_t3dm_breakdown_add(fy_t3dm_breakdown *sum, const fy_t3dm_breakdown *more) {
    fy_t3dm_drawing_add(&sum->total, &more->total);
    for (uint32_t i = 0; i < more->level_count; i++) {
        fy_t3dm_drawing_add(&sum->levels[i].drawing, &more->levels[i].drawing);
        sum->levels[i].object_count += more->levels[i].object_count;
    }
    if (more->level_count > sum->level_count) sum->level_count = more->level_count;
    sum->object_count += more->object_count;
    sum->materials += more->materials;
    sum->material_switches += more->material_switches;
    sum->texture_uploads += more->texture_uploads;
    sum->animations += more->animations;
    sum->streams_missing += more->streams_missing;
    sum->stream_bytes += more->stream_bytes;
    sum->cpu.instructions += more->cpu.instructions;
    sum->cpu.cycles += more->cpu.cycles;
    sum->memory.model += more->memory.model;
    sum->memory.skeleton += more->memory.skeleton;
    sum->memory.animations += more->memory.animations;
    sum->memory.textures += more->memory.textures;
    sum->memory.textures_unknown += more->memory.textures_unknown;
}
