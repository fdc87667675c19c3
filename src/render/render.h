/*
 * render.h: what the parts of the renderer share (docs/rendering.md). The way of a picture:
 *
 *     pose.c (where every vertex is) -> render.c (the camera, the draws in order) -> render_gx.c,
 * render_rdp.c, render_generic.c (a draw's vertices and its pixel function) -> machine/raster.c
 */
#ifndef FERRY_RENDER_RENDER_H
#define FERRY_RENDER_RENDER_H

#include "machine/raster.h"

/* Ambient light unless told otherwise, of 255. */
#define FY_RENDER_AMBIENT 50

/* World matrices as one camera sees them: billboards face it. */
typedef struct fy_pose {
    ferry_matrix *worlds;     /* of all nodes */
    ferry_matrix *influences; /* of the skin posed last: bind pose to world */
    ferry_vec3 *origins;      /* where each influence puts its raw origin */
    uint32_t skin;            /* which one that is */
} fy_pose;

/* The console's registers and matrices (render_rdp.c). */
typedef struct fy_render_rdp fy_render_rdp;

/* One picture in the making. */
typedef struct fy_render {
    ferry_job *job;
    const ferry_scene *scene;
    const ferry_view *view;
    fy_camera camera;
    ferry_vec3 to_light; /* unit, camera space */
    uint8_t ambient;     /* of every component, for all but GameCube materials lit by their own registers */
    fy_target *target;
    fy_pose pose;
    fy_render_rdp *rdp; /* NULL: no material needs it */
} fy_render;

bool fy_pose_open(ferry_job *job, const ferry_scene *scene, const ferry_matrix *view, fy_pose *pose);

/* Poses the skin of a mesh; nothing to do for one without. */
bool fy_pose_skin(ferry_job *job, const ferry_scene *scene, uint32_t skin, fy_pose *pose);

/* What moves vertex `v` of a draw's mesh. */
const ferry_matrix *fy_pose_matrix(const fy_pose *pose, const ferry_draw *draw, const ferry_mesh *mesh,
                                   uint32_t v);

/* One draw, surfaces filled; its skin is posed. */
bool fy_render_gx(fy_render *render, const ferry_draw *draw, const ferry_material *material);
bool fy_render_generic(fy_render *render, const ferry_draw *draw, const ferry_material *material);

/* Nintendo 64: state runs through all draws of a picture, and the console look needs a last step. */
bool fy_render_rdp_open(fy_render *render);
bool fy_render_rdp_draw(fy_render *render, const ferry_draw *draw, const ferry_material *material);
bool fy_render_rdp_close(fy_render *render);

/* Instead of surfaces: their edges, hidden ones left out. */
bool fy_render_edges(fy_render *render, const ferry_draw *draw);

/* The tree of nodes, through everything. */
void fy_render_bones(fy_render *render);

#endif
