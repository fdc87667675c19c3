/*
 * j3d_anim_builder.h: J3D animations from a plain description (docs/formats/j3d.md, "Animations"). Written
 * from the description of the format and apart from the readers, as j3d_builder.h is.
 */
#ifndef FERRY_TESTS_J3D_ANIM_BUILDER_H
#define FERRY_TESTS_J3D_ANIM_BUILDER_H

#include "j3d_builder.h"

enum { JA_KEYS = 6, JA_TRACKS = 9, JA_ENTRIES = 48 };

/* In frames and in the numbers that stand in the file. */
typedef struct ja_key {
    double time, value, in, out;
} ja_key;

/* Key files: `count` keys (0: the default, 1: constant). Frame files: `count` values, those of the keys. */
typedef struct ja_track {
    uint32_t count;
    bool two_slopes;
    ja_key keys[JA_KEYS];
} ja_track;

/* What one entry of a table drives, and its tracks in the order of the file: X scale, X rotation, X
 * translation, Y ... for joints and texture matrices; r, g, b, a for colours; one for all else. */
typedef struct ja_entry {
    const char *material;
    uint32_t number; /* texture matrix, texture slot, register */
    double center[3];
    ja_track tracks[JA_TRACKS];
} ja_entry;

typedef struct ja_anim {
    const char *kind; /* "bck1" */
    uint8_t loop, shift;
    int16_t frames;
    uint32_t count; /* of entries */
    uint32_t konst; /* brk1: how many of them, at the end, are konst colours */
    uint32_t maya;  /* btk1: the word that says so */
    ja_entry entries[JA_ENTRIES];
} ja_anim;

/* Vertex colours (bxk1, bxa1): `konst` of the entries, at the end, are for the second colour array. Entry i
 * colours the elements 2 * i and 2 * i + 1 of its array. */

/* Shapes (bls1): each cluster moves elements of the position array, and of the normal array. */
enum { JA_CLUSTERS = 2, JA_SHAPES = 2, JA_MOVED = 5 };

typedef struct ja_cluster {
    uint16_t position[JA_MOVED], normal[JA_MOVED]; /* elements of the model's arrays */
    double to[JA_SHAPES][JA_MOVED][3], turn[JA_SHAPES][JA_MOVED][3];
} ja_cluster;

typedef struct ja_shapes {
    ja_cluster clusters[JA_CLUSTERS];
} ja_shapes;

/* Places are called "clusters", "keys", "references", "positions", "normals". */
jb_file ja_build_shapes(const ja_shapes *shapes);

/* Those among the fixtures, "skinned.bls". Free with free(). */
ja_shapes *ja_fixture_shapes(void);

/* Places are called "head", "tracks", "names", "materials", "values0" and on. */
jb_file ja_build(const ja_anim *anim);

/* The value at a time in frames, in the numbers of the file, by the formulas of the format's description. */
double ja_value(const ja_track *track, bool per_frame, double frame, double fallback);

/* The animations among the fixtures, by name: "maya.bck"; NULL: none of that name. Free with free(). */
ja_anim *ja_fixture(const char *name);

/* A small one of this kind ("bck1"), to be broken. Free with free(). */
ja_anim *ja_sound(const char *kind);

#endif
