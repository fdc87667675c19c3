/*
 * gltf_reader.h: what the files of the glTF reader share (docs/formats/generic.md, "glTF").
 *
 *     gltf_read.c             how files are recognised, their JSON, and the way through
 *     gltf_read_extensions.c  which extensions are known, and what is left out
 *     gltf_read_tree.c        which nodes the scene begins with
 *     gltf_read_nodes.c       nodes
 *     gltf_read_buffers.c     buffers and their views: bytes
 *     gltf_read_accessors.c   accessors: numbers
 *     gltf_read_meshes.c      which meshes are in use, their streams and triangles, draws
 *     gltf_read_morphs.c      morph targets, and the weights that they rest at
 *     gltf_read_skins.c       skins with every weight
 *     gltf_read_clips.c       animations
 *     gltf_read_materials.c   materials: colour, alpha, and where textures lie
 *     gltf_read_textures.c    textures, samplers and images
 *     gltf_read_extras.c         what this library wrote into extras: stand-ins, billboards, vertex colour
 *                                groups
 *     gltf_read_gx_rdp.c     and the whole state of materials
 *     gltf_read_tracks.c      and tracks
 *
 * All of it is hostile until checked: indices, sizes and counts are compared with what is there before
 * anything is allocated.
 */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READER_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READER_H

#include <jansson.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/pictures/model_pictures.h"

/* A mesh of the file as nodes use it: once for all nodes without skin and morphs, once a skin, once a node if
 * it has morphs. */
typedef struct fy_gltf_use {
    uint32_t mesh, skin; /* of the file; skin FERRY_NONE: none */
    uint32_t node;       /* of the file: the one that its morphs rest and move by; FERRY_NONE: it has none */
    uint32_t owner;      /* scene node of the first that shows it */
    uint32_t first;      /* its primitives in fy_gltf_in.made */
} fy_gltf_use;

/* Elements of an accessor, looked up and compared with the bytes that are there. */
typedef struct fy_gltf_numbers_in {
    uint32_t number, count, width; /* `width` numbers each; 16: a matrix */
    uint32_t component;            /* 5120: s8, 5121: u8, 5122: s16, 5123: u16, 5125: u32, 5126: float */
    bool normalized;
    const uint8_t *data; /* NULL: all are 0 */
    size_t stride;
    uint32_t sparse_count, sparse_component; /* elements that are elsewhere */
    const uint8_t *sparse_indices, *sparse_values;
} fy_gltf_numbers_in;

/* One skinned mesh of the scene. Vertex v of the file has the weights from firsts[v] to firsts[v + 1], by
 * joint of the file's skin, none twice; none at all: its own node moves it. */
typedef struct fy_gltf_bound {
    uint32_t mesh, skin, node;    /* of the scene, of the file, of the scene */
    uint32_t vertices;            /* of the file */
    fy_gltf_numbers_in first_set; /* its first weights, for messages */
    const uint32_t *order;        /* vertex of the file that each of the mesh is; NULL: one by one */
    uint32_t *firsts;
    ferry_weight *weights;
} fy_gltf_bound;

/* A file while it is read. Lists are the job's memory. "False after an error" in the headers of json/ and
 * read/: a message was told at its place, or the job is at its memory limit, cancelled or past its deadline.
 * */
typedef struct fy_gltf_in {
    ferry_job *job;
    ferry_window *file; /* whole */
    ferry_scene *scene;
    json_t *json;                /* whole, unchanged; the only time that the text is parsed */
    size_t charged;              /* bytes that it counts for */
    struct fy_gltf_place *place; /* where messages about elements of lists found the last one */
    /* this library wrote it, and nobody changed it since; not if `gltf.extras` says that this does not
     * count */
    bool ferry64_extras;
    uint32_t buffer_count;
    ferry_bytes *buffers; /* that were asked for; else data NULL */
    uint8_t **decoded;    /* memory of those that are text in the file; NULL: none */
    fy_model_pictures pictures;
    uint32_t embedded_count;     /* of them, in the file itself */
    uint32_t *roots, root_count; /* nodes of the file that its scene begins with */
    uint32_t node_count;         /* of the file */
    /* scene nodes of each node of the file: what moves it, what hangs on it; FERRY_NONE */
    uint32_t *tops, *bottoms;
    /* nodes of the file in the order of the scene's; `order_count` of them */
    uint32_t *order;
    uint32_t order_count;
    uint32_t *materials; /* of the scene, of each of the file; FERRY_NONE: none */
    /* which of them Tiny3D's importer would draw: their colours are made as it makes them */
    const bool *fast64;
    uint32_t material_count;
    bool *restored;     /* and which have their machine's whole state from extras */
    uint32_t *textures; /* of the scene, of each of the file; FERRY_NONE: it has no picture */
    uint32_t texture_count;
    uint32_t empty_texture; /* number + 1 of the one that stands for all without a picture; 0: none yet */
    /* of each node: the one that it stands for, which is there instead; itself: nothing is; FERRY_NONE:
     * none */
    uint32_t *stand_ins;
    /* of each node: the one draw of the scene that it shows; FERRY_NONE: none, or several */
    uint32_t *draws;
    bool *kinds; /* of each animation: its name ends in its kind, which another one has not */
    uint32_t *vertex_color_groups; /* of the scene, of each of the file's extras; FERRY_NONE */
    uint32_t vertex_color_group_count;
    uint32_t *targets; /* of each mesh of the file: of which of its primitives it has most */
    fy_gltf_use *uses; /* by mesh, skin, node */
    uint32_t use_count;
    /* scene mesh of each primitive of each use; FERRY_NONE: nothing in it can be drawn */
    uint32_t *made;
    uint32_t *morphs; /* beside it: the first of its morphs, */
    uint32_t *morph_counts;
    float **rests;        /* and the weights that they rest at, which the mesh has taken on; NULL: 0 */
    fy_gltf_bound *bound; /* `bound_count` of them */
    uint32_t bound_count, bound_capacity;
} fy_gltf_in;

/* One element of an accessor, for a message about it. `of.width` 0: none so far. */
typedef struct fy_gltf_element_in {
    fy_gltf_numbers_in of;
    uint32_t element;
} fy_gltf_element_in;

#endif
