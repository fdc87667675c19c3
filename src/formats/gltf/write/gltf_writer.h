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
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITER_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITER_H

#include <jansson.h>

#include "ferry64.h"
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

#endif
