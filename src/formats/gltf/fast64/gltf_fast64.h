/*
 * gltf_fast64.h: materials that Blender's add-on fast64 wrote into a glTF file: the state of the Nintendo 64 itself, for
 * Tiny3D (docs/formats/fast64.md).
 *
 *     gltf_json.c             pieces of the file's own JSON
 *     gltf_fast64.c           the way; what both kinds of data come to
 *     gltf_fast64_extras.c    extras.f3d_mat -> state
 *     gltf_fast64_n64.c       extensions.FAST64_materials_n64 -> state
 *     gltf_fast64_modes.c     render modes by their names
 *     gltf_fast64_textures.c  tiles, and the pictures that they name
 *     gltf_fast64_scroll.c    textures that move
 *     gltf_fast64_scene.c     settings; bones, colours, what is not drawn
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_H
#define FERRY_FORMATS_GLTF_FAST64_H

#include "formats/gltf/json/gltf_json.h"
#include "machine/rdp/rdp_combiner.h"

/* What is called so is fast64's own library of materials, and not to be drawn. */
#define FY_FAST64_LIBRARY "fast64_f3d_material_library"

/* Ended by a NULL key. */
extern const ferry_setting fy_fast64_settings[];

/* Which of the file's materials get the console's state: glTF's own words for them do not count. Job memory; NULL at the memory
 * limit. */
bool *fy_fast64_find(const fy_gltf_in *g);

/* Gives those materials their state. What is odd in the file is told, and something assumed. False at the memory limit. */
bool fy_fast64_read_materials(fy_gltf_in *g);

/* A component of a vertex colour, linear light or alpha, as meshes of such materials have it: display-referred, 0..1, whole 255ths,
 * as Tiny3D's importer rounds them. */
float fy_fast64_shade(float linear, bool alpha);

/* Once all of the scene is there: what else Tiny3D's importer makes of it. False at the memory limit. */
bool fy_fast64_finish(ferry_job *job, ferry_scene *scene);

/* ------------------------------------------------------------------------------------------------- inside */

/* How the corner of a tile moves along an axis, in texels: evenly, or swing * sin(phase + frequency * seconds). */
typedef struct fy_fast64_move {
    double speed; /* a second */
    double swing, frequency, phase;
} fy_fast64_move;

/* The same, of a material of the scene. */
typedef struct fy_fast64_scroll {
    uint32_t       material, slot, axis;
    fy_fast64_move move;
    double         period, low; /* texels after which the picture repeats; where the corner rests */
    double         seconds;     /* after which all is as it was */
} fy_fast64_scroll;

/* A texture slot as the file gives it. */
typedef struct fy_fast64_tile {
    bool           given; /* anything is said of it */
    fy_gltf_value  place; /* where, if so */
    ferry_rdp_axis axes[2];
    fy_fast64_move moves[2];
    bool           automatic[2];    /* the axis is as the picture's size asks for */
    uint32_t       reference;       /* 0: none */
    uint32_t       width, height;   /* of a reference; 0: not given */
    const char    *picture;         /* as the file calls it, in the job's memory; NULL: none */
    uint32_t       image;           /* of the glTF file, where the picture is one of those; else FERRY_NONE */
} fy_fast64_tile;

typedef struct fy_fast64_state {
    fy_rdp_cycle       cycles[2];
    bool               two_cycles;
    ferry_rdp_material rdp; /* all but combiner, flags that follow from it, and tiles */
    fy_fast64_tile     tiles[2];
    fy_gltf_value      textures; /* what their places hang on */
} fy_fast64_state;

typedef struct fy_fast64 {
    fy_gltf_in       *g;
    ferry_window     *file;
    ferry_job        *job;
    ferry_scene      *scene;
    fy_fast64_scroll *scrolls;
    uint32_t          scroll_count, scroll_capacity;
} fy_fast64;

/* What a material asks for that is not in the console's state. */
typedef struct fy_fast64_left {
    bool lights, fog;                                                  /* the game's to set */
    bool cels, large, occlusion, fresnel, offsets, specular, light_alpha; /* nobody's */
} fy_fast64_left;

/* A note about the former, a loss about the latter. */
void fy_fast64_tell_left_out(const fy_gltf_value *place, const fy_fast64_left *left);

void fy_fast64_read_extras(const fy_gltf_value *f3d_mat, fy_fast64_state *state);
void fy_fast64_read_n64(const fy_fast64 *f, const fy_gltf_value *extension, fy_fast64_state *state);

/* Fills the state's inputs of one cycle: `names` of A, B, C, D of colour, then of alpha. */
extern const char *const *const fy_fast64_inputs[8];
uint8_t *fy_fast64_input(fy_rdp_cycle *cycle, unsigned slot);

/* "0x1F" or "31"; 0 where there is none. */
uint32_t fy_fast64_reference(const fy_gltf_value *object, const char *key);

/* Of a reference: [width, height]. */
void fy_fast64_size(const fy_gltf_value *size, fy_fast64_tile *tile);

/* Tiny3D's own threshold where nobody ticked the box of the blend colour: fast64's would be 255, which only what is opaque
 * passes. */
void fy_fast64_set_threshold(ferry_rdp_material *rdp);

/* Linear light as a byte, as Tiny3D's importer rounds it. */
uint8_t fy_fast64_byte(double linear);

/* Linear light of three components as display bytes, and alpha, as Tiny3D's importer rounds them. */
void fy_fast64_color(const fy_gltf_value *object, const char *key, const double otherwise[4], uint8_t rgba[4]);

/* ---- gltf_fast64_modes.c */

/* What a render mode means to the console's library. */
typedef struct fy_fast64_mode {
    uint32_t blender;
    uint64_t bits; /* alpha compare, and how depth is compared */
} fy_fast64_mode;

extern const char *const fy_fast64_modes_1[], *const fy_fast64_modes_2[]; /* by number; "G_RM_" left out */
fy_fast64_mode fy_fast64_mode_of(const char *name);

/* The blender's four inputs P, A, M, B by number; only if `forced` what it makes reaches every pixel. False: none that the
 * console's library has. */
bool fy_fast64_blender_of(const uint32_t inputs[4], bool forced, uint32_t *blender);

extern const char *const fy_fast64_blend_colors[], *const fy_fast64_blend_alphas[], *const fy_fast64_blend_mixes[],
    *const fy_fast64_z_modes[];

/* ---- gltf_fast64_textures.c */

/* What an image of the file is called: its file, or its name with ".png" behind it; NULL: nothing. In the job's memory. */
const char *fy_fast64_image_name(const fy_fast64 *f, uint32_t image);

/* Makes the tile of slot `slot` of `state`, which gets the picture's size. False at the memory limit. */
bool fy_fast64_set_tile(fy_fast64 *f, fy_fast64_state *state, unsigned slot);

/* ---- gltf_fast64_scroll.c */

/* How the state's tiles move, once their axes are known. */
void fy_fast64_read_scroll(const fy_gltf_value *f3d_mat, fy_fast64_state *state);

/* Notes it for material `material` of the scene, whose state is finished; then clips of all that was noted. False at the memory
 * limit. */
bool fy_fast64_add_scrolls(fy_fast64 *f, const fy_gltf_value *from, const fy_fast64_state *state, uint32_t material);
bool fy_fast64_add_clips(fy_fast64 *f);

/* ---- gltf_fast64_textures.c */

/* Whether the settings want that picture, which lies in a file of its own, named rather than made anew. */
bool fy_fast64_is_sprite(ferry_job *job, const char *model, const char *name);

/* "rom:/dir/x.sprite" of a PNG that the model `model` calls `name`; `folder`: where what lies in rom:/ comes from. In the
 * job's memory. */
const char *fy_fast64_rom_path(ferry_job *job, const char *model, const char *name, const char *folder);

#endif
