/*
 * t3dm_layer.h: a flat layer: whether it is there, and whether it may lie on another (docs/formats/t3dm.md,
 * "Coplanar triangles").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_LAYER_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Sides that a triangle is seen from: where its corners turn counter-clockwise, and the other one. */
enum { FY_SIDE_FRONT = 1, FY_SIDE_BACK = 2 };

typedef struct fy_layer_corner {
    int32_t position[3]; /* as stored, in steps of the model's grid */
    uint32_t bone;       /* in whose space (fy_t3dm_space()); above 16 bits: of which level of detail */
    uint32_t vertex;     /* of the mesh: it says nothing of the place */
} fy_layer_corner;

/* In which order corners stand: 0 for those in one place. */
static inline int fy_layer_corner_order(const fy_layer_corner *a, const fy_layer_corner *b) {
    for (int i = 0; i < 3; i++)
        if (a->position[i] != b->position[i]) return a->position[i] < b->position[i] ? -1 : 1;
    return (a->bone > b->bone) - (a->bone < b->bone);
}

/* What becomes of a triangle. */
enum { FY_LAYER_ORDINARY, FY_LAYER_OVERWRITTEN, FY_LAYER_DECAL };

/* A triangle as the file will hold it. */
typedef struct fy_layer_triangle {
    fy_layer_corner corners[3]; /* in ascending order, so that those of equal triangles are equal */
    uint32_t draw, index;       /* index: into the draw's mesh */
    uint8_t sides;              /* by the order of `corners` */
    uint8_t verdict;
} fy_layer_triangle;

enum { FY_LAYER_NEIGHBOURS = 6 };

/* What matters of a draw. Draws that take no part have no sides. */
typedef struct fy_layer_draw {
    uint8_t sides;   /* by the order of corners in the source */
    bool tests;      /* is hidden by what is nearer */
    bool writes;     /* depth, wherever it is drawn */
    bool shows;      /* the source draws it over what has the same depth */
    bool overwrites; /* nothing of what has the same depth remains */
    bool blended;    /* drawn behind all that is not */
    bool holes;      /* some of its pixels may be left out */
    uint32_t seen;   /* when: fy_t3dm_visibility_groups.groups */
    bool rests;      /* it is seen at rest */
    uint8_t level;   /* of detail */
    ferry_box box;   /* in model space */
    uint16_t bone;   /* the space of all its vertices, if it has one bone only */
    bool bones;      /* it has several */
    /* of other draws that it touches; the last is around all that are left */
    ferry_box near[FY_LAYER_NEIGHBOURS];
    uint32_t near_count;
    uint32_t triangles, overwritten, decals, over_holes;
    uint32_t at_rest;     /* triangles that others are drawn over at rest, which clips show at other times */
    uint32_t rest_cover;  /* one of these others, which all come and go together; FERRY_NONE */
    uint32_t cover;       /* a later draw that is drawn over triangles of this one; FERRY_NONE: none is */
    uint8_t *verdicts;    /* of the mesh's triangles */
    double depth_bias[2]; /* of a coplanar layer: see fy_coplanar_layer (t3dm_depth_bias_pairs.h) */
    bool *moves;          /* of its vertices, whether morphs move them; NULL: none */
} fy_layer_draw;

typedef struct fy_layers {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_t3dm_pose *pose;
    fy_layer_draw *draws; /* of the scene */
    ferry_matrix *worlds; /* of its nodes */
    fy_layer_triangle *triangles;
    uint32_t triangle_count;
} fy_layers;

/* Whether triangles of one draw may be decals on those of an earlier one. */
bool fy_layer_may_lie_on(const fy_layer_draw *upper, const fy_layer_draw *lower);

/* Whether one draw is seen whenever the other is. */
bool fy_layer_is_there(const fy_layer_draw *lower, const fy_layer_draw *upper);

#endif
