/* pose_units.h: which meshes change poses together: those that are on one node, or share weights. */
#ifndef FERRY_CORE_PIPELINE_POSES_POSE_UNITS_H
#define FERRY_CORE_PIPELINE_POSES_POSE_UNITS_H

#include "ferry64.h"
#include "core/pipeline/poses/poses.h"

/* Nodes and meshes that change poses together. */
typedef struct fy_pose_unit {
    fy_posed posed;
    fy_poses poses;
    bool bones;
} fy_pose_unit;

/* The state of the pass, which the files of this room fill in. */
typedef struct fy_posing {
    ferry_job *job;
    ferry_scene *scene;
    fy_choice choice;
    bool *moved;       /* meshes whose morphs become poses */
    uint32_t *parents; /* of meshes, and nodes behind them: a forest */
    uint32_t *units;   /* of each root of it, and of each mesh */
    uint32_t *offsets; /* of each mesh, where its vertices stand among its unit's */
    fy_pose_unit *all;
    uint32_t unit_count;
    uint32_t *meshes; /* of each mesh, the first of those of its further poses */
    uint32_t *nodes;  /* of each node, the first of its poses' nodes; FERRY_NONE: none */
    uint32_t *node_units;
    uint32_t node_count, draw_count; /* before */
    uint32_t *draws;                 /* of each original draw, the new index of it and its poses */
    uint32_t *vertex_color_groups;   /* of each vertex colour group, the first of its poses' */
    ferry_track *tracks;             /* of the clip at hand; dropped by the caller with fy_job_drop() */
    uint32_t track_count, track_capacity;
} fy_posing;

/* Finds the units; none if nothing has poses. False at the memory limit. */
bool fy_pose_units_find(fy_posing *b);

/* Fills in their meshes and the tracks that weigh their morphs. `worlds`: of nodes at rest; `bones`: bones
 * of scale 0 may hide poses. False at the memory limit. */
bool fy_pose_units_fill(fy_posing *b, const ferry_matrix *worlds, bool bones);

/* The unit of a mesh; NULL: it has no poses. */
const fy_pose_unit *fy_pose_unit_of(const fy_posing *b, uint32_t mesh);

#endif
