/* surface.h: a scene's triangles in its rest pose, and rays against them. */
#ifndef FERRY_VIEW_SURFACE_H
#define FERRY_VIEW_SURFACE_H

#include "ferry64.h"

/* Memory is the job's. */
typedef struct fy_surface {
    ferry_box box;       /* of the triangles; meaningless without any */
    ferry_vec3 *corners; /* three of each triangle, counter-clockwise from the front */
    uint8_t *cull;       /* of each triangle: ferry_cull */
    uint32_t count;
} fy_surface;

/* All triangles of visible draws that have an area. Billboards face +z. False at the memory limit or when the
 * job was stopped. */
bool fy_surface_open(ferry_job *job, const ferry_scene *scene, fy_surface *surface);

/* Twice the area of a triangle as the length of its normal. */
ferry_vec3 fy_surface_normal(const fy_surface *surface, uint32_t triangle);

/* The median length of the edges of up to about a thousand triangles; 0: there are none. False at the memory
 * limit. */
bool fy_surface_edge(ferry_job *job, const fy_surface *surface, double *median);

/* The first hit of a ray. */
typedef struct fy_surface_hit {
    double distance; /* `most` if there is no hit before that */
    bool back;       /* the culled side was hit */
} fy_surface_hit;

/* Casts a ray from `from` along the unit vector `along`. `through`: culled sides are ignored, as in a
 * picture. If the job was stopped, every ray hits something at once; the caller checks for that. */
fy_surface_hit fy_surface_look(ferry_job *job, const fy_surface *surface, ferry_vec3 from, ferry_vec3 along,
                               double most, bool through);

#endif
