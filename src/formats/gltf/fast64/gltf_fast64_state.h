/* gltf_fast64_state.h: a fast64 material on its way: what both versions of the add-on say alike. */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_STATE_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_STATE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_reader.h"
#include "machine/rdp/rdp_combiner.h"

/* How the corner of a tile moves along an axis, in texels: evenly, or swing * sin(phase + frequency *
 * seconds). */
typedef struct fy_fast64_move {
    double speed; /* a second */
    double swing, frequency, phase;
} fy_fast64_move;

/* The same, of a material of the scene. */
typedef struct fy_fast64_scroll {
    uint32_t material, slot, axis;
    fy_fast64_move move;
    double period, low; /* texels after which the picture repeats; where the corner rests */
    double seconds;     /* after which all is as it was */
} fy_fast64_scroll;

/* A texture slot as the file gives it. */
typedef struct fy_fast64_tile {
    bool given;          /* anything is said of it */
    fy_gltf_value place; /* where, if so */
    ferry_rdp_axis axes[2];
    fy_fast64_move moves[2];
    bool automatic[2];      /* the axis is as the picture's size asks for */
    uint32_t reference;     /* 0: none */
    uint32_t width, height; /* of a reference; 0: not given */
    const char *picture;    /* as the file calls it, in the job's memory; NULL: none */
    uint32_t image;         /* of the glTF file, where the picture is one of those; else FERRY_NONE */
} fy_fast64_tile;

typedef struct fy_fast64_state {
    fy_rdp_cycle cycles[2];
    bool two_cycles;
    ferry_rdp_material rdp; /* all but combiner, flags that follow from it, and tiles */
    fy_fast64_tile tiles[2];
    fy_gltf_value textures; /* what their places hang on */
} fy_fast64_state;

typedef struct fy_fast64 {
    fy_gltf_in *g;
    ferry_window *file;
    ferry_job *job;
    ferry_scene *scene;
    fy_fast64_scroll *scrolls;
    uint32_t scroll_count, scroll_capacity;
} fy_fast64;

/* What a material asks for that is not in the console's state. */
typedef struct fy_fast64_left {
    bool lights, fog;                                                     /* the game's to set */
    bool cels, large, occlusion, fresnel, offsets, specular, light_alpha; /* nobody's */
} fy_fast64_left;

/* What a render mode means to the console's library. */
typedef struct fy_fast64_mode {
    uint32_t blender;
    uint64_t bits; /* alpha compare, and how depth is compared */
} fy_fast64_mode;

/* Tells what of a material is left out: a note about what is the game's to set, a loss about the rest. */
void fy_fast64_tell_left_out(const fy_gltf_value *place, const fy_fast64_left *left);

/* Names of the combiner's inputs by number, for A, B, C, D of colour, then of alpha; NULL at the end of each.
 * */
extern const char *const *const fy_fast64_inputs[8];

/* Where a cycle holds the input of that slot, 0 to 7 in the same order. */
uint8_t *fy_fast64_input(fy_rdp_cycle *cycle, unsigned slot);

/* The number that a text member holds: "0x1F" or "31"; 0 where there is none, or, with a warning, another
 * text. */
uint32_t fy_fast64_reference(const fy_gltf_value *object, const char *key);

/* Takes the width and height of a reference, [width, height] in texels from 1 to 65535, into `tile`; anything
 * else that is there is a warning, and `tile` stays as it is. */
void fy_fast64_size(const fy_gltf_value *size, fy_fast64_tile *tile);

/* Tiny3D's own threshold where nobody ticked the box of the blend colour: fast64's would be 255, which only
 * what is opaque passes. */
void fy_fast64_set_threshold(ferry_rdp_material *rdp);

/* Linear light, clamped to 0..1, as a byte for the display, as Tiny3D's importer rounds it. */
uint8_t fy_fast64_byte(double linear);

/* The member `key`, three components of linear light and alpha, 0..1, as bytes for the display, as Tiny3D's
 * importer rounds them. Components that are missing have those of `otherwise`, and are told. */
void fy_fast64_color(const fy_gltf_value *object, const char *key, const double otherwise[4],
                     uint8_t rgba[4]);

#endif
