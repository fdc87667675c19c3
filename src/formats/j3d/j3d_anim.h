/*
 * j3d_anim.h: what the readers of J3D's animations share (docs/formats/j3d.md, "Animations").
 *
 * j3d_anim.c is the way: header, the kind's reader, the finished clip into the scene. The kinds lie in
 * j3d_anim_*.c; j3d_anim_tracks.c turns key and frame tables into tracks.
 */
#ifndef FERRY_FORMATS_J3D_ANIM_H
#define FERRY_FORMATS_J3D_ANIM_H

#include "formats/j3d/j3d.h"

struct fy_j3d_anim;

/* A kind of file: "bck1" with its block ANK1. */
typedef struct fy_j3d_anim_kind {
    char kind[5], tag[5];
    uint32_t head; /* bytes of the block before its tables */
    bool (*read)(struct fy_j3d_anim *anim);
    /* Whether it belongs to the scene; quiet. `head` bytes are there. */
    bool (*fits)(struct fy_j3d_anim *anim, const ferry_scene *scene);
} fy_j3d_anim_kind;

/* A file in the making. */
typedef struct fy_j3d_anim {
    ferry_job *job;
    ferry_scene *scene;
    const fy_j3d_anim_kind *kind;
    ferry_window chunk, place; /* the block, and what of it is being read: "joint[3]" */
    bool alone; /* no model before it: what it drives is made up, so that it can be looked at */
    ferry_clip clip;
    uint32_t track_capacity;
} fy_j3d_anim;

/* Numbers of a table, `count` of them. */
typedef struct fy_j3d_numbers {
    const uint8_t *data;
    uint32_t count;
    uint32_t size;     /* bytes of one: 1 (u8), 2 (s16, or u16 if `whole`), 4 (f32) */
    bool whole;        /* u16 */
    double unit;       /* what 1 stands for in the scene */
    const char *what;  /* for messages: "rotations" */
} fy_j3d_numbers;

/* What a track drives. */
typedef struct fy_j3d_aim {
    ferry_target target;
    uint32_t object, slot, channel;
} fy_j3d_aim;

/* The table of `count` numbers whose block offset stands at `field`. False (said) if it is not all there. */
bool fy_j3d_numbers_open(fy_j3d_anim *anim, fy_j3d_numbers *numbers, uint64_t field);

/* Adds a track by the key record {count, first, kind} at `at`: with count 0 it is the constant `fallback`. One whose keys
 * lie outside the table, or hold numbers that are none, is left out with a warning. False at the memory limit. */
bool fy_j3d_add_keys(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, double fallback, fy_j3d_aim aim);

/* Adds a track of one value a frame: `count` of them from `first` on, as the record at `at` says. */
bool fy_j3d_add_frames(fy_j3d_anim *anim, uint64_t at, uint32_t count, uint32_t first, const fy_j3d_numbers *numbers,
                       double fallback, fy_j3d_aim aim);

/* Adds a track that always has this value. */
bool fy_j3d_add_constant(fy_j3d_anim *anim, double value, fy_j3d_aim aim);

/* Names the place for messages about tracks: the block's `label[index]`. */
void fy_j3d_enter(fy_j3d_anim *anim, const char *label, uint32_t index);

/* Loop mode, and `frames` as duration. */
void fy_j3d_read_length(fy_j3d_anim *anim, uint64_t frames);

/* ---------------------------------------------------------------------------------------------- materials */

/* The materials that an animation names, entry by entry. */
typedef struct fy_j3d_entries {
    fy_j3d_names names;
    uint32_t count;
    fy_j3d_named *materials; /* of the scene, sorted */
    uint32_t missing;        /* entries whose material the scene does not have */
    const char *missed;      /* the first of them */
} fy_j3d_entries;

bool fy_j3d_entries_open(fy_j3d_anim *anim, fy_j3d_entries *entries, uint64_t names_field, uint32_t count);

/* The first material of entry `number`, FERRY_NONE: none. More of the same name follow in entries->materials: `*run`
 * becomes how many there are, `*named` the first of them. */
bool fy_j3d_entry(fy_j3d_anim *anim, fy_j3d_entries *entries, uint32_t number, const fy_j3d_named **named, uint32_t *run);

/* Warns of materials that were missing. */
void fy_j3d_entries_close(fy_j3d_anim *anim, const fy_j3d_entries *entries);

/* Whether any of the names in the table at `names_field` is one of the scene's materials. */
bool fy_j3d_names_fit(fy_j3d_anim *anim, const ferry_scene *scene, uint64_t names_field);

/* ------------------------------------------------------------------------------------------------- kinds */

extern const fy_j3d_anim_kind fy_j3d_joint_keys, fy_j3d_joint_frames;

#endif
