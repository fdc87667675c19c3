/*
 * t3dm_morphs.h: morphs of the scene as the writer sees them: what depends on what, and how far vertices go
 * (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_MORPHS_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_MORPHS_H

#include "ferry64.h"

/* Morphs whose weights are shares of one sum stand together, all others alone: set s is members[firsts[s]] to
 * members[firsts[s + 1] - 1]. */
typedef struct fy_t3dm_sets {
    uint32_t *members, *firsts, count;
} fy_t3dm_sets;

/* In the job's memory. False at the limit. */
bool fy_t3dm_list_sets(ferry_job *job, const ferry_scene *scene, fy_t3dm_sets *sets);

/* The track of each morph in a clip, NULL where there is none; in the job's memory; NULL at the limit. */
const ferry_track **fy_t3dm_weight_tracks(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip);

/* Whether the clip moves a morph of the set. */
bool fy_t3dm_set_moves(const fy_t3dm_sets *sets, uint32_t set, const ferry_track *const *tracks);

/* What the morphs of a set weigh `time` seconds into that clip, one after the other, shared. */
void fy_t3dm_weigh(const ferry_scene *scene, const fy_t3dm_sets *sets, uint32_t set,
                   const ferry_track *const *tracks, double time, double *weights);

/* Which vertices of a mesh morphs move, in the job's memory; *moved is NULL where none does. False at the
 * limit. */
bool fy_t3dm_find_moved(ferry_job *job, const ferry_scene *scene, uint32_t mesh, bool **moved);

/* How far morphs bring a vertex along each axis of its mesh's space, over all clips; 0 is in it. */
typedef struct fy_t3dm_reach {
    double least[3], most[3];
} fy_t3dm_reach;

/* Those of each vertex of each mesh, in the job's memory, NULL where no morph moves a mesh; at least what
 * they really reach. NULL at the limit. */
fy_t3dm_reach **fy_t3dm_find_reaches(ferry_job *job, const ferry_scene *scene);

/* The same of one vertex where a matrix puts it. */
fy_t3dm_reach fy_t3dm_carry_reach(const ferry_matrix *matrix, const fy_t3dm_reach *reach);

#endif
