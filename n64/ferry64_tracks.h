/*
 * ferry64_tracks.h: for games: plays those animations in ferry64's .t3dm files that Tiny3D itself does not.
 *
 * The file's tracks chunk (docs/formats/t3dm.md, "Tracks") holds clips that show and hide objects, switch
 * their materials (textures), move textures, change colours and move vertices; and it lists the bones that
 * face the camera. Include this file after Tiny3D's headers; it needs only libdragon and Tiny3D, compiles as
 * C11 and as C++, and works in either byte order. docs/animations.md shows a whole game.
 *
 *     Ferry64Tracks tracks; // one for a model
 *     Ferry64Player player; // one for each instance of it
 *
 *     ferry64_tracks_open(&tracks, model);
 *     ferry64_player_open(&player, &tracks, FB_COUNT); // a copy of the moving vertices per frame buffer
 *     ferry64_play(&player, "walk");                   // all clips of that name: walk.btk, walk.btp
 *
 *     // each frame; or ferry64_apply(&player), and draw as you like
 *     ferry64_update(&player, deltaTime);
 *     ferry64_draw(&player, &skeleton);
 *
 *     // before t3d_model_free(), when nothing is being drawn
 *     ferry64_player_close(&player);
 *     ferry64_tracks_close(&tracks);
 *
 * Order. Instances of a model share its materials and objects. ferry64_apply() writes the current values of
 * one instance into the model, so call it right before the commands that draw this instance. The commands
 * that Tiny3D queues contain the values themselves, so the next instance may be applied immediately
 * afterwards. Moving vertices are in copies that belong to the player; it fills another copy each time they
 * change, at most once per frame.
 *
 * Drawing. Use ferry64_draw(); or t3d_model_draw_custom() with `.filterCb = ferry64_filter, .userData =
 * &tracks`; or a loop of your own: skip objects for which ferry64_shows() is false, draw object->material (it
 * may differ from the previous frame's) and then the object. A T3DModelState must not outlive an instance: it
 * would mistake moved textures for those that are already loaded.
 *
 * Recorded blocks. A block (rspq_block) keeps the state at the time it was recorded: visible objects,
 * textures, colours, and the address of the vertices, which may be a copy that changes or is freed. So do not
 * record whole models that clips change. ferry64_object_changes() tells what clips change about an object: if
 * FERRY64_VERTICES is not set, its t3d_model_draw_object() may be in a block, with the material drawn before
 * the block; if the result is 0, both may: the material with the state NULL, and its vertex effect switched
 * off behind the object (docs/animations.md).
 *
 * Only the two functions whose names end in _open allocate memory. Indices in the file that are out of range
 * are ignored; offsets of names are not checked, as in Tiny3D.
 *
 * Copyright (c) the ferry64 authors. MIT license: see LICENSE.
 */
#ifndef FERRY64_TRACKS_H
#define FERRY64_TRACKS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <t3d/t3dmodel.h>
#include <t3d/t3dskeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FERRY64_TOGETHER = 16 }; /* how many clips a player can play at once */

/* What clips change about an object: ferry64_object_changes(). */
enum { FERRY64_VISIBLE = 1, FERRY64_MATERIAL = 2, FERRY64_VERTICES = 4 };

enum Ferry64Loop {
    FERRY64_ONCE,       /* stops at its end */
    FERRY64_ONCE_RESET, /* returns to its start and stays there */
    FERRY64_REPEAT,
    FERRY64_MIRROR_ONCE, /* to the end and back, then stays at the start */
    FERRY64_MIRROR       /* back and forth */
};

enum { FERRY64_SPHERICAL = 1, FERRY64_CYLINDRICAL = 2 };

typedef struct Ferry64Clip {
    const char *name, *kind; /* "walk", "btk"; pointers into the model */
    float duration;          /* seconds */
    float rate;              /* frames per second of the source */
    uint8_t loop;            /* enum Ferry64Loop */
    uint16_t animation;      /* index into the model's animations, 0xFFFF: none */
    uint32_t first, count;   /* tracks */
} Ferry64Clip;

/* Games need not know the members of the structs below. */

typedef struct Ferry64Section {
    const uint8_t *at;
    uint32_t count;
} Ferry64Section;

enum {
    FERRY64_BILL,
    FERRY64_HIDE,
    FERRY64_CLIP,
    FERRY64_TRAK,
    FERRY64_TIME,
    FERRY64_VALU,
    FERRY64_MRPH,
    FERRY64_MOVE,
    FERRY64_SHFT,
    FERRY64_AREA,
    FERRY64_VERT,
    FERRY64_SECTIONS
};

typedef struct Ferry64Object {
    T3DObject *object;
    T3DMaterial *material; /* at rest */
    bool hidden;           /* at rest */
    bool shown;            /* as last applied */
    uint8_t changes;       /* by any clip */
} Ferry64Object;

typedef struct Ferry64Material {
    T3DMaterial *material;
    float low[2][2], high[2][2]; /* at rest: tile, axis */
    color_t prim, env;
    uint8_t set_colors;
    bool changes; /* by any clip */
} Ferry64Material;

typedef struct Ferry64Part { /* a part with moving vertices */
    T3DObjectPart *part;
    T3DVertPacked *rest;
    uint32_t place; /* in a copy, in pairs */
} Ferry64Part;

typedef struct Ferry64Run { /* consecutive pairs of the vertex chunk that are copied */
    uint32_t first, count, place;
} Ferry64Run;

/* Components of a vertex: x, y, z, those of its normal, s, t. */
enum { FERRY64_NORMAL = 3, FERRY64_ST = 6, FERRY64_COMPONENTS = 8 };

typedef struct Ferry64Term { /* what a morph adds to one component of a group's vertices */
    uint32_t morph;
    uint16_t column; /* of the group's rows */
    uint8_t component;
    uint8_t same; /* 1: all vertices have this `value`; 0: it differs, see `column` */
    int16_t value;
} Ferry64Term;

typedef struct Ferry64Group { /* adjacent vertices that the same morphs move and the same areas colour */
    uint32_t place, count;    /* in a copy, in vertices */
    const T3DVertPacked *rest;
    uint32_t morphs, morph_count, areas, area_count; /* in `drivers` */
    uint32_t terms, term_count;
    uint32_t rows, columns; /* moves, a row for each vertex */
    uint32_t first, end;    /* components that move: all, or s and t, or the others */
} Ferry64Group;

typedef struct Ferry64Active { /* a term with a weight other than 0 */
    float weight;
    uint32_t column;
} Ferry64Active;

typedef struct Ferry64Tracks {
    T3DModel *model;
    Ferry64Section sections[FERRY64_SECTIONS];
    Ferry64Object *objects; /* all of the model, in its order */
    Ferry64Material *materials;
    Ferry64Part *parts;
    Ferry64Run *runs;
    Ferry64Group *groups;
    uint32_t *drivers; /* morphs and areas, by their numbers in Ferry64Player.moved */
    Ferry64Term *terms;
    int16_t *rows;
    Ferry64Active *active; /* room for the terms of a group */
    T3DVertPacked *vertices;
    uint32_t object_count, material_count, part_count, run_count, group_count;
    uint32_t copied;      /* pairs in a copy */
    uint32_t last_object; /* index of the object that was last looked up */
} Ferry64Tracks;

typedef struct Ferry64Moved { /* a morph or an area */
    uint32_t on;
    union {
        float weight;
        uint32_t rgba;
    } value;
} Ferry64Moved;

typedef struct Ferry64Playing {
    uint32_t clip;
    double seconds; /* since it was started, less whole repeats */
} Ferry64Playing;

typedef struct Ferry64Player {
    Ferry64Tracks *tracks;
    float speed; /* initially 1; may be set to any value from 0 on */
    Ferry64Playing playing[FERRY64_TOGETHER];
    uint32_t playing_count;
    uint32_t copy_count, copy; /* `copy`: the one being drawn */
    T3DVertPacked *copies;
    Ferry64Moved *moved; /* morphs, then areas: first as each copy has them, last as they should be */
} Ferry64Player;

/* -------------------------------------------------------------------------------------- the chunk's bytes */

/* All numbers are at even addresses: this tells the compiler, so that it reads two bytes at once. */
static inline uint32_t ferry64_u16(const uint8_t *at) {
    at = (const uint8_t *)__builtin_assume_aligned(at, 2);
    return (uint32_t)at[0] << 8 | at[1];
}

static inline uint32_t ferry64_u32(const uint8_t *at) {
    return ferry64_u16(at) << 16 | ferry64_u16(at + 2);
}

static inline int ferry64_s8(uint8_t byte) {
    return byte < 0x80 ? byte : (int)byte - 0x100;
}

static inline int ferry64_s16(const uint8_t *at) {
    uint32_t word = ferry64_u16(at);
    return word < 0x8000 ? (int)word : (int)word - 0x10000;
}

static inline float ferry64_f32(const uint8_t *at) {
    uint32_t word = ferry64_u32(at);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static inline bool ferry64_inside(uint32_t first, uint32_t count, uint32_t of) {
    return first <= of && count <= of - first;
}

/* An entry of the chunk table is one byte of type and three of offset. */
static inline bool ferry64_is_chunk(const T3DModel *model, uint32_t index, char type) {
    return index < model->chunkCount && *(const uint8_t *)&model->chunkOffsets[index] == (uint8_t)type;
}

static inline void *ferry64_chunk(const T3DModel *model, uint32_t index) {
    uint32_t entry = ferry64_u32((const uint8_t *)&model->chunkOffsets[index]);
    return (uint8_t *)(uintptr_t)model + (entry & 0xFFFFFF);
}

static inline bool ferry64_find_sections(Ferry64Tracks *tracks) {
    static const struct {
        char name[5];
        uint8_t bytes;
    } kinds[FERRY64_SECTIONS] = {{"BILL", 4}, {"HIDE", 4}, {"CLIP", 28}, {"TRAK", 24},
                                 {"TIME", 4}, {"VALU", 2}, {"MRPH", 12}, {"MOVE", 14},
                                 {"SHFT", 8}, {"AREA", 8}, {"VERT", 4}};
    const uint8_t *end = (const uint8_t *)tracks->model->stringTablePtr; /* the strings come last */
    for (uint32_t c = 0; c < tracks->model->chunkCount; c++) {
        if (!ferry64_is_chunk(tracks->model, c, 'F')) continue;
        const uint8_t *chunk = (const uint8_t *)ferry64_chunk(tracks->model, c);
        uint32_t room = (uintptr_t)end > (uintptr_t)chunk ? (uint32_t)(end - chunk) : 0;
        if ((uintptr_t)chunk % 4 || room < 8 || memcmp(chunk, "F64T", 4) != 0 || ferry64_u16(chunk + 4) != 1)
            continue;
        for (uint32_t i = 0; i < ferry64_u16(chunk + 6) && 20 + 12 * i <= room; i++) {
            const uint8_t *section = chunk + 8 + 12 * i;
            uint32_t at = ferry64_u32(section + 4), count = ferry64_u32(section + 8);
            for (int k = 0; k < FERRY64_SECTIONS; k++) /* others are of later versions */
                if (!tracks->sections[k].at && memcmp(section, kinds[k].name, 4) == 0 && at % 4 == 0 &&
                    at <= room && count <= (room - at) / kinds[k].bytes) {
                    tracks->sections[k].at = chunk + at;
                    tracks->sections[k].count = count;
                }
        }
        return true;
    }
    return false;
}

/* False: there is no such clip. */
static inline bool ferry64_clip(const Ferry64Tracks *tracks, uint32_t index, Ferry64Clip *clip) {
    const Ferry64Section *clips = &tracks->sections[FERRY64_CLIP];
    if (index >= clips->count) return false;
    const uint8_t *record = clips->at + 28 * index;
    clip->name = tracks->model->stringTablePtr + ferry64_u32(record);
    clip->kind = tracks->model->stringTablePtr + ferry64_u32(record + 4);
    clip->duration = ferry64_f32(record + 8);
    clip->rate = ferry64_f32(record + 12);
    clip->loop = record[16];
    clip->animation = (uint16_t)ferry64_u16(record + 18);
    clip->first = ferry64_u32(record + 20);
    clip->count = ferry64_u32(record + 24);
    if (!ferry64_inside(clip->first, clip->count, tracks->sections[FERRY64_TRAK].count)) clip->count = 0;
    return true;
}

static inline uint32_t ferry64_clip_count(const Ferry64Tracks *tracks) {
    return tracks->sections[FERRY64_CLIP].count;
}

/* The first clip of that name, from `from` on; ferry64_clip_count() if there is none. */
static inline uint32_t ferry64_find_clip(const Ferry64Tracks *tracks, const char *name, uint32_t from) {
    Ferry64Clip clip;
    while (ferry64_clip(tracks, from, &clip) && strcmp(clip.name, name) != 0) from++;
    return from < ferry64_clip_count(tracks) ? from : ferry64_clip_count(tracks);
}

/* The animation to play with t3d_anim_create(model, animation->name) along with a clip; NULL: none. */
static inline T3DChunkAnim *ferry64_clip_animation(const Ferry64Tracks *tracks, const Ferry64Clip *clip) {
    uint32_t number = clip->animation;
    for (uint32_t i = 0; i < tracks->model->chunkCount; i++)
        if (ferry64_is_chunk(tracks->model, i, 'A') && number-- == 0)
            return (T3DChunkAnim *)ferry64_chunk(tracks->model, i);
    return NULL;
}

/* Whether Tiny3D is to repeat the animation of that name, for t3d_anim_set_looping(). Other clips of the name
 * have loop modes of their own. True, as Tiny3D begins, if there is no such animation. */
static inline bool ferry64_repeats(const Ferry64Tracks *tracks, const char *name) {
    Ferry64Clip clip;
    for (uint32_t i = 0; ferry64_clip(tracks, i, &clip); i++)
        if (clip.animation != 0xFFFF && strcmp(clip.name, name) == 0)
            return clip.loop == FERRY64_REPEAT || clip.loop == FERRY64_MIRROR;
    return true;
}

/* ------------------------------------------------------------------------------------------------- tracks */

enum {
    FERRY64_TO_VISIBLE = 1,
    FERRY64_TO_MATERIAL,
    FERRY64_TO_TILE_OFFSET,
    FERRY64_TO_PRIM,
    FERRY64_TO_ENV,
    FERRY64_TO_MORPH,
    FERRY64_TO_AREA,
    FERRY64_TARGETS
};

typedef struct Ferry64Track {
    uint8_t target, slot, width;
    bool linear;
    uint32_t object, keys;
    const uint8_t *times, *values;
    float scale, offset;
} Ferry64Track;

/* False: the track is of a later version, or points outside of the chunk. */
static inline bool ferry64_track(const Ferry64Tracks *tracks, uint32_t index, Ferry64Track *track) {
    static const uint8_t widths[FERRY64_TARGETS] = {0, 1, 1, 2, 4, 4, 1, 4};
    const uint8_t *record = tracks->sections[FERRY64_TRAK].at + 24 * index;
    uint32_t time = ferry64_u32(record + 8), value = ferry64_u32(record + 12);
    track->target = record[0];
    track->slot = record[1];
    track->linear = record[2] == 1;
    track->width = record[3];
    track->object = ferry64_u16(record + 4);
    track->keys = ferry64_u16(record + 6);
    track->scale = ferry64_f32(record + 16);
    track->offset = ferry64_f32(record + 20);
    if (!track->target || track->target >= FERRY64_TARGETS || track->width != widths[track->target] ||
        !track->keys || !ferry64_inside(time, track->keys, tracks->sections[FERRY64_TIME].count) ||
        !ferry64_inside(value, track->keys * track->width, tracks->sections[FERRY64_VALU].count))
        return false;
    track->times = tracks->sections[FERRY64_TIME].at + 4 * time;
    track->values = tracks->sections[FERRY64_VALU].at + 2 * value;
    return true;
}

/* The value at `time`: that of the last key at or before it, or interpolated to the next key. */
static inline void ferry64_evaluate(const Ferry64Track *track, float time, float value[4]) {
    uint32_t low = 0, high = track->keys, next;
    float part = 0;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (ferry64_f32(track->times + 4 * middle) <= time)
            low = middle;
        else
            high = middle;
    }
    next = low;
    float from = ferry64_f32(track->times + 4 * low);
    if (track->linear && low + 1 < track->keys && time > from) {
        next = low + 1;
        part = (time - from) / (ferry64_f32(track->times + 4 * next) - from);
    }
    for (uint32_t k = 0; k < track->width; k++) {
        float a = (float)ferry64_u16(track->values + 2 * (low * track->width + k));
        float b = (float)ferry64_u16(track->values + 2 * (next * track->width + k));
        value[k] = track->offset + track->scale * (a + part * (b - a));
    }
}

/* Seconds to frames. Seconds are floats in the file and in most games: if the result is a whole frame but for
 * their rounding, it becomes whole. */
static inline double ferry64_frames(double seconds, double rate) {
    double frames = seconds * rate, whole = floor(frames + 0.5);
    return fabs(frames - whole) < 1e-5 + 2e-7 * fabs(frames) ? whole : frames;
}

/* The time in a clip, 0 to its duration, that its loop mode shows this many seconds after the start. */
static inline float ferry64_clip_time(const Ferry64Clip *clip, double seconds) {
    double rate = (double)clip->rate, end = ferry64_frames((double)clip->duration, rate);
    double frame = ferry64_frames(seconds, rate);
    if (!(end > 0) || !(frame > 0)) return 0;
    switch (clip->loop) {
    case FERRY64_ONCE:
        if (!(frame < end - 0.001)) frame = end > 0.001 ? end - 0.001 : 0;
        break;
    case FERRY64_ONCE_RESET:
        if (!(frame < end)) frame = 0;
        break;
    case FERRY64_MIRROR_ONCE:
        if (!(frame < end)) frame = frame < 2 * end ? 2 * end - frame : 0;
        break;
    case FERRY64_MIRROR:
        frame = fmod(frame, 2 * end);
        if (!(frame < end)) frame = 2 * end - frame;
        break;
    default:
        frame = fmod(frame, end);
        break;
    }
    return (float)(frame / rate);
}

/* -------------------------------------------------------------------------------------- opening the model */

static inline void ferry64_list_objects(Ferry64Tracks *tracks) {
    const Ferry64Section *hide = &tracks->sections[FERRY64_HIDE];
    for (uint32_t i = 0; i < tracks->model->chunkCount; i++) {
        if (!ferry64_is_chunk(tracks->model, i, 'O')) continue;
        Ferry64Object *entry = &tracks->objects[tracks->object_count++];
        entry->object = (T3DObject *)ferry64_chunk(tracks->model, i);
        entry->material = entry->object->material;
        entry->shown = true;
    }
    for (uint32_t i = 0; i < hide->count; i++) {
        uint32_t object = ferry64_u16(hide->at + 4 * i);
        if (object >= tracks->object_count) continue;
        tracks->objects[object].hidden = true;
        tracks->objects[object].shown = false;
        tracks->objects[object].changes = FERRY64_VISIBLE;
    }
}

static inline T3DMaterialAxis *ferry64_axis(T3DMaterial *material, int tile, int axis) {
    T3DMaterialTexture *texture = tile ? &material->textureB : &material->textureA;
    return axis ? &texture->t : &texture->s;
}

/* The model's material chunks are consecutive; they are numbered in this order. */
static inline void ferry64_list_materials(Ferry64Tracks *tracks) {
    for (uint32_t i = 0; i < tracks->material_count; i++) {
        Ferry64Material *entry = &tracks->materials[i];
        T3DMaterial *material =
            (T3DMaterial *)ferry64_chunk(tracks->model, tracks->model->chunkIdxMaterials + i);
        entry->material = material;
        entry->prim = material->primColor;
        entry->env = material->envColor;
        entry->set_colors = material->setColorFlags;
        for (int k = 0; k < 4; k++) {
            entry->low[k / 2][k % 2] = ferry64_axis(material, k / 2, k % 2)->low;
            entry->high[k / 2][k % 2] = ferry64_axis(material, k / 2, k % 2)->height;
        }
    }
}

static inline void ferry64_mark_changes(Ferry64Tracks *tracks) {
    Ferry64Track track;
    for (uint32_t i = 0; i < tracks->sections[FERRY64_TRAK].count; i++) {
        if (!ferry64_track(tracks, i, &track)) continue;
        if (track.target <= FERRY64_TO_MATERIAL && track.object < tracks->object_count)
            tracks->objects[track.object].changes |=
                track.target == FERRY64_TO_VISIBLE ? FERRY64_VISIBLE : FERRY64_MATERIAL;
        if (track.target >= FERRY64_TO_TILE_OFFSET && track.target <= FERRY64_TO_ENV &&
            track.object < tracks->material_count)
            tracks->materials[track.object].changes = true;
    }
    for (uint32_t m = 0; m < tracks->material_count; m++)
        for (uint32_t o = 0; o < tracks->object_count && tracks->materials[m].changes; o++)
            if (tracks->objects[o].material == tracks->materials[m].material)
                tracks->objects[o].changes |= FERRY64_MATERIAL;
}

/* The first pair of a part, and how many it loads; false: its vertices are not, or no longer, the model's. */
static inline bool ferry64_part_range(const Ferry64Tracks *tracks, const T3DObjectPart *part, uint32_t *first,
                                      uint32_t *count) {
    uintptr_t base = (uintptr_t)tracks->vertices, at = (uintptr_t)part->vert;
    uintptr_t end = (uintptr_t)tracks->model->stringTablePtr;
    if (at < base || at >= end) return false;
    *first = (uint32_t)((at - base) / sizeof(T3DVertPacked));
    *count = (part->vertLoadCount + 1u) / 2;
    return *count <= (end - at) / sizeof(T3DVertPacked);
}

/* Records that refer to vertices: those of a section, from `first` on. */
typedef struct Ferry64Names {
    const uint8_t *at;
    uint32_t count, bytes;
    bool shifts;
} Ferry64Names;

/* The records of a morph or an area; none if it points outside of the chunk. */
static inline Ferry64Names ferry64_names(const Ferry64Tracks *tracks, bool area, uint32_t index) {
    Ferry64Names names = {NULL, 0, 4, false};
    const Ferry64Section *of = &tracks->sections[area ? FERRY64_AREA : FERRY64_MRPH];
    if (index >= of->count) return names;
    const uint8_t *record = of->at + (area ? 8 : 12) * index;
    uint32_t first = ferry64_u32(record), count = ferry64_u32(record + 4);
    int kind = area ? FERRY64_VERT : record[8] == 0 ? FERRY64_MOVE : FERRY64_SHFT;
    const Ferry64Section *section = &tracks->sections[kind];
    if ((!area && record[8] > 1) || !ferry64_inside(first, count, section->count)) return names;
    names.bytes = kind == FERRY64_VERT ? 4 : kind == FERRY64_MOVE ? 14 : 8;
    names.shifts = kind == FERRY64_SHFT;
    names.at = section->at + names.bytes * first;
    names.count = count;
    return names;
}

static inline uint32_t ferry64_moved_count(const Ferry64Tracks *tracks) {
    return tracks->sections[FERRY64_MRPH].count + tracks->sections[FERRY64_AREA].count;
}

static inline Ferry64Names ferry64_moved_names(const Ferry64Tracks *tracks, uint32_t moved) {
    uint32_t morphs = tracks->sections[FERRY64_MRPH].count;
    return ferry64_names(tracks, moved >= morphs, moved < morphs ? moved : moved - morphs);
}

/* Marks pairs that move (1), and all other pairs of parts with such a pair (2). Returns how many such parts
 * there are. */
static inline uint32_t ferry64_mark_pairs(const Ferry64Tracks *tracks, uint8_t *marks, uint32_t pairs) {
    uint32_t parts = 0, first, count;
    for (uint32_t m = 0; m < ferry64_moved_count(tracks); m++) {
        Ferry64Names names = ferry64_moved_names(tracks, m);
        for (uint32_t i = 0; i < names.count; i++) {
            uint32_t pair = ferry64_u32(names.at + names.bytes * i) / 2;
            if (pair < pairs) marks[pair] |= 1;
        }
    }
    for (uint32_t o = 0; o < tracks->object_count; o++) {
        T3DObject *object = tracks->objects[o].object;
        for (uint32_t p = 0; p < object->numParts; p++) {
            bool moves = false;
            if (!ferry64_part_range(tracks, &object->parts[p], &first, &count)) continue;
            for (uint32_t i = first; i < first + count; i++) moves = moves || (marks[i] & 1);
            for (uint32_t i = first; i < first + count && moves; i++) marks[i] |= 2;
            parts += moves;
            if (moves) tracks->objects[o].changes |= FERRY64_VERTICES;
        }
    }
    return parts;
}

/* Counts the runs of copied pairs, and stores them if there is room. */
static inline uint32_t ferry64_list_runs(Ferry64Tracks *tracks, const uint8_t *marks, uint32_t pairs) {
    uint32_t count = 0;
    tracks->copied = 0;
    for (uint32_t i = 0; i < pairs; i++) {
        if (!(marks[i] & 2)) continue;
        if (i == 0 || !(marks[i - 1] & 2)) {
            count++;
            if (tracks->runs) {
                tracks->runs[count - 1].first = i;
                tracks->runs[count - 1].place = tracks->copied;
            }
        }
        tracks->copied++;
        if (tracks->runs) tracks->runs[count - 1].count = i + 1 - tracks->runs[count - 1].first;
    }
    return count;
}

/* The position of a model's vertex in a copy; `run`: the run of the previous vertex. False: it does not
 * move. */
static inline bool ferry64_place(const Ferry64Tracks *tracks, uint32_t vertex, uint32_t *run,
                                 uint32_t *place) {
    for (uint32_t i = 0; i < tracks->run_count; i++) {
        const Ferry64Run *r = &tracks->runs[*run];
        *place = 2 * r->place + (vertex - 2 * r->first);
        if (vertex / 2 >= r->first && vertex / 2 - r->first < r->count) return true;
        *run = *run + 1 < tracks->run_count ? *run + 1 : 0;
    }
    return false;
}

static inline void ferry64_list_parts(Ferry64Tracks *tracks) {
    uint32_t first, count, run = 0, place = 0, listed = 0;
    for (uint32_t o = 0; o < tracks->object_count; o++) {
        T3DObject *object = tracks->objects[o].object;
        for (uint32_t p = 0; p < object->numParts; p++) {
            T3DObjectPart *part = &object->parts[p];
            if (listed == tracks->part_count || !ferry64_part_range(tracks, part, &first, &count) || !count ||
                !ferry64_place(tracks, 2 * first, &run, &place) ||
                first + count > tracks->runs[run].first + tracks->runs[run].count)
                continue; /* parts that only share vertices with one that moves */
            tracks->parts[listed].part = part;
            tracks->parts[listed].rest = part->vert;
            tracks->parts[listed++].place = place / 2;
        }
    }
    tracks->part_count = listed;
}

/* A morph's or an area's record of a vertex. */
typedef struct Ferry64Entry {
    const uint8_t *record;
    uint32_t driver;    /* the morph or area */
    uint8_t first, end; /* components that it moves; none for an area */
} Ferry64Entry;

/* All entries, sorted by the vertices' places in a copy: those of place p are starts[p] up to but not
 * including starts[p + 1]. */
typedef struct Ferry64Entries {
    Ferry64Entry *list;
    uint32_t *starts;
} Ferry64Entries;

/* Stores all records if there is room, else only counts them by place. */
static inline void ferry64_take_entries(const Ferry64Tracks *tracks, Ferry64Entries *to) {
    uint32_t morphs = tracks->sections[FERRY64_MRPH].count;
    for (uint32_t m = 0; m < ferry64_moved_count(tracks); m++) {
        Ferry64Names names = ferry64_moved_names(tracks, m);
        uint32_t run = 0, place;
        for (uint32_t i = 0; i < names.count; i++) {
            const uint8_t *record = names.at + names.bytes * i;
            if (!ferry64_place(tracks, ferry64_u32(record), &run, &place)) continue;
            uint32_t number = to->starts[place + 1]++;
            if (!to->list) continue;
            to->list[number].record = record;
            to->list[number].driver = m;
            to->list[number].first = (uint8_t)(names.shifts ? FERRY64_ST : 0);
            to->list[number].end = (uint8_t)(m >= morphs    ? 0
                                             : names.shifts ? FERRY64_COMPONENTS
                                                            : FERRY64_ST);
        }
    }
}

/* Sorts all entries by place, then by driver. */
static inline bool ferry64_sort_entries(const Ferry64Tracks *tracks, Ferry64Entries *to) {
    uint32_t places = 2 * tracks->copied;
    to->list = NULL;
    to->starts = (uint32_t *)calloc(places + 2, sizeof *to->starts);
    if (!to->starts) return false;
    ferry64_take_entries(tracks, to);
    for (uint32_t p = 0; p < places; p++) to->starts[p + 1] += to->starts[p];
    to->list = (Ferry64Entry *)malloc((to->starts[places] + 1) * sizeof *to->list);
    if (!to->list) return false;
    for (uint32_t p = places; p > 0; p--) to->starts[p] = to->starts[p - 1]; /* moves on as entries come in */
    to->starts[0] = 0;
    ferry64_take_entries(tracks, to);
    return true;
}

static inline int ferry64_entry_value(const Ferry64Entry *of, uint32_t component) {
    if (component >= FERRY64_ST) return ferry64_s16(of->record + 4 + 2 * (component - FERRY64_ST));
    if (component >= FERRY64_NORMAL) return ferry64_s8(of->record[10 + component - FERRY64_NORMAL]);
    return ferry64_s16(of->record + 4 + 2 * component);
}

/* Whether the vertex at `place` can be in one group with that at `lead`: it has the same areas and no other
 * morphs. Morphs that do not move it are missing in the file and move it by 0 in the group; at least half
 * must be present. */
static inline bool ferry64_joins(const Ferry64Entries *entries, uint32_t lead, uint32_t place) {
    const Ferry64Entry *a = entries->list + entries->starts[lead],
                       *b = entries->list + entries->starts[place];
    uint32_t count = entries->starts[lead + 1] - entries->starts[lead], own = 0;
    uint32_t all = entries->starts[place + 1] - entries->starts[place];
    if (2 * all < count) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (own < all && b[own].driver == a[i].driver)
            own++;
        else if (!a[i].end)
            return false;
    }
    return own == all;
}

/* How one entry of a group's first vertex continues over all its vertices. */
typedef struct Ferry64Spread {
    int least[FERRY64_COMPONENTS], most[FERRY64_COMPONENTS];
    uint16_t column[FERRY64_COMPONENTS];
} Ferry64Spread;

/* First counts, then stores, the contents of the groups. */
typedef struct Ferry64Grouping {
    Ferry64Tracks *tracks;
    Ferry64Entries entries;
    Ferry64Spread *spreads; /* room for one vertex */
    uint32_t groups, drivers, terms, cells, widest;
} Ferry64Grouping;

/* The vertex's entry for a driver, or NULL; `own`: the vertex's first entry that was not taken yet. */
static inline const Ferry64Entry *ferry64_take_entry(const Ferry64Grouping *by, uint32_t *own, uint32_t end,
                                                     uint32_t driver) {
    return *own < end && by->entries.list[*own].driver == driver ? &by->entries.list[(*own)++] : NULL;
}

static inline void ferry64_spread(Ferry64Grouping *by, uint32_t lead, uint32_t end) {
    const Ferry64Entry *leading = by->entries.list + by->entries.starts[lead];
    uint32_t count = by->entries.starts[lead + 1] - by->entries.starts[lead];
    for (uint32_t p = lead; p < end; p++) {
        uint32_t own = by->entries.starts[p];
        for (uint32_t i = 0; i < count; i++) {
            Ferry64Spread *to = &by->spreads[i];
            const Ferry64Entry *entry =
                ferry64_take_entry(by, &own, by->entries.starts[p + 1], leading[i].driver);
            for (uint32_t c = leading[i].first; c < leading[i].end; c++) {
                int value = entry ? ferry64_entry_value(entry, c) : 0;
                if (p == lead || value < to->least[c]) to->least[c] = value;
                if (p == lead || value > to->most[c]) to->most[c] = value;
            }
        }
    }
}

/* Fills in the values that differ from vertex to vertex. */
static inline void ferry64_fill_rows(const Ferry64Grouping *by, const Ferry64Group *group) {
    const Ferry64Entry *leading = by->entries.list + by->entries.starts[group->place];
    uint32_t count = by->entries.starts[group->place + 1] - by->entries.starts[group->place];
    int16_t *row = by->tracks->rows + group->rows;
    for (uint32_t p = group->place; p < group->place + group->count; p++, row += group->columns) {
        uint32_t own = by->entries.starts[p];
        for (uint32_t i = 0; i < count; i++) {
            const Ferry64Spread *spread = &by->spreads[i];
            const Ferry64Entry *entry =
                ferry64_take_entry(by, &own, by->entries.starts[p + 1], leading[i].driver);
            for (uint32_t c = leading[i].first; c < leading[i].end; c++)
                if (spread->least[c] != spread->most[c])
                    row[spread->column[c]] = (int16_t)(entry ? ferry64_entry_value(entry, c) : 0);
        }
    }
}

/* Adds the terms of a group, sorted by component; `group` NULL: only counts them. */
static inline void ferry64_add_terms(Ferry64Grouping *by, uint32_t lead, uint32_t count,
                                     Ferry64Group *group) {
    const Ferry64Entry *leading = by->entries.list + by->entries.starts[lead];
    uint32_t entries = by->entries.starts[lead + 1] - by->entries.starts[lead], columns = 0, terms = 0;
    for (uint32_t c = 0; c < FERRY64_COMPONENTS; c++)
        for (uint32_t i = 0; i < entries; i++) {
            Ferry64Spread *spread = &by->spreads[i];
            if (c < leading[i].first || c >= leading[i].end ||
                (spread->least[c] == 0 && spread->most[c] == 0))
                continue;
            spread->column[c] = (uint16_t)columns;
            if (group) {
                Ferry64Term *term = &by->tracks->terms[by->terms + terms];
                term->morph = leading[i].driver;
                term->component = (uint8_t)c;
                term->same = spread->least[c] == spread->most[c];
                term->value = (int16_t)spread->least[c];
                term->column = (uint16_t)columns;
            }
            terms++;
            columns += spread->least[c] != spread->most[c];
        }
    if (group)
        group->terms = by->terms, group->term_count = terms, group->rows = by->cells,
        group->columns = columns;
    by->terms += terms;
    by->cells += columns * count;
    by->widest = columns > by->widest ? columns : by->widest;
}

static inline void ferry64_add_drivers(Ferry64Grouping *by, uint32_t lead, Ferry64Group *group) {
    uint32_t morphs = by->tracks->sections[FERRY64_MRPH].count;
    group->morphs = by->drivers;
    group->first = FERRY64_COMPONENTS;
    for (uint32_t i = by->entries.starts[lead]; i < by->entries.starts[lead + 1]; i++) {
        const Ferry64Entry *entry = &by->entries.list[i];
        by->tracks->drivers[by->drivers++] = entry->driver;
        if (entry->driver >= morphs) continue;
        group->morph_count++;
        if (entry->first < group->first) group->first = entry->first;
        if (entry->end > group->end) group->end = entry->end;
    }
    group->areas = group->morphs + group->morph_count; /* areas are numbered after all morphs */
    group->area_count = by->drivers - group->areas;
}

static inline void ferry64_add_group(Ferry64Grouping *by, uint32_t lead, uint32_t end,
                                     const Ferry64Run *run) {
    Ferry64Group *group = by->tracks->groups ? &by->tracks->groups[by->groups] : NULL;
    ferry64_spread(by, lead, end);
    by->groups++;
    if (!group) {
        by->drivers += by->entries.starts[lead + 1] - by->entries.starts[lead];
        ferry64_add_terms(by, lead, end - lead, NULL);
        return;
    }
    group->place = lead;
    group->count = end - lead;
    group->rest = by->tracks->vertices + run->first + (lead / 2 - run->place);
    ferry64_add_drivers(by, lead, group);
    ferry64_add_terms(by, lead, group->count, group);
    ferry64_fill_rows(by, group);
}

static inline void ferry64_make_groups(Ferry64Grouping *by) {
    by->groups = by->drivers = by->terms = by->cells = 0;
    for (uint32_t r = 0; r < by->tracks->run_count; r++) {
        const Ferry64Run *run = &by->tracks->runs[r];
        for (uint32_t lead = 2 * run->place, next; lead < 2 * (run->place + run->count); lead = next) {
            next = lead + 1;
            if (by->entries.starts[lead] == by->entries.starts[next]) continue;
            while (next < 2 * (run->place + run->count) && ferry64_joins(&by->entries, lead, next)) next++;
            ferry64_add_group(by, lead, next, run);
        }
    }
}

/* Finds out, once, what moves each vertex and where it is in a copy. */
static inline bool ferry64_list_groups(Ferry64Tracks *tracks) {
    Ferry64Grouping by;
    uint32_t most = 0;
    memset(&by, 0, sizeof by);
    by.tracks = tracks;
    bool made = ferry64_sort_entries(tracks, &by.entries);
    for (uint32_t p = 0; made && p < 2 * tracks->copied; p++)
        if (by.entries.starts[p + 1] - by.entries.starts[p] > most)
            most = by.entries.starts[p + 1] - by.entries.starts[p];
    by.spreads = (Ferry64Spread *)malloc((most + 1) * sizeof *by.spreads);
    made = made && by.spreads;
    if (made) {
        ferry64_make_groups(&by);
        tracks->group_count = by.groups;
        tracks->groups = (Ferry64Group *)calloc(by.groups + 1, sizeof *tracks->groups);
        tracks->drivers = (uint32_t *)malloc((by.drivers + 1) * sizeof *tracks->drivers);
        tracks->terms = (Ferry64Term *)malloc((by.terms + 1) * sizeof *tracks->terms);
        tracks->rows = (int16_t *)malloc((by.cells + 1) * sizeof *tracks->rows);
        tracks->active = (Ferry64Active *)malloc((by.widest + 1) * sizeof *tracks->active);
        made = tracks->groups && tracks->drivers && tracks->terms && tracks->rows && tracks->active;
        if (made) ferry64_make_groups(&by);
    }
    free(by.entries.list);
    free(by.entries.starts);
    free(by.spreads);
    return made;
}

static inline bool ferry64_list_vertices(Ferry64Tracks *tracks) {
    uint32_t pairs = 0, first, count;
    if (!ferry64_moved_count(tracks) || tracks->model->chunkIdxVertices >= tracks->model->chunkCount)
        return true;
    tracks->vertices = (T3DVertPacked *)ferry64_chunk(tracks->model, tracks->model->chunkIdxVertices);
    for (uint32_t o = 0; o < tracks->object_count; o++)
        for (uint32_t p = 0; p < tracks->objects[o].object->numParts; p++)
            if (ferry64_part_range(tracks, &tracks->objects[o].object->parts[p], &first, &count) &&
                first + count > pairs)
                pairs = first + count;
    uint8_t *marks = (uint8_t *)calloc(pairs + 1, 1);
    if (!marks) return false;
    tracks->part_count = ferry64_mark_pairs(tracks, marks, pairs);
    tracks->run_count = ferry64_list_runs(tracks, marks, pairs);
    tracks->runs = (Ferry64Run *)calloc(tracks->run_count + 1, sizeof *tracks->runs);
    tracks->parts = (Ferry64Part *)calloc(tracks->part_count + 1, sizeof *tracks->parts);
    bool made = tracks->runs && tracks->parts;
    if (made) {
        ferry64_list_runs(tracks, marks, pairs);
        ferry64_list_parts(tracks);
    }
    free(marks);
    return made && ferry64_list_groups(tracks);
}

/* Restores the model to its state after loading. */
static inline void ferry64_tracks_reset(Ferry64Tracks *tracks) {
    for (uint32_t i = 0; i < tracks->object_count; i++) {
        Ferry64Object *entry = &tracks->objects[i];
        entry->shown = !entry->hidden;
        if (entry->changes & FERRY64_MATERIAL) entry->object->material = entry->material;
    }
    for (uint32_t i = 0; i < tracks->material_count; i++) {
        const Ferry64Material *entry = &tracks->materials[i];
        if (!entry->changes) continue;
        entry->material->primColor = entry->prim;
        entry->material->envColor = entry->env;
        entry->material->setColorFlags = entry->set_colors;
        for (int k = 0; k < 4; k++) {
            ferry64_axis(entry->material, k / 2, k % 2)->low = entry->low[k / 2][k % 2];
            ferry64_axis(entry->material, k / 2, k % 2)->height = entry->high[k / 2][k % 2];
        }
    }
    for (uint32_t i = 0; i < tracks->part_count; i++) tracks->parts[i].part->vert = tracks->parts[i].rest;
}

/* Restores the model to its state after loading, so that t3d_model_free() works, and frees the memory. Close
 * the players first. */
static inline void ferry64_tracks_close(Ferry64Tracks *tracks) {
    ferry64_tracks_reset(tracks);
    free(tracks->objects);
    free(tracks->materials);
    free(tracks->parts);
    free(tracks->runs);
    free(tracks->groups);
    free(tracks->drivers);
    free(tracks->terms);
    free(tracks->rows);
    free(tracks->active);
    memset(tracks, 0, sizeof *tracks);
}

/* Finds the chunk of a loaded model, and saves the model's state at rest: call it once, before anything has
 * changed the model. False: there is no chunk, its version is unknown to this header, or memory ran out.
 * `tracks` then has no clips, and the functions below do what Tiny3D's own do. The model must live until
 * `tracks` is closed. Memory: 12 bytes per object, 48 per material, up to 12 per vertex that a morph moves,
 * 52 per group of adjacent vertices that the same morphs move; while opening, 16 more per moved vertex. */
static inline bool ferry64_tracks_open(Ferry64Tracks *tracks, T3DModel *model) {
    uint32_t objects = 0, materials = 0;
    memset(tracks, 0, sizeof *tracks);
    tracks->model = model;
    if (!ferry64_find_sections(tracks)) return false;
    for (uint32_t i = 0; i < model->chunkCount; i++) objects += ferry64_is_chunk(model, i, 'O');
    while (ferry64_is_chunk(model, model->chunkIdxMaterials + materials, 'M')) materials++;
    tracks->objects = (Ferry64Object *)calloc(objects + 1, sizeof *tracks->objects);
    tracks->materials = (Ferry64Material *)calloc(materials + 1, sizeof *tracks->materials);
    bool made = tracks->objects && tracks->materials;
    if (made) {
        tracks->material_count = materials;
        ferry64_list_objects(tracks);
        ferry64_list_materials(tracks);
        ferry64_mark_changes(tracks);
        made = ferry64_list_vertices(tracks);
    }
    if (made) return true;
    tracks->part_count = 0; /* none is listed yet */
    ferry64_tracks_close(tracks);
    tracks->model = model;
    return false;
}

/* Loads the textures of all materials now. Otherwise each is loaded when it is first drawn, and a clip that
 * switches to another material would wait for the cartridge. Do not call it while recording a block. */
static inline void ferry64_tracks_preload(Ferry64Tracks *tracks) {
    for (uint32_t i = 0; i < tracks->material_count; i++) {
        rspq_block_begin(); /* the block is never run */
        t3d_model_draw_material(tracks->materials[i].material, NULL);
        rspq_block_free(rspq_block_end());
    }
}

/* What clips change about an object: FERRY64_VISIBLE | FERRY64_MATERIAL | FERRY64_VERTICES. */
static inline uint32_t ferry64_object_changes(Ferry64Tracks *tracks, const T3DObject *object) {
    for (uint32_t i = 0; i < tracks->object_count; i++)
        if (tracks->objects[i].object == object) return tracks->objects[i].changes;
    return 0;
}

/* Whether an object is to be drawn, as last applied. */
static inline bool ferry64_shows(Ferry64Tracks *tracks, const T3DObject *object) {
    for (uint32_t i = 0; i < tracks->object_count; i++) { /* usually the first try succeeds */
        tracks->last_object = tracks->last_object + 1 < tracks->object_count ? tracks->last_object + 1 : 0;
        const Ferry64Object *entry = &tracks->objects[tracks->last_object];
        if (entry->object == object) return entry->shown;
    }
    return true;
}

/* T3DModelDrawConf.filterCb; userData: the Ferry64Tracks. */
static inline bool ferry64_filter(void *userData, const T3DObject *object) {
    return ferry64_shows((Ferry64Tracks *)userData, object);
}

/* ------------------------------------------------------------------------------------------------ playing */

static inline void ferry64_player_close(Ferry64Player *player) {
    if (player->copies) ferry64_tracks_reset(player->tracks); /* the model may point to the copies */
    free(player->copies);
    free(player->moved);
    memset(player, 0, sizeof *player);
}

/* An instance of the model, at rest. `buffers`: the number of frame buffers, since the RSP may still read the
 * vertices of earlier frames; at least 2. False: there is no memory for the copies; then everything plays
 * except vertices. Memory per buffer: 32 bytes per pair of vertices in parts with moving vertices, and 8
 * bytes per morph and area of the chunk. */
static inline bool ferry64_player_open(Ferry64Player *player, Ferry64Tracks *tracks, uint32_t buffers) {
    uint32_t count = buffers < 2 ? 2 : buffers, moved = ferry64_moved_count(tracks);
    memset(player, 0, sizeof *player);
    player->tracks = tracks;
    player->speed = 1;
    if (!tracks->copied) return true;
    player->copies = (T3DVertPacked *)malloc(sizeof(T3DVertPacked) * tracks->copied * count);
    player->moved = (Ferry64Moved *)calloc(moved * (count + 1), sizeof(Ferry64Moved));
    if (!player->copies || !player->moved) {
        free(player->copies);
        free(player->moved);
        player->copies = NULL;
        player->moved = NULL;
        return false;
    }
    player->copy_count = count;
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t i = 0; i < tracks->run_count; i++)
            memcpy(player->copies + c * tracks->copied + tracks->runs[i].place,
                   tracks->vertices + tracks->runs[i].first, sizeof(T3DVertPacked) * tracks->runs[i].count);
    data_cache_hit_writeback(player->copies, sizeof(T3DVertPacked) * tracks->copied * count);
    return true;
}

/* Stops all clips: from the next ferry64_apply() on, everything is at rest. */
static inline void ferry64_stop(Ferry64Player *player) {
    player->playing_count = 0;
}

/* Stops the clips of that name; what they changed returns to rest. */
static inline void ferry64_remove(Ferry64Player *player, const char *name) {
    Ferry64Clip clip;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < player->playing_count; i++)
        if (ferry64_clip(player->tracks, player->playing[i].clip, &clip) && strcmp(clip.name, name) != 0)
            player->playing[kept++] = player->playing[i];
    player->playing_count = kept;
}

/* Starts all clips of that name in addition to those that play, such as a face in addition to a body. If two
 * change the same thing, the later one wins. False: there is no clip of that name, or more than
 * FERRY64_TOGETHER would play; then none of that name plays. */
static inline bool ferry64_add(Ferry64Player *player, const char *name) {
    uint32_t count = ferry64_clip_count(player->tracks), clip;
    bool found = false;
    ferry64_remove(player, name);
    for (clip = ferry64_find_clip(player->tracks, name, 0); clip < count;
         clip = ferry64_find_clip(player->tracks, name, clip + 1)) {
        if (player->playing_count == FERRY64_TOGETHER) {
            ferry64_remove(player, name);
            return false;
        }
        player->playing[player->playing_count].clip = clip;
        player->playing[player->playing_count++].seconds = 0;
        found = true;
    }
    return found;
}

/* Starts all clips of that name ("walk.btk" and "walk.btp" for "walk") and stops all others. Start Tiny3D's
 * animation of that name at the same time: t3d_anim_set_time(&anim, 0). */
static inline bool ferry64_play(Ferry64Player *player, const char *name) {
    ferry64_stop(player);
    return ferry64_add(player, name);
}

/* Seconds until the clip repeats, or stops changing. */
static inline double ferry64_round(const Ferry64Clip *clip) {
    double end = ferry64_frames((double)clip->duration, (double)clip->rate) / (double)clip->rate;
    return clip->loop == FERRY64_MIRROR || clip->loop == FERRY64_MIRROR_ONCE ? 2 * end : end;
}

/* Advances all clips by this many seconds, the same as are passed to t3d_anim_update(). */
static inline void ferry64_update(Ferry64Player *player, float seconds) {
    Ferry64Clip clip;
    for (uint32_t i = 0; i < player->playing_count; i++) {
        Ferry64Playing *playing = &player->playing[i];
        playing->seconds += (double)seconds * (double)player->speed;
        if (!ferry64_clip(player->tracks, playing->clip, &clip)) continue;
        double round = ferry64_round(&clip);
        if (!(playing->seconds >= round)) continue;
        if (clip.loop == FERRY64_ONCE || clip.loop == FERRY64_ONCE_RESET || clip.loop == FERRY64_MIRROR_ONCE)
            playing->seconds =
                playing->seconds < 2 * round ? playing->seconds : 2 * round; /* past its end in any case */
        else
            playing->seconds = fmod(playing->seconds, round);
    }
}

/* Moves all playing clips to this many seconds after their start. */
static inline void ferry64_set_time(Ferry64Player *player, float seconds) {
    for (uint32_t i = 0; i < player->playing_count; i++) player->playing[i].seconds = (double)seconds;
}

/* Whether any clip is still moving; one that plays once is not after its end. */
static inline bool ferry64_is_playing(const Ferry64Player *player) {
    Ferry64Clip clip;
    for (uint32_t i = 0; i < player->playing_count; i++) {
        if (!ferry64_clip(player->tracks, player->playing[i].clip, &clip)) continue;
        double round = ferry64_round(&clip);
        if (round > 0 && (clip.loop == FERRY64_REPEAT || clip.loop == FERRY64_MIRROR)) return true;
        if (player->playing[i].seconds < round) return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------------- values for the model */

/* Clamps a number; NaN becomes `least`. */
static inline float ferry64_limit(float number, float least, float most) {
    return !(number > least) ? least : number < most ? number : most;
}

static inline int ferry64_nearest(float number) {
    return (int)(number < 0 ? number - 0.5f : number + 0.5f);
}

/* At its first material, Tiny3D assumes that the colour 0, 0, 0, 0 is already set: the nearest other colour
 * is used instead. */
static inline color_t ferry64_color(const float value[4]) {
    color_t color;
    color.r = (uint8_t)ferry64_nearest(ferry64_limit(value[0], 0, 255));
    color.g = (uint8_t)ferry64_nearest(ferry64_limit(value[1], 0, 255));
    color.b = (uint8_t)ferry64_nearest(ferry64_limit(value[2], 0, 255));
    color.a = (uint8_t)ferry64_nearest(ferry64_limit(value[3], 0, 255));
    if (!color.r && !color.g && !color.b && !color.a) color.b = 1;
    return color;
}

/* Makes the tile begin at `to`, in its steps of a quarter texel. libdragon requires 0 or more, and the tile's
 * ends below 1024. Repeating tiles are moved back by 512 texels, a whole number of periods of every picture
 * (the tile of an environment map states another size than its picture has); clamped ones are moved together
 * with their other end, as far as possible. */
static inline void ferry64_set_tile_offset(T3DMaterialAxis *axis, float to, float low, float high,
                                           float size) {
    float period = axis->mirror && size > 256 ? 1024 : 512;
    to = floorf(4 * ferry64_limit(to, -65536, 65536) + 0.5f) / 4;
    if (axis->clamp) {
        axis->low = ferry64_limit(to, 0, ferry64_limit(1023 - (high - low), 0, 1023));
        axis->height = high + (axis->low - low);
    } else {
        axis->low = to - period * floorf(to / period);
    }
}

static inline void ferry64_set(Ferry64Player *player, Ferry64Moved *wanted, const Ferry64Track *track,
                               const float value[4]) {
    Ferry64Tracks *tracks = player->tracks;
    uint32_t index = track->object;
    if (track->target == FERRY64_TO_VISIBLE && index < tracks->object_count) {
        tracks->objects[index].shown = value[0] >= 0.5f;
    } else if (track->target == FERRY64_TO_MATERIAL && index < tracks->object_count) {
        uint32_t material = (uint32_t)ferry64_nearest(ferry64_limit(value[0], 0, 65536));
        if (material < tracks->material_count)
            tracks->objects[index].object->material = tracks->materials[material].material;
    } else if (track->target == FERRY64_TO_TILE_OFFSET && index < tracks->material_count && track->slot < 2) {
        const Ferry64Material *entry = &tracks->materials[index];
        T3DMaterialTexture *texture = track->slot ? &entry->material->textureB : &entry->material->textureA;
        const float *low = entry->low[track->slot], *high = entry->high[track->slot];
        ferry64_set_tile_offset(&texture->s, value[0], low[0], high[0], (float)texture->texWidth);
        ferry64_set_tile_offset(&texture->t, value[1], low[1], high[1], (float)texture->texHeight);
    } else if (track->target == FERRY64_TO_PRIM && index < tracks->material_count) {
        tracks->materials[index].material->primColor = ferry64_color(value);
        tracks->materials[index].material->setColorFlags |= 1;
    } else if (track->target == FERRY64_TO_ENV && index < tracks->material_count) {
        tracks->materials[index].material->envColor = ferry64_color(value);
        tracks->materials[index].material->setColorFlags |= 2;
    } else if (track->target == FERRY64_TO_MORPH && wanted && index < tracks->sections[FERRY64_MRPH].count) {
        wanted[index].value.weight = ferry64_limit(value[0], -1e6f, 1e6f);
        wanted[index].on = wanted[index].value.weight < 0 || wanted[index].value.weight > 0;
    } else if (track->target == FERRY64_TO_AREA && wanted && index < tracks->sections[FERRY64_AREA].count) {
        Ferry64Moved *area = &wanted[tracks->sections[FERRY64_MRPH].count + index];
        area->on = 1;
        area->value.rgba = 0;
        for (int k = 0; k < 4; k++)
            area->value.rgba =
                area->value.rgba << 8 | (uint32_t)ferry64_nearest(ferry64_limit(value[k], 0, 255));
    }
}

/* ---------------------------------------------------------------------------------------- moving vertices */

static inline float ferry64_length(const float column[3]) {
    return sqrtf(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
}

/* 5, 6 and 5 bits, two's complement. */
static inline uint16_t ferry64_turned_normal(uint16_t packed, const float change[3]) {
    int x = packed >> 11, y = packed >> 5 & 63, z = packed & 31;
    T3DVec3 normal;
    if (change[0] == 0 && change[1] == 0 && change[2] == 0) return packed;
    normal.v[0] = (float)(x < 16 ? x : x - 32) / 15.5f + change[0];
    normal.v[1] = (float)(y < 32 ? y : y - 64) / 31.5f + change[1];
    normal.v[2] = (float)(z < 16 ? z : z - 32) / 15.5f + change[2];
    return ferry64_length(normal.v) > 1e-3f ? t3d_vert_pack_normal(&normal) : packed;
}

static inline int16_t ferry64_moved_by(int16_t from, float by) {
    return (int16_t)ferry64_nearest(ferry64_limit((float)from + by, -32768, 32767));
}

/* The current moves of a group's vertices: `base` for all of them, plus the rows of the `active` terms. */
typedef struct Ferry64Sums {
    float base[FERRY64_COMPONENTS];
    uint32_t ends[FERRY64_COMPONENTS]; /* of `active`, by component */
    bool turns;                        /* normals change */
} Ferry64Sums;

/* Sums up, once, what is the same for all vertices. Terms are sorted by component. */
static inline void ferry64_sum_terms(const Ferry64Tracks *tracks, const Ferry64Group *group,
                                     const Ferry64Moved *wanted, Ferry64Sums *sums) {
    const Ferry64Term *term = tracks->terms + group->terms, *end = term + group->term_count;
    uint32_t active = 0;
    sums->turns = false;
    for (uint32_t c = 0; c < FERRY64_COMPONENTS; c++) {
        float base = 0;
        for (; term < end && term->component == c; term++) {
            if (!wanted[term->morph].on) continue;
            float weight = wanted[term->morph].value.weight;
            if (c >= FERRY64_NORMAL && c < FERRY64_ST) weight /= 64, sums->turns = true;
            if (term->same) {
                base += weight * (float)term->value;
            } else {
                tracks->active[active].weight = weight;
                tracks->active[active++].column = term->column;
            }
        }
        sums->base[c] = base;
        sums->ends[c] = active;
    }
}

/* One component of one vertex. */
static inline float ferry64_sum(const Ferry64Tracks *tracks, const Ferry64Sums *sums, uint32_t c,
                                const int16_t *row) {
    const Ferry64Active *at = tracks->active + (c ? sums->ends[c - 1] : 0),
                        *end = tracks->active + sums->ends[c];
    float sum = sums->base[c];
    for (; at < end; at++) sum += at->weight * (float)row[at->column];
    return sum;
}

static inline void ferry64_write_st(const Ferry64Tracks *tracks, const Ferry64Group *group,
                                    const Ferry64Sums *sums, T3DVertPacked *to) {
    const T3DVertPacked *rest = group->rest;
    const int16_t *row = tracks->rows + group->rows;
    uint32_t second = group->place & 1;
    for (uint32_t i = 0; i < group->count; i++, row += group->columns, second ^= 1) {
        float s = ferry64_sum(tracks, sums, FERRY64_ST, row),
              t = ferry64_sum(tracks, sums, FERRY64_ST + 1, row);
        if (second) {
            to->stB[0] = ferry64_moved_by(rest->stB[0], s);
            to->stB[1] = ferry64_moved_by(rest->stB[1], t);
            to++, rest++;
        } else {
            to->stA[0] = ferry64_moved_by(rest->stA[0], s);
            to->stA[1] = ferry64_moved_by(rest->stA[1], t);
        }
    }
}

static inline void ferry64_write_positions(const Ferry64Tracks *tracks, const Ferry64Group *group,
                                           const Ferry64Sums *sums, T3DVertPacked *to) {
    const T3DVertPacked *rest = group->rest;
    const int16_t *row = tracks->rows + group->rows;
    uint32_t second = group->place & 1;
    for (uint32_t i = 0; i < group->count; i++, row += group->columns, second ^= 1) {
        float move[FERRY64_ST] = {0};
        for (uint32_t c = 0; c < (sums->turns ? (uint32_t)FERRY64_ST : (uint32_t)FERRY64_NORMAL); c++)
            move[c] = ferry64_sum(tracks, sums, c, row);
        if (second) {
            for (int k = 0; k < 3; k++) to->posB[k] = ferry64_moved_by(rest->posB[k], move[k]);
            to->normB = ferry64_turned_normal(rest->normB, move + FERRY64_NORMAL);
            to++, rest++;
        } else {
            for (int k = 0; k < 3; k++) to->posA[k] = ferry64_moved_by(rest->posA[k], move[k]);
            to->normA = ferry64_turned_normal(rest->normA, move + FERRY64_NORMAL);
        }
    }
}

/* The colour of the last area that sets one, else the colour at rest. */
static inline void ferry64_write_colors(const Ferry64Tracks *tracks, const Ferry64Group *group,
                                        const Ferry64Moved *wanted, T3DVertPacked *to) {
    const T3DVertPacked *rest = group->rest;
    const Ferry64Moved *area = NULL;
    uint32_t second = group->place & 1;
    for (uint32_t i = 0; i < group->area_count; i++)
        if (wanted[tracks->drivers[group->areas + i]].on) area = &wanted[tracks->drivers[group->areas + i]];
    for (uint32_t i = 0; i < group->count; i++, second ^= 1) {
        if (second)
            to->rgbaB = area ? area->value.rgba : rest->rgbaB, to++, rest++;
        else
            to->rgbaA = area ? area->value.rgba : rest->rgbaA;
    }
}

/* Whether any of these morphs or areas differs from what the copy holds. */
static inline bool ferry64_differs(const uint32_t *drivers, uint32_t count, const Ferry64Moved *held,
                                   const Ferry64Moved *wanted) {
    for (uint32_t i = 0; i < count; i++)
        if (held[drivers[i]].on != wanted[drivers[i]].on ||
            held[drivers[i]].value.rgba != wanted[drivers[i]].value.rgba)
            return true;
    return false;
}

/* Returns whether anything was written. */
static inline bool ferry64_fill_group(const Ferry64Tracks *tracks, const Ferry64Group *group,
                                      T3DVertPacked *copy, const Ferry64Moved *held,
                                      const Ferry64Moved *wanted) {
    bool moves = ferry64_differs(tracks->drivers + group->morphs, group->morph_count, held, wanted);
    bool colors = ferry64_differs(tracks->drivers + group->areas, group->area_count, held, wanted);
    if (moves) {
        Ferry64Sums sums;
        ferry64_sum_terms(tracks, group, wanted, &sums);
        if (group->first < FERRY64_ST) ferry64_write_positions(tracks, group, &sums, copy + group->place / 2);
        if (group->end > FERRY64_ST) ferry64_write_st(tracks, group, &sums, copy + group->place / 2);
    }
    if (colors) ferry64_write_colors(tracks, group, wanted, copy + group->place / 2);
    return moves || colors;
}

/* Writes back the data cache, since the RSP reads the vertices from memory. */
static inline void ferry64_write_back(T3DVertPacked *copy, uint32_t first, uint32_t end) {
    if (first < end) data_cache_hit_writeback(copy + first, sizeof(T3DVertPacked) * (end - first));
}

/* Changes a copy from the state `held` to `wanted`. Only groups with a different morph or area are
 * written. */
static inline void ferry64_fill(const Ferry64Tracks *tracks, T3DVertPacked *copy, Ferry64Moved *held,
                                const Ferry64Moved *wanted) {
    uint32_t first = 0, end = 0; /* pairs that were changed, but not yet written back */
    for (uint32_t i = 0; i < tracks->group_count; i++) {
        const Ferry64Group *group = &tracks->groups[i];
        if (!ferry64_fill_group(tracks, group, copy, held, wanted)) continue;
        uint32_t from = group->place / 2;
        if (from > end + 4) { /* writing back the gap would cost more than another call */
            ferry64_write_back(copy, first, end);
            first = from;
        }
        if (first == end) first = from;
        end = (group->place + group->count + 1) / 2;
    }
    ferry64_write_back(copy, first, end);
    memcpy(held, wanted, ferry64_moved_count(tracks) * sizeof *held);
}

/* Points the parts to a copy with the wanted state: the one drawn last if it has it, else the one drawn
 * longest ago; or to the model's own vertices if nothing moves. */
static inline void ferry64_move_vertices(Ferry64Player *player, const Ferry64Moved *wanted) {
    Ferry64Tracks *tracks = player->tracks;
    T3DVertPacked *copy = NULL;
    uint32_t count = ferry64_moved_count(tracks), moving = 0;
    for (uint32_t i = 0; i < count; i++) moving |= wanted[i].on;
    if (moving) {
        if (memcmp(wanted, player->moved + count * player->copy, count * sizeof *wanted) != 0) {
            player->copy = (player->copy + 1) % player->copy_count;
            ferry64_fill(tracks, player->copies + tracks->copied * player->copy,
                         player->moved + count * player->copy, wanted);
        }
        copy = player->copies + tracks->copied * player->copy;
    }
    for (uint32_t i = 0; i < tracks->part_count; i++)
        tracks->parts[i].part->vert = copy ? copy + tracks->parts[i].place : tracks->parts[i].rest;
}

/* Writes the current values of this instance into the model: call it before the commands that draw the
 * instance. Call it with new values only once per frame, since it may otherwise overwrite vertices that the
 * RSP still reads; with unchanged values, as often as you like. */
static inline void ferry64_apply(Ferry64Player *player) {
    Ferry64Tracks *tracks = player->tracks;
    Ferry64Moved *wanted =
        player->moved ? player->moved + ferry64_moved_count(tracks) * player->copy_count : NULL;
    Ferry64Clip clip;
    Ferry64Track track;
    float value[4];
    ferry64_tracks_reset(tracks);
    if (wanted) memset(wanted, 0, ferry64_moved_count(tracks) * sizeof *wanted);
    for (uint32_t i = 0; i < player->playing_count; i++) {
        if (!ferry64_clip(tracks, player->playing[i].clip, &clip)) continue;
        float time = ferry64_clip_time(&clip, player->playing[i].seconds);
        for (uint32_t k = 0; k < clip.count; k++) {
            if (!ferry64_track(tracks, clip.first + k, &track)) continue;
            ferry64_evaluate(&track, time, value);
            ferry64_set(player, wanted, &track, value);
        }
    }
    if (wanted) ferry64_move_vertices(player, wanted);
}

/* Applies and draws, with the bones of a skeleton or without (NULL). Do not record it into a block. */
static inline void ferry64_draw(Ferry64Player *player, const T3DSkeleton *skeleton) {
    T3DModelDrawConf conf;
    memset(&conf, 0, sizeof conf);
    conf.userData = player->tracks;
    conf.filterCb = ferry64_filter;
    if (skeleton)
        conf.matrices = skeleton->boneMatricesFP +
                        (uint32_t)skeleton->skeletonRef->boneCount * skeleton->currentBufferIdx;
    ferry64_apply(player);
    t3d_model_draw_custom(player->tracks->model, conf);
}

/* -------------------------------------------------------------------------------------- facing the camera */

/* Replaces the rotation of a matrix that leads to camera space: spherical billboards have none, cylindrical
 * ones keep their own y axis. Matrices are stored by columns: m[column][row]. */
static inline void ferry64_face(T3DMat4 *m, int kind) {
    float lengths[3] = {ferry64_length(m->m[0]), ferry64_length(m->m[1]), ferry64_length(m->m[2])};
    float y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    if (kind == FERRY64_CYLINDRICAL) {
        for (int i = 0; i < 3; i++) y[i] = lengths[1] > 0 ? m->m[1][i] / lengths[1] : 0;
        float across = sqrtf(y[1] * y[1] + y[2] * y[2]); /* length of the cross product of x and y */
        z[0] = 0;
        z[1] = across > 0 ? -y[2] / across : 0;
        z[2] = across > 0 ? y[1] / across : 0;
    }
    for (int i = 0; i < 3; i++) {
        m->m[0][i] = i == 0 ? lengths[0] : 0;
        m->m[1][i] = y[i] * lengths[1];
        m->m[2][i] = z[i] * lengths[2];
    }
}

/* False: the matrix is singular. */
static inline bool ferry64_invert(T3DMat4 *inverse, const T3DMat4 *of) {
    const float(*m)[4] = of->m;
    float cofactors[3][3], determinant = 0;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) {
            int c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
            cofactors[c][r] = m[c1][r1] * m[c2][r2] - m[c1][r2] * m[c2][r1];
        }
    for (int r = 0; r < 3; r++) determinant += m[0][r] * cofactors[0][r];
    if (determinant == 0) return false;
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) inverse->m[c][r] = cofactors[r][c] / determinant;
        inverse->m[c][3] = 0;
    }
    for (int r = 0; r < 3; r++)
        inverse->m[3][r] =
            -(inverse->m[0][r] * m[3][0] + inverse->m[1][r] * m[3][1] + inverse->m[2][r] * m[3][2]);
    inverse->m[3][3] = 1;
    return true;
}

/* Updates the skeleton as t3d_skeleton_update() does, then turns billboard bones to the camera. Their child
 * bones do not turn with them, as on the GameCube. `modelView` is the transform from model space to camera
 * space: viewport.matCamera * model. The skeleton should have as many buffers as there are frame buffers
 * (t3d_skeleton_create_buffered). */
static inline void ferry64_skeleton_update(const Ferry64Tracks *tracks, T3DSkeleton *skeleton,
                                           const T3DMat4 *modelView) {
    const Ferry64Section *billboards = &tracks->sections[FERRY64_BILL];
    T3DMat4 back, seen, turned;
    uint32_t bones = skeleton->skeletonRef->boneCount;
    for (uint32_t i = 0; i < billboards->count; i++) {
        uint32_t bone = ferry64_u16(billboards->at + 4 * i);
        /* The camera may have moved: a new buffer is needed even if no bone moves. */
        if (bone < bones && !skeleton->bones[bone].hasChanged) skeleton->bones[bone].hasChanged = 1;
    }
    t3d_skeleton_update(skeleton);
    if (!billboards->count || !ferry64_invert(&back, modelView)) return;
    T3DMat4FP *matrices = skeleton->boneMatricesFP + bones * skeleton->currentBufferIdx;
    for (uint32_t i = 0; i < billboards->count; i++) {
        const uint8_t *record = billboards->at + 4 * i;
        uint32_t bone = ferry64_u16(record);
        if (bone >= bones) continue;
        t3d_mat4_mul(&seen, modelView, &skeleton->bones[bone].matrix);
        ferry64_face(&seen, record[2]);
        t3d_mat4_mul(&turned, &back, &seen);
        t3d_mat4_to_fixed(&matrices[bone], &turned);
    }
}

#ifdef __cplusplus
}
#endif

#endif
