/*
 * t3dm_vertices.h: a draw's vertices in the file's integers: quantised, texture coordinates brought into
 * range, welded (docs/formats/t3dm.md, "Vertices").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_VERTICES_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_VERTICES_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"

typedef struct fy_t3dm_mesher fy_t3dm_mesher;

/* Working memory that serves one draw after the other. `animated`: see fy_t3dm_find_animated_vertices();
 * NULL: none is. `order_groups`: see fy_t3dm_plan. NULL at the limit. */
fy_t3dm_mesher *fy_t3dm_mesher_open(ferry_job *job, const ferry_scene *scene, const char *file,
                                    const fy_t3dm_pose *pose, const uint8_t *const *animated,
                                    const uint8_t *const *order_groups);

/* A draw's triangles as the file shall hold them: quantised, texture coordinates in range, welded, none
 * without area. The result belongs to the mesher and lives until the next call; NULL at the memory limit.
 * Losses are reported. */
const fy_t3dm_mesh *fy_t3dm_quantise(fy_t3dm_mesher *mesher, uint32_t draw, const fy_t3dm_material *material);

/* Gives the mesh back. */
void fy_t3dm_mesher_close(fy_t3dm_mesher *mesher);

#endif
