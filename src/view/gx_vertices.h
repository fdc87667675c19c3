/*
 * gx_vertices.h: the vertices of a draw as the GameCube's hardware reads them, seen by a camera
 * (docs/rendering.md, "GameCube").
 */
#ifndef FERRY_VIEW_GX_VERTICES_H
#define FERRY_VIEW_GX_VERTICES_H

#include "ferry64.h"
#include "machine/camera.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "view/pose.h"

/* Everything about one draw that its vertices need. */
typedef struct fy_gx_vertices {
    const fy_camera *camera;
    const fy_pose *pose; /* its skin is posed */
    const ferry_draw *draw;
    const ferry_mesh *mesh;
    const ferry_skin *skin; /* NULL: none */
    /* of each influence, or of the node alone; NULL: made for each vertex */
    ferry_matrix *normals, *seen; /* what turns normals, and what brings points, to the camera */
} fy_gx_vertices;

/* In the job's memory. Camera and pose must outlive it. False at the memory limit. */
bool fy_gx_vertices_open(ferry_job *job, const ferry_scene *scene, const fy_pose *pose,
                         const fy_camera *camera, const ferry_draw *draw, fy_gx_vertices *vertices);

/* Vertex `v` of the draw's mesh. */
void fy_gx_vertices_take(const fy_gx_vertices *vertices, uint32_t v, fy_gx_vertex *out);

/* Where it is in clip space. */
void fy_gx_vertices_place(const fy_gx_vertices *vertices, uint32_t v, double clip[4]);

/* All of the mesh, for the rasteriser: the places of all, and what the shader (NULL: none) makes of those
 * whose triangles reach into the picture. `sides`: as the rasteriser finds them, in the job's memory. NULL:
 * at the memory limit, or the job was stopped. */
fy_raster_vertex *fy_gx_vertices_shade(ferry_job *job, const fy_gx_vertices *vertices, fy_gx_shader *shader,
                                       const uint16_t **sides);

#endif
