/*
 * t3dm_triangle_order.h: in which order triangles of one translucent draw have to be drawn
 * (docs/formats/t3dm.md, "Order of triangles").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_TRIANGLE_ORDER_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_TRIANGLE_ORDER_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Groups that a draw's triangles may have. */
enum { FY_MOST_ORDER_GROUPS = 16 };

/* Sets plan->order_groups, in the job's memory, for translucent draws through which more of themselves is
 * seen, at rest, from whatever direction; notes and losses tell of them. The time is linear in triangles and
 * pixels of translucent draws. `file`: for messages. False at the memory limit, or when the job was
 * stopped. */
bool fy_t3dm_order_triangles(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_plan *plan);

#endif
