/*
 * gx_vertices.h: transforms the vertices of a draw for a camera, as input of the GameCube's pixel pipeline
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
    /* per influence, or one for the node; NULL: computed per vertex */
    ferry_matrix *normals, *seen; /* transforms of normals and of points to camera space */
} fy_gx_vertices;

/* In the job's memory. Camera and pose must outlive it. False at the memory limit. */
bool fy_gx_vertices_open(ferry_job *job, const ferry_scene *scene, const fy_pose *pose,
                         const fy_camera *camera, const ferry_draw *draw, fy_gx_vertices *vertices);

/* Fills in vertex `v` of the draw's mesh. */
void fy_gx_vertices_take(const fy_gx_vertices *vertices, uint32_t v, fy_gx_vertex *out);

/* Its position in clip space. */
void fy_gx_vertices_place(const fy_gx_vertices *vertices, uint32_t v, double clip[4]);

/* All vertices of the mesh for the rasteriser: the positions of all, and the shader's results (NULL: no
 * shader) for those whose triangles reach into the picture. `sides`: as the rasteriser finds them, in the
 * job's memory. NULL: at the memory limit, or the job was stopped. */
fy_raster_vertex *fy_gx_vertices_shade(ferry_job *job, const fy_gx_vertices *vertices, fy_gx_shader *shader,
                                       const uint16_t **sides);

#endif
