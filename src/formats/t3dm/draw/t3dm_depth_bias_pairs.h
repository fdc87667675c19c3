/*
 * t3dm_depth_bias_pairs.h: which coplanar layers lie over each other in a pose, and how far apart
 * (docs/formats/t3dm.md, "Depth bias").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_PAIRS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_PAIRS_H

#include "ferry64.h"

/* Levels that coplanar layers are raised to at most. */
enum { FY_DEPTH_BIAS_LEVELS = 16 };

/* A draw whose triangles face one way, on one node. */
typedef struct fy_coplanar_layer {
    uint32_t draw;
    uint8_t level; /* of detail: different ones are never seen together */
    uint8_t sides; /* that it is seen from: FY_SIDE_FRONT, FY_SIDE_BACK */
    bool writes;   /* depth: else nothing that is drawn later minds it */
    bool lies;     /* it may be a decal on what is below, as long as that and itself are not raised */
    /* towards who sees its front, and its back, in units of the file; of a coplanar layer seen from both
     * sides that stays one draw they add up to 0 */
    double depth_bias[2];
} fy_coplanar_layer;

/* Two coplanar layers that lie over each other in some pose, in drawing order. */
typedef struct fy_coplanar_pair {
    uint32_t lower, upper;
    bool turned;    /* who sees one's front sees the other's back */
    bool one_plane; /* in some pose: the upper one shows, from both sides */
    /* the least distance by which the upper one lies in front of the lower one, seen from the lower one's
     * front, or behind it, in poses where they are apart; INFINITY: in none */
    double above, below;
} fy_coplanar_pair;

/* Pairs by lower, upper; each once after fy_coplanar_pairs_merge(). Memory that no mark releases. */
typedef struct fy_coplanar_pairs {
    ferry_job *job;
    fy_coplanar_pair *data;
    uint32_t count, capacity, merged; /* the first `merged` are in order */
} fy_coplanar_pairs;

/* What remains of the work that is spent on finding pairs. */
typedef struct fy_coplanar_search {
    ferry_job *job;
    double scale;        /* units of the file in one unit of the scene */
    double reach;        /* of pairs that matter, in units of the file */
    uint64_t steps_left; /* 0: it was given up */
} fy_coplanar_search;

void fy_coplanar_pairs_merge(fy_coplanar_pairs *pairs);
void fy_coplanar_pairs_close(fy_coplanar_pairs *pairs);

/* Adds the pairs of a scene as it stands: `scene` has the draws that the coplanar layers name. False: no
 * memory, or the job was stopped. */
bool fy_coplanar_find_pairs(fy_coplanar_search *search, const ferry_scene *scene,
                            const fy_coplanar_layer *coplanar_layers, uint32_t count,
                            fy_coplanar_pairs *pairs);

#endif
