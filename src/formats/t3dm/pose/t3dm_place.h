/*
 * t3dm_place.h: where a position is stored, in the file's integers, and whether a triangle of such has
 * an area.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_PLACE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_PLACE_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* A vertex as the file holds it. No padding: compared and hashed as bytes. */
typedef struct fy_t3dm_vertex {
    int16_t position[3];
    uint16_t normal; /* 5.6.5 */
    uint8_t rgba[4];
    int16_t st[2]; /* s10.5 texels */
    uint16_t bone; /* FY_T3DM_NO_BONE: model space */
} fy_t3dm_vertex;

/* The three corners of a triangle are always different vertices. */
typedef struct fy_t3dm_mesh {
    fy_t3dm_vertex *vertices;
    uint32_t vertex_count;
    uint32_t *triangles;
    uint32_t triangle_count;
    /* of each vertex: the draw's that it was made of, or one like it; NULL: not asked for */
    uint32_t *sources;
    /* of each triangle, in rising order: those of an earlier group are drawn first; NULL: in any order */
    uint8_t *order_groups;
} fy_t3dm_mesh;

/* Where a position is stored at that scale. */
void fy_t3dm_place(const fy_t3dm_pose *pose, const fy_t3dm_frame *frame, ferry_vec3 position, double scale,
                   int16_t result[3]);

/* What frames of several grids have in common: the bone in whose space these rest, and the way there from
 * where a frame stores, both in units of the file. */
uint16_t fy_t3dm_space(const fy_t3dm_frame *frame);
void fy_t3dm_to_space(const fy_t3dm_frame *frame, double scale, double at[3]);

/* The bits of a normal that fy_t3dm_carry_normal() made. A T3DM file's come back as they were; else they are
 * such that no light goes out (fy_t3dm_pack_lit_normal()). */
uint16_t fy_t3dm_store_normal(const fy_t3dm_pose *pose, const fy_t3dm_normals *normals, ferry_vec3 carried);

/* Whether a triangle of such corners is drawn. Corners of several bones move against each other: whether one
 * has an area depends on the pose then, unless two of them are the same point of one bone. */
bool fy_t3dm_has_area(const fy_t3dm_vertex *a, const fy_t3dm_vertex *b, const fy_t3dm_vertex *c);

#endif
