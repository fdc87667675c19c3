/* fbx_objects.h: objects of an FBX file, and the links between them. */
#ifndef FERRY_FORMATS_FBX_FBX_OBJECTS_H
#define FERRY_FORMATS_FBX_FBX_OBJECTS_H

#include "ferry64.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_out.h"

/* What objects are of, in the order in which they are defined. */
typedef enum fy_fbx_kind {
    FY_FBX_STACK,
    FY_FBX_LAYER,
    FY_FBX_CURVE_NODE,
    FY_FBX_CURVE,
    FY_FBX_ATTRIBUTE,
    FY_FBX_MODEL,
    FY_FBX_GEOMETRY,
    FY_FBX_MATERIAL,
    FY_FBX_TEXTURE,
    FY_FBX_VIDEO,
    FY_FBX_DEFORMER,
    FY_FBX_POSE,
    FY_FBX_KINDS
} fy_fbx_kind;

typedef struct fy_fbx_link {
    int64_t from, to;
    const char *property; /* NULL: the object itself */
} fy_fbx_link;

/* What weighs a morph in one of the models that show it. */
typedef struct fy_fbx_channel {
    int64_t number;
    uint32_t next; /* of the same morph; FERRY_NONE: it is the last */
} fy_fbx_channel;

typedef struct fy_fbx {
    fy_export_scene x;
    fy_fbx_out o;
    int64_t last_id;
    uint32_t counts[FY_FBX_KINDS];
    fy_fbx_link *links;
    uint32_t link_count, link_capacity;
    int64_t *nodes, *twins, *models, *geometries, *materials; /* numbers of objects, by those of `x` */
    fy_fbx_channel *channels;
    uint32_t channel_count, channel_capacity;
    uint32_t *first_channel; /* of each morph; FERRY_NONE: none */
    uint32_t hidden, unbound;
} fy_fbx;

/* Begins an object: its number, its name, what sort of its kind it is. */
int64_t fy_fbx_open_object(fy_fbx *f, fy_fbx_kind kind, const char *name, const char *sort);

/* The same with a number from fy_fbx_number(). */
void fy_fbx_open_numbered(fy_fbx *f, fy_fbx_kind kind, int64_t number, const char *name, const char *sort);
int64_t fy_fbx_number(fy_fbx *f);

/* False at the memory limit. */
bool fy_fbx_link_to(fy_fbx *f, int64_t from, int64_t to, const char *property);

/* Sixteen numbers, column by column. */
void fy_fbx_put_matrix(fy_fbx *f, const char *name, const ferry_matrix *m);

/* "Model", "Texture" and so on. */
const char *fy_fbx_kind_name(fy_fbx_kind kind);

#endif
