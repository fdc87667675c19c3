/*
 * j3d_anim_tracks.h: key tracks and frame tracks become tracks of the scene (docs/formats/j3d.md, "Key
 * tracks", "Frame tracks").
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_TRACKS_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_TRACKS_H

#include "ferry64.h"
#include "ferry64_format.h"

struct fy_j3d_anim;

/* A kind of file: "bck1" with its block ANK1. */
typedef struct fy_j3d_anim_kind {
    char kind[5], tag[5];
    uint32_t head; /* bytes of the block before its tables */
    bool no_clip;  /* what is read does not move by itself */
    bool (*read)(struct fy_j3d_anim *anim);
    /* Whether it can move the scene, and what speaks for it; quiet. `head` bytes are there. */
    bool (*matches)(struct fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit);
} fy_j3d_anim_kind;

/* A file in the making. */
typedef struct fy_j3d_anim {
    ferry_job *job;
    ferry_scene *scene;
    const fy_j3d_anim_kind *kind;
    ferry_window chunk, place; /* the block, and what of it is being read: "joint[3]" */
    bool alone; /* no model before it: what it drives is made up, so that it can be looked at */
    ferry_clip clip;
    uint32_t frames; /* that are shown, at least one */
    uint32_t track_capacity;
    uint64_t spent; /* values and vertices looked at so far */
} fy_j3d_anim;

/* Numbers of a table, `count` of them. */
typedef struct fy_j3d_numbers {
    const uint8_t *data;
    uint32_t count;
    uint32_t size;    /* bytes of one: 1 (u8), 2 (s16, or u16 if `whole`), 4 (f32) */
    bool whole;       /* u16 */
    double unit;      /* what 1 stands for in the scene */
    const char *what; /* for messages: "rotations" */
} fy_j3d_numbers;

/* What a track drives. */
typedef struct fy_j3d_aim {
    ferry_target target;
    uint32_t object, slot, channel;
} fy_j3d_aim;

/* Where each element of an array of the source went: places[firsts[e]] up to places[firsts[e + 1]]. */
typedef struct fy_j3d_place {
    uint32_t mesh, vertex;
} fy_j3d_place;

enum { FY_J3D_ELEMENTS = 0x10000 };

typedef struct fy_j3d_uses {
    uint32_t *firsts; /* FY_J3D_ELEMENTS + 1 */
    fy_j3d_place *places;
} fy_j3d_uses;

/* The table of `count` numbers whose block offset stands at `field`. False (reported) if it is not all
 * there. */
bool fy_j3d_numbers_open(fy_j3d_anim *anim, fy_j3d_numbers *numbers, uint64_t field);

/* Adds a track by the key record {count, first, kind} at `at`: with count 0 it is the constant `fallback`.
 * One whose keys lie outside the table, or hold numbers that are none, is left out with a warning. False at
 * the memory limit. */
bool fy_j3d_add_keys(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, double fallback,
                     fy_j3d_aim aim);

/* Of a track of `count` values, one a frame, how many are shown: no time reaches the frame of the end. */
uint32_t fy_j3d_shown_frames(const fy_j3d_anim *anim, uint32_t count);

/* Adds a track of one value a frame: `count` of them from `first` on, as the record at `at` says. */
bool fy_j3d_add_frames(fy_j3d_anim *anim, uint64_t at, uint32_t count, uint32_t first,
                       const fy_j3d_numbers *numbers, double fallback, fy_j3d_aim aim);

/* Adds a track that always has this value. */
bool fy_j3d_add_constant(fy_j3d_anim *anim, double value, fy_j3d_aim aim);

/* Names the place for messages about tracks: the block's `label[index]`. */
void fy_j3d_enter(fy_j3d_anim *anim, const char *label, uint32_t index);

/* What one step of a keyed angle stands for, by the head's angle shift: a curve may run over several
 * turns. */
double fy_j3d_angle_unit(fy_j3d_anim *anim);

/* Tables may be shared, but not so often that a small file takes hours: counts `amount` values as looked at.
 * False after an error, or if the job is to end. */
bool fy_j3d_spend(fy_j3d_anim *anim, uint64_t amount);

/* Loop mode, and `frames` as duration. */
void fy_j3d_read_length(fy_j3d_anim *anim, uint64_t frames);

#endif
