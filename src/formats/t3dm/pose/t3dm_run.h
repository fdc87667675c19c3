/*
 * t3dm_run.h: the bones at several ticks in a row, side by side: each step of the calculation is one for all
 * of them, which compilers make vector code of. The bits are those of one tick after the other.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_RUN_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_RUN_H

#include "ferry64.h"
#include "core/scene/pose.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum { FY_T3DM_RUN = 8 };

/* A number at each tick. */
typedef double fy_t3dm_row[FY_T3DM_RUN];

/* Of a bone's node. */
typedef struct fy_t3dm_run_parts {
    float translate[3][FY_T3DM_RUN], scale[3][FY_T3DM_RUN];
    float turn[4][FY_T3DM_RUN]; /* x, y, z of `euler`, or `quat` */
    bool has_quat;
} fy_t3dm_run_parts;

typedef struct fy_t3dm_run_matrix {
    fy_t3dm_row m[3][4];
} fy_t3dm_run_matrix;

typedef struct fy_t3dm_run {
    const fy_t3dm_pose *pose;
    uint32_t *parents;          /* of each bone */
    fy_t3dm_run_parts *parts;   /* what its node has */
    fy_t3dm_run_matrix *worlds; /* to model space; lengths are the source's */
    bool *moves;                /* its parts are not those of the run before */
    bool *carried;              /* nor is its world */
    bool known;                 /* there is a run before */
} fy_t3dm_run;

/* At rest, in the job's memory. False at its limit. */
bool fy_t3dm_run_open(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, fy_t3dm_run *run);

/* For the runs of another clip: which bones move is to be told anew. */
void fy_t3dm_run_start(fy_t3dm_run *run);

/* What the tracks that a player plays move. */
void fy_t3dm_run_follow(fy_t3dm_run *run, const fy_clip_player *player);

/* The parts of the bones that move, at one of the ticks; of all bones in the first run. All ticks are to be
 * filled, if need be with the last one again. */
void fy_t3dm_run_take(fy_t3dm_run *run, uint32_t at, const ferry_node *nodes);

/* Makes worlds of parts. */
void fy_t3dm_run_stand(fy_t3dm_run *run);

/* A bone's rotations, as fy_node_quat() has them. */
void fy_t3dm_run_turns(const fy_t3dm_run *run, uint32_t bone, float turns[4][FY_T3DM_RUN]);

/* The matrix at one of the ticks. */
ferry_matrix fy_t3dm_run_at(const fy_t3dm_run_matrix *of, uint32_t at);

#endif
