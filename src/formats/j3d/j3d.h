/*
 * j3d.h: the state that the readers of a J3D model's blocks share (docs/formats/j3d.md).
 *
 * One file per block. j3d_read.c calls them: header, chunk index, then the blocks in the order of their
 * dependencies, whatever their order in the file.
 */
#ifndef FERRY_FORMATS_J3D_J3D_H
#define FERRY_FORMATS_J3D_J3D_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef enum fy_j3d_chunk {
    FY_J3D_INF1,
    FY_J3D_VTX1,
    FY_J3D_EVP1,
    FY_J3D_DRW1,
    FY_J3D_JNT1,
    FY_J3D_SHP1,
    FY_J3D_MAT3,
    FY_J3D_MAT2,
    FY_J3D_TEX1,
    FY_J3D_CHUNKS,
} fy_j3d_chunk;

/* Which record a joint, shape or material uses. */
typedef struct fy_j3d_remap {
    const uint8_t *table; /* NULL: none; item i uses record i */
    uint64_t at; /* offset of the table in the block, or of the field that states that there is none */
} fy_j3d_remap;

typedef struct fy_j3d_joint {
    uint32_t parent; /* joint, FERRY_NONE: a root */
    uint32_t node;   /* in the scene */
    bool placed;     /* the hierarchy names it */
    bool named;      /* an envelope refers to it: its inverse bind matrix must be EVP1's */
    bool movable;    /* `bind` is the inverse of `inverse_bind` */
    ferry_matrix inverse_bind, bind, bind_normals;
} fy_j3d_joint;

/* (joint, material, shape) as the hierarchy lists them. */
typedef struct fy_j3d_draw {
    uint32_t joint, material, shape; /* material FERRY_NONE: none precedes the shape */
    uint64_t material_at;            /* where the material is, from the start of INF1 */
} fy_j3d_draw;

/* Attribute numbers of the graphics processor. */
enum {
    FY_J3D_PNMTXIDX = 0,
    FY_J3D_TEX0MTXIDX = 1,
    FY_J3D_POS = 9,
    FY_J3D_NRM = 10,
    FY_J3D_CLR0 = 11,
    FY_J3D_TEX0 = 13,
    FY_J3D_TEX7 = 20,
    FY_J3D_NBT = 25,
    FY_J3D_ATTRIBUTES = 21, /* those that a vertex can hold; NBT takes the place of NRM */
};

/* How a vertex holds an attribute. */
enum { FY_J3D_ABSENT, FY_J3D_DIRECT, FY_J3D_INDEX8, FY_J3D_INDEX16 };

/* VTX1's arrays, in its order. */
enum {
    FY_J3D_ARRAY_POS,
    FY_J3D_ARRAY_NRM,
    FY_J3D_ARRAY_NBT,
    FY_J3D_ARRAY_CLR0,
    FY_J3D_ARRAY_TEX0 = 5,
    FY_J3D_ARRAYS = 13,
};

typedef struct fy_j3d_array {
    bool has_format, has_data;
    uint32_t count_code, type; /* as stored */
    uint32_t shift;            /* fraction bits, 0..31 */
    const uint8_t *data;
    uint64_t size; /* bytes up to the next array, padding included */
} fy_j3d_array;

/* How one attribute of a shape's vertices is fetched. */
typedef struct fy_j3d_field {
    uint8_t attribute;  /* FY_J3D_POS .. FY_J3D_TEX7 */
    uint8_t how;        /* FY_J3D_DIRECT, FY_J3D_INDEX8, FY_J3D_INDEX16 */
    uint8_t indices;    /* 3 for NBT3, else 1 */
    uint8_t components; /* numbers per element; 0 for colours */
    uint32_t type, shift;
    bool nbt;            /* normal, binormal and tangent */
    bool missing;        /* no array: its bytes in the vertex are skipped */
    uint32_t offset;     /* in the vertex */
    uint32_t stride;     /* bytes of an element */
    const uint8_t *data; /* elements; NULL if direct */
    uint64_t elements;   /* an index must be below */
} fy_j3d_field;

/* A vertex as the display lists hold it. */
typedef struct fy_j3d_layout {
    uint32_t size;   /* bytes of a vertex */
    uint32_t key;    /* offset of the first byte that is not a matrix index */
    bool has_matrix; /* the first byte is PNMTXIDX */
    uint32_t field_count;
    fy_j3d_field fields[FY_J3D_ATTRIBUTES];
} fy_j3d_layout;

/* One decoded attribute: up to three vectors, or a colour. */
typedef struct fy_j3d_value {
    double v[9];
    ferry_color color;
    bool found; /* false: an index lies beyond its array */
} fy_j3d_value;

typedef struct fy_j3d {
    ferry_job *job;
    ferry_scene *scene;
    ferry_window *file;
    bool has[FY_J3D_CHUNKS];
    ferry_window chunk[FY_J3D_CHUNKS];

    /* where this file's items begin in the scene's lists */
    uint32_t first_node, first_mesh, first_draw, first_material, first_texture, skin;

    ferry_scale_rule scale_rule; /* of the model; COMPENSATE holds for joints that ask for it */
    uint32_t joint_count;
    fy_j3d_remap joint_remap;
    fy_j3d_joint *joints;
    uint32_t *order; /* joint numbers, parents first */
    uint32_t draw_count;
    fy_j3d_draw *draws;

    fy_j3d_array arrays[FY_J3D_ARRAYS];

    uint32_t envelope_count;
    const uint8_t *envelope_sizes;
    uint32_t *envelope_firsts; /* position of each envelope's first joint and weight */
    const uint8_t *envelope_joints, *envelope_weights, *envelope_matrices;
    uint32_t envelope_matrix_count;
    bool said_no_binds;
    uint8_t *envelope_checked; /* by envelope: a vertex uses it, and it is valid */

    uint32_t matrix_count; /* DRW1 entries */
    const uint8_t *matrix_kinds, *matrix_targets;
    uint8_t *matrix_used; /* by entry: a vertex uses it, and it is valid */

    uint32_t shape_count;
    fy_j3d_remap shape_remap;
    uint8_t *shape_types;            /* by shape: matrix type */
    uint64_t corners, stray_corners; /* used by triangles; with an index beyond an array */
    uint64_t shape_budget;           /* bytes of lists and tables that may still be walked */
} fy_j3d;

#define FY_J3D_ALL_CHUNKS ((UINT32_C(1) << FY_J3D_CHUNKS) - 1)
#define FY_J3D_TABLE_CHUNKS                                                                                  \
    (UINT32_C(1) << FY_J3D_MAT3 | UINT32_C(1) << FY_J3D_MAT2 | UINT32_C(1) << FY_J3D_TEX1)

/* A name table in a block. */
typedef struct fy_j3d_names {
    ferry_window window; /* from the table's start to the block's end */
    uint32_t count;
} fy_j3d_names;

/* A thing of the scene by its name. */
typedef struct fy_j3d_named {
    const char *name;
    uint32_t index;
} fy_j3d_named;

#endif
