/*
 * t3dm_detail.h: what is left of a model at a base scale: which triangles still have an area once their
 * corners are whole numbers (docs/formats/t3dm.md, "Base scale").
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_DETAIL_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_DETAIL_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

#define FY_T3DM_SMALL 16.0 /* a corner that is half a step off tilts it by two degrees */

typedef struct fy_t3dm_detail {
    /* at rest, in square units of the source: of all triangles, and of those that collapse */
    double area, flat;
    uint32_t *kept;            /* of each draw of the scene: triangles that do not */
    uint32_t triangles, small; /* of all, and of those of less than half a square of FY_T3DM_SMALL steps */
} fy_t3dm_detail;

/* The model's, in the job's memory. False at the limit, or once the job was ended. */
bool fy_t3dm_find_detail(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, double scale,
                         fy_t3dm_detail *detail);

/* What one scale loses that another one keeps. */
typedef struct fy_t3dm_lost {
    double area;           /* share of what the other one shows, 0...1 */
    uint32_t draws, first; /* of which nothing is left, and the first of them */
    uint32_t triangles;
} fy_t3dm_lost;

/* What the coarser of two grids (`least`) loses of what the finer one keeps. */
fy_t3dm_lost fy_t3dm_compare_detail(const ferry_scene *scene, const fy_t3dm_detail *most,
                                    const fy_t3dm_detail *least);

#endif
