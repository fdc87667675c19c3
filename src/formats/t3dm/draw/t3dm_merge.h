/*
 * t3dm_merge.h: several objects as one, that are indistinguishable at run time (docs/formats/t3dm.md,
 * "Merging").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_MERGE_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_MERGE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* A number for each draw of the scene, in the job's memory: those of one number may share an object, as far
 * as material and order allow it; FERRY_NONE stays alone. NULL at the limit. */
uint32_t *fy_t3dm_merge_groups(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose);

/* Whether two materials differ in name only: the same is drawn with both. */
bool fy_t3dm_alike(const fy_t3dm_material *a, const fy_t3dm_material *b);

/* Meshes one after the other as one. */
typedef struct fy_t3dm_joined {
    ferry_job *job;
    fy_t3dm_mesh mesh;
    uint32_t vertex_capacity, triangle_capacity;
} fy_t3dm_joined;

/* Copies a mesh behind what is there. False at the limit. */
bool fy_t3dm_join(fy_t3dm_joined *to, const fy_t3dm_mesh *mesh);

/* Makes one of equal vertices; n log n. False at the limit. */
bool fy_t3dm_weld(fy_t3dm_joined *to);

/* Gives the mesh back; the next one may be joined. */
void fy_t3dm_joined_close(fy_t3dm_joined *to);

#endif
