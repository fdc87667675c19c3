/*
 * t3dm_hull.h: where bones carry what hangs on them while clips play (docs/formats/t3dm.md, "Boxes").
 *
 * A hull stands for points of one bone: how far they go in each of a set of directions. In any other
 * direction they go no further than the three nearest of these allow, so a pose costs as much for a thousand
 * points as for one.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_HULL_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_HULL_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* On a cube's surface, in steps of a sixth of its side. */
enum { FY_T3DM_DIRECTIONS = 218 };

typedef struct fy_t3dm_hull {
    uint32_t object; /* whatever the caller tells apart by numbers that do not fall */
    uint16_t bone;
    double along[3]; /* how far along each axis, either way, of a vector of length 1 at most */
    double far[FY_T3DM_DIRECTIONS];
} fy_t3dm_hull;

typedef struct fy_t3dm_hulls {
    ferry_job *job;
    fy_t3dm_hull *data;
    uint32_t count, capacity;
    uint32_t *of_bone; /* its latest hull */
} fy_t3dm_hulls;

/* Box of what the poses so far have shown, in the units of the hulls' points. */
typedef struct fy_t3dm_bounds {
    double least[3], most[3];
} fy_t3dm_bounds;

/* False at the memory limit. fy_t3dm_hulls_close() gives the memory back. */
bool fy_t3dm_hulls_open(ferry_job *job, uint32_t bones, fy_t3dm_hulls *hulls);
void fy_t3dm_hulls_close(fy_t3dm_hulls *hulls);

/* A point in the bone's space, or the box that morphs move it about in. False at the limit. */
bool fy_t3dm_hulls_add(fy_t3dm_hulls *hulls, uint32_t object, uint16_t bone, const double least[3],
                       const double most[3]);

/* Widens the box by the hull as the matrix carries it: never less than its points need, and exactly that
 * where the matrix does not turn. */
void fy_t3dm_hull_widen(const fy_t3dm_hull *hull, const ferry_matrix *matrix, fy_t3dm_bounds *bounds);

/* Widens bounds[hull.object] of each hull, by all poses of a clip that moves nodes, a tick after the other.
 * Matrices of bones have their translations times `scale`, and `farthest` becomes the largest coordinate of
 * these, if it is less. False if the job was ended. */
bool fy_t3dm_hulls_sweep(const fy_t3dm_hulls *hulls, const ferry_scene *scene, const fy_t3dm_pose *pose,
                         const ferry_clip *clip, double scale, fy_t3dm_bounds *bounds, double *farthest);

#endif
