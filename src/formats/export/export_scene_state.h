/* export_scene_state.h: a prepared scene as the writers of FBX and COLLADA share it. */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_SCENE_STATE_H
#define FERRY_FORMATS_EXPORT_EXPORT_SCENE_STATE_H

#include "ferry64.h"
#include "formats/export/export.h"
#include "formats/export/export_reach.h"

/* A look as the file stores it. */
typedef struct fy_export_material {
    const char *name;
    bool used;          /* by a model */
    ferry_color color;  /* display-referred; white behind a picture */
    uint32_t picture;   /* of `fy_export_scene.pictures`; FERRY_NONE: none */
    ferry_wrap wrap[2]; /* never mirrored: the picture is */
    ferry_filter min_filter, mag_filter;
    double uv[2][3]; /* u, v of the file from u, v of the vertex */
} fy_export_material;

/* A draw that is in the file. */
typedef struct fy_export_model {
    const char *name;
    uint32_t draw, surface;
    bool visible;
} fy_export_model;

/* A joint that its skin binds a second time, beneath its node. */
typedef struct fy_export_twin {
    const char *name;
    uint32_t node, skin, joint;
} fy_export_twin;

typedef struct fy_export_scene {
    fy_export e;          /* what all writers share */
    double unit;          /* metres in a length of the file */
    const char **names;   /* of nodes, then twins, then models; no two are the same */
    const char **ids;     /* the same as words of letters, digits, `-` and `_` */
    bool weightless;      /* the format does not hold morphs */
    bool *bones;          /* nodes of trees with joints of skins */
    ferry_matrix *worlds; /* of nodes at rest, lengths of the file */
    fy_export_model *models;
    uint32_t model_count;
    fy_export_twin *twins;
    uint32_t twin_count;
    uint32_t *first_morphs, *morphs; /* morphs of mesh i: morphs[first_morphs[i]..first_morphs[i + 1]] */
    fy_export_material *materials;   /* of looks */
    uint32_t material_count;
    ferry_file_list pictures;
    bool embeds; /* pictures lie in the file */
    fy_export_reach *reach;
    double height, error; /* source units: the model's height, and the allowed error of a clip */
    double *sizes;        /* of each morph: its longest move */
    const bool *alone;    /* of each clip: no other has its name */
    uint32_t mirrored, tinted, blended, cut, unlit, sided; /* materials */
    uint32_t billboards, unshown;
} fy_export_scene;

/* The weights of a joint's vertices: the run of joint j is at first[j]..first[j + 1]. */
typedef struct fy_export_weights {
    uint32_t *first, *vertices;
    float *weights;
} fy_export_weights;

/* What a clip moves: lengths of the file, degrees, factors, or the weights of a mesh's morphs, in their
 * order; joined by straight lines. */
typedef struct fy_export_channel {
    fy_export_path path;
    uint32_t object; /* node; mesh */
    uint32_t width, count;
    const double *times; /* seconds */
    const float *values;
} fy_export_channel;

typedef bool fy_export_take(void *user, const fy_export_channel *channel);

#endif
