/*
 * t3dm_uv.h: texgens and texture matrices as texture coordinates that vertices can carry
 * (docs/formats/j3d.md, "Texture matrix"; docs/what-is-lost.md, "Texture coordinates").
 */
#ifndef FERRY_SHADE_T3DM_UV_H
#define FERRY_SHADE_T3DM_UV_H

#include "ferry64.h"

typedef enum fy_uv_kind {
    FY_UV_NONE,
    FY_UV_SET,
    FY_UV_POSITION, /* in model space */
    FY_UV_NORMAL,   /* the same: the light or the place decides, not the viewer */
    FY_UV_SPHERE,   /* the normal as the viewer sees it */
} fy_uv_kind;

typedef struct fy_uv_map {
    fy_uv_kind kind;
    uint32_t set;
    double m[3][4];   /* rows s, t and the divisor q of (u, v, 0, 1), or of the position or normal */
    const char *loss; /* what the texgen does that this does not; NULL: nothing */
    /* positions and normals are those of the joints as they move, not those at rest. As wide as what stands
     * before it: maps are digested byte by byte, and none of these may be padding */
    uint64_t follows;
} fy_uv_map;

/* World matrices of all nodes, by which positions and normals are baked into coordinates. */
typedef struct fy_uv_pose {
    const ferry_matrix *rest;  /* for draws without a skin; meshes with one are in their bind pose */
    const ferry_matrix *posed; /* for maps that follow the joints, skins included; NULL: as at rest */
} fy_uv_pose;

/* How texture B's coordinates follow from those of texture A on one axis: c' = c * 2^-shift - low,
 * in texels. */
typedef struct fy_tile_step {
    int shift;
    double low;
} fy_tile_step;

/* How a texgen makes its texture coordinates. */
fy_uv_map fy_t3dm_uv_map(const ferry_gx_material *gx, uint8_t texgen);

/* What a map of positions, or of normals, takes of a vertex: in model space and the model's units. Normals
 * are not of unit length; 0 where there are none. `follows`: as in fy_uv_map. Without a `pose` meshes are in
 * model space. */
ferry_vec3 fy_uv_position(const fy_uv_pose *pose, bool follows, const ferry_scene *scene,
                          const ferry_draw *draw, uint32_t vertex);
ferry_vec3 fy_uv_normal(const fy_uv_pose *pose, bool follows, const ferry_scene *scene,
                        const ferry_draw *draw, uint32_t vertex);

/* Whether a texgen, of any number, takes its coordinates from where a vertex is on the screen. */
bool fy_t3dm_is_projected(const ferry_gx_material *gx, uint8_t texgen);

/* Whether a stage, of any number, adds its indirect offset to that of the stage before. */
bool fy_t3dm_adds_offsets(const ferry_gx_material *gx);

/* False if no shift and offset does it. `size_a`, `size_b`: texels along the axis (0: s, 1: t). */
bool fy_t3dm_tile_step(const fy_uv_map *a, const fy_uv_map *b, int axis, uint32_t size_a, uint32_t size_b,
                       fy_tile_step *step);

#endif
