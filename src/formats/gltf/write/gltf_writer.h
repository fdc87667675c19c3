/*
 * gltf_writer.h: what the files of the glTF writer share (docs/formats/gltf.md).
 *
 *     gltf.c                  the two formats, their settings
 *     gltf_write.c            scene -> JSON and buffer -> .glb, or .gltf and what lies beside it
 *     gltf_write_buffer.c     numbers -> buffer, views, accessors
 *     gltf_write_textures.c   pictures, samplers
 *     gltf_fit.h              what a material becomes, and how near that comes
 *     gltf_transform.h        texture matrices
 *     gltf_write_materials.c  materials
 *     gltf_write_meshes.c     meshes, their attributes, morphs
 *     gltf_write_morphs.c     morph targets
 *     gltf_write_nodes.c      nodes, draws, skins
 *     gltf_visibility.c       what is hidden, at rest and in clips
 *     gltf_clips.h            animations
 *
 * Lengths in the file are the scene's times `scale`.
 */
#ifndef FERRY_FORMATS_GLTF_GLTF_H
#define FERRY_FORMATS_GLTF_GLTF_H

#include <jansson.h>

#include "ferry64_format.h"

/* Component types, and what a view is for. */
enum { FY_GLTF_U8 = 5121, FY_GLTF_U16 = 5123, FY_GLTF_U32 = 5125, FY_GLTF_FLOAT = 5126 };
enum { FY_GLTF_NO_TARGET = 0, FY_GLTF_VERTICES = 34962, FY_GLTF_INDICES = 34963 };

typedef struct fy_gltf_sample fy_gltf_sample; /* gltf_fit.h */

/* One way to come near a machine's formula. */
typedef struct fy_gltf_way {
    uint32_t source, colors; /* FERRY_NONE: none; source: of fy_gltf_sample.texels */
    bool color_rgb, color_alpha;
    double factor[4], color_error, alpha_error; /* mean, in 255ths */
} fy_gltf_way;

/* What a scene material becomes: a texture times vertex colours times a factor. */
typedef struct fy_gltf_look {
    uint32_t texture;            /* of the scene, with a picture; FERRY_NONE: none */
    uint32_t made;               /* or a texture of the file that is made for it; FERRY_NONE: none */
    uint32_t uv;                 /* set of it */
    double transform[2][3];      /* u, v of the file from u, v of the vertex */
    uint32_t colors;             /* vertex colours that multiply; FERRY_NONE: none */
    bool color_rgb, color_alpha; /* which of them count */
    ferry_color factor;          /* display-referred */
    ferry_alpha_mode alpha_mode;
    float cutoff;
    ferry_cull cull;
    bool lit;
    bool slides; /* clips move its texture */
    bool fitted; /* to a machine's formula, by `way` */
    fy_gltf_way way;
} fy_gltf_look;

/* Accessors that the meshes of the file share: one of each stream of a scene mesh; FERRY_NONE: not written
 * yet. */
typedef struct fy_gltf_streams {
    uint32_t positions, normals, triangles, flipped;
    uint32_t colors[FERRY_COLOR_SETS][4]; /* 1: with colours, 2: with alpha */
    uint32_t shown[FERRY_COLOR_SETS];     /* all of them, as they are shown */
    uint32_t uvs[FERRY_UV_SETS], no_uvs;
    uint32_t first_joints, first_weights, joint_sets; /* runs of accessors */
    uint32_t first_target, target_count;              /* of the writer's list of morphs by mesh */
} fy_gltf_streams;

/* What is ever hidden. */
typedef struct fy_gltf_switched {
    bool *draws;                         /* each: at rest or in a clip, by itself or by a node */
    bool *tracked_draws, *tracked_nodes; /* a clip has a track of its own for it */
    uint32_t unscaled;                   /* draws that no scale hides */
} fy_gltf_switched;

typedef struct fy_gltf {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    bool binary; /* .glb */
    bool embeds; /* pictures lie in the buffer */
    double scale;
    bool points;          /* KHR_animation_pointer is wanted */
    bool extends, scales; /* what is hidden is so by KHR_node_visibility, by a scale of 0 */
    ferry_out buffer;
    json_t *run; /* the view that accessors share; NULL: each has its own */
    size_t run_start;
    ferry_file_list beside; /* pictures */
    json_t *nodes, *meshes, *accessors, *views, *materials, *textures, *images, *samplers, *skins,
        *animations, *roots, *paints;
    bool no_memory;                      /* for the JSON */
    bool too_large;                      /* a number that no float holds */
    bool unlit, moved, hidden, pointed;  /* extensions in use */
    fy_gltf_look *looks;                 /* of each material; the last: of draws without one */
    fy_gltf_sample *samples;             /* of the material at hand */
    uint32_t *by_material, *first_draws; /* draws of material m: from first_draws[m] on */
    uint32_t *sampler_numbers;           /* of each kind; FERRY_NONE: not met yet */
    uint32_t *texture_numbers;           /* of each scene texture; FERRY_NONE: it has no picture */
    uint32_t *material_numbers;          /* of each look; FERRY_NONE: not drawn */
    fy_gltf_streams *streams;            /* of each scene mesh */
    uint32_t *morphs;                    /* by mesh */
    uint32_t (
        *targets)[3];      /* of each morph: accessors of positions, normals, coordinates; FERRY_NONE: none */
    uint32_t *draw_meshes; /* of the file; FERRY_NONE: not drawn */
    uint32_t *draw_nodes;
    fy_gltf_switched switched;
    uint32_t made_normals, unused_tangents;
} fy_gltf;

/* ------------------------------------------------------------------------------------------------ JSON */

/* Each takes its value over; NULL means that there was no memory. */
void fy_gltf_set(fy_gltf *g, json_t *object, const char *key, json_t *value);
uint32_t fy_gltf_add(fy_gltf *g, json_t *list, json_t *value); /* returns its index */

json_t *fy_gltf_numbers(fy_gltf *g, const double *values, int count);
json_t *fy_gltf_index(uint32_t index);

/* Sets `name` unless it is empty. */
void fy_gltf_name(fy_gltf *g, json_t *object, const char *name);

/* ---------------------------------------------------------------------------------------------- buffer */

/* A view over `bytes`; FERRY_NONE at the memory limit. */
uint32_t fy_gltf_view(fy_gltf *g, const void *bytes, size_t size, unsigned target);

/* Accessors in between share one view. */
void fy_gltf_begin_run(fy_gltf *g);
void fy_gltf_end_run(fy_gltf *g);

/* Accessors over `count` elements of `width` numbers; 16: a matrix. FERRY_NONE at the memory limit. */
uint32_t fy_gltf_floats(fy_gltf *g, const float *values, uint32_t count, uint32_t width, unsigned target,
                        bool bounds);
uint32_t fy_gltf_u16s(fy_gltf *g, const uint16_t *values, uint32_t count, uint32_t width, unsigned target,
                      bool normalized);
/* `count` elements of three numbers, all zero but `moved` of them: those of the rising numbers `places`. */
uint32_t fy_gltf_sparse(fy_gltf *g, uint32_t count, const uint32_t *places, const float *values,
                        uint32_t moved);
uint32_t fy_gltf_u32s(fy_gltf *g, const uint32_t *values, uint32_t count, unsigned target);
uint32_t fy_gltf_u8s(fy_gltf *g, const uint8_t *values, uint32_t count);

/* ----------------------------------------------------------------------------------------------- parts */

/* Each of these fills its lists. False: an error was said. */
bool fy_gltf_put_textures(fy_gltf *g);

/* One more texture, of a picture made for material `material`; its number in the file. */
bool fy_gltf_add_picture(fy_gltf *g, const ferry_image *image, uint32_t material, uint32_t *number);

void fy_gltf_take_way(fy_gltf_look *look, const fy_gltf_way *way);

/* Whether a look reads a picture. */
bool fy_gltf_is_textured(const fy_gltf_look *look);
bool fy_gltf_plan_materials(fy_gltf *g);
bool fy_gltf_put_materials(fy_gltf *g);
bool fy_gltf_put_meshes(fy_gltf *g);
bool fy_gltf_put_nodes(fy_gltf *g);
bool fy_gltf_put_clips(fy_gltf *g);

/* gltf_visibility.c: finds g->switched; before the nodes. */
bool fy_gltf_find_switched(fy_gltf *g);

/* Lets a node of the file be seen or not as `visible` says, where clips may change that (`moves`). */
void fy_gltf_set_visible(fy_gltf *g, json_t *node, bool visible, bool moves);

/* Lets the node of draw `draw`, which has no other children, be seen or not at rest. */
void fy_gltf_set_draw_visible(fy_gltf *g, json_t *node, uint32_t draw);

/* gltf_write_morphs.c: which morphs each mesh has; and those of scene mesh `mesh` as targets of a mesh of the
 * file. */
bool fy_gltf_list_targets(fy_gltf *g);
bool fy_gltf_put_targets(fy_gltf *g, uint32_t mesh, json_t *object, json_t *primitive);

/* gltf_left_out.c: whether anything is written for a draw. */
bool fy_gltf_is_written(const fy_gltf *g, const ferry_draw *draw);

/* The loss of a model of which nothing is drawn. `switches`: animations of the format show what is hidden at rest. False at the
 * memory limit. */
bool fy_gltf_report_empty(const fy_gltf *g, bool switches);

/* What draw `draw` shows: its look, of the list's end where it has no material. */
uint32_t fy_gltf_look_of(const fy_gltf *g, const ferry_draw *draw);

/* `value`, display-referred, as linear light. */
double fy_gltf_linear(double value);

/* `text` in a URI. */
const char *fy_gltf_uri(fy_gltf *g, const char *text);

/* gltf_write.c: a writer's lists and settings, with its job, scene and file set; to be closed also if there
 * was no memory. What stopped it is told by fy_gltf_is_sound(), if nothing else was. */
bool fy_gltf_begin(fy_gltf *g);
bool fy_gltf_is_sound(const fy_gltf *g);
void fy_gltf_end(fy_gltf *g);

/* gltf_write.c: the whole file. */
bool fy_gltf_write(ferry_job *job, const ferry_scene *scene, const char *name, bool binary,
                   ferry_file_list *files);

#endif
