/*
 * gltf_writer.h: what the files of the glTF writer share (docs/formats/gltf.md).
 *
 *     gltf.c                  the two formats, their settings
 *     gltf_write.c            scene -> JSON and buffer -> .glb, or .gltf and what lies beside it
 *     gltf_write_buffer.c     numbers -> buffer, views, accessors
 *     gltf_write_textures.c   pictures, samplers
 *     gltf_write_materials.c  materials
 *     gltf_write_meshes.c     meshes, their attributes, morphs
 *     gltf_write_morphs.c     morph targets
 *     gltf_write_nodes.c      nodes, draws, skins
 *     gltf_visibility.c       what is hidden, at rest and in clips
 *     gltf_clips.h            animations
 *
 * What writers of other formats have as well is an fy_export (formats/export/export.h).
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITER_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITER_H

#include <jansson.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export.h"

/* Component types, and what a view is for. */
enum { FY_GLTF_U8 = 5121, FY_GLTF_U16 = 5123, FY_GLTF_U32 = 5125, FY_GLTF_FLOAT = 5126 };
enum { FY_GLTF_NO_TARGET = 0, FY_GLTF_VERTICES = 34962, FY_GLTF_INDICES = 34963 };

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
    const bool *visible;                 /* each: at rest */
    bool *tracked_draws, *tracked_nodes; /* a clip has a track of its own for it */
    uint32_t unscaled;                   /* draws that no scale hides */
} fy_gltf_switched;

typedef struct fy_gltf {
    fy_export e;
    bool binary;          /* .glb */
    bool embeds;          /* pictures lie in the buffer */
    bool points;          /* KHR_animation_pointer is wanted */
    bool extends, scales; /* what is hidden is so by KHR_node_visibility, by a scale of 0 */
    ferry_out buffer;
    json_t *run; /* the view that accessors share; NULL: each has its own */
    size_t run_start;
    json_t *nodes, *meshes, *accessors, *views, *materials, *textures, *images, *samplers, *skins,
        *animations, *roots, *vertex_color_groups;
    bool no_memory;                              /* for the JSON */
    bool unlit, moved, hidden, pointed, leveled; /* extensions in use */
    uint32_t *sampler_numbers;                   /* of each kind; FERRY_NONE: not met yet */
    uint32_t *texture_numbers;                   /* of each scene texture; FERRY_NONE: it has no picture */
    uint32_t *baked_numbers;                     /* of textures that show painted pictures, by picture */
    uint32_t *material_numbers;                  /* of each look; FERRY_NONE: not drawn */
    fy_gltf_streams *streams;                    /* of each scene mesh */
    uint32_t *morphs;                            /* by mesh */
    /* of each morph: accessors of positions, normals, coordinates; FERRY_NONE: none */
    uint32_t (*targets)[3];
    uint32_t *draw_meshes; /* of the file; FERRY_NONE: not drawn */
    uint32_t *draw_nodes;
    fy_gltf_switched switched;
    uint32_t made_normals, unused_tangents;
} fy_gltf;

#endif
