/* track.h: where on the surface points of the source are now, and how far off: what errors are measured by.
 * The points are the source's vertices, and the middle of each of its triangles. */
#ifndef FERRY_CORE_SIMPLIFY_TRACK_H
#define FERRY_CORE_SIMPLIFY_TRACK_H

#include "core/simplify/move.h"

typedef struct fy_track_list {
    uint32_t count;  /* of points: vertices, then triangles */
    fy_point *homes; /* [point * pose_count + pose]: the source's places */
    double *areas;   /* that points stand for, as they count */
    double *squares; /* of how far points are off at rest */
    uint32_t *parts; /* by point: its component */
    uint32_t *on;    /* by point: the triangle; FERRY_NONE: none, as of what is left out */
    uint32_t *heads; /* by triangle: the first point on it */
    uint32_t *next;  /* by point: the next one on its triangle */
    uint32_t *queue; /* room for all points */
    uint32_t queued;
} fy_track_list;

bool fy_track_open(fy_shell *shell, fy_track_list *list);

/* Whether all that is on triangles of a move's vertices is no further than `most` from the surface, in all
 * poses, after it. */
bool fy_track_allows(fy_shell *shell, fy_track_list *list, const fy_move *move, double most);

/* What more points are off at rest after a move: squares times areas. */
double fy_track_cost(const fy_shell *shell, const fy_track_list *list, const fy_move *move);

/* The same as fy_track_allows() if a vertex goes to new places, one for each pose. */
bool fy_track_allows_place(fy_shell *shell, fy_track_list *list, uint32_t vertex, const fy_point *places,
                           double most);

/* What points on some triangles are off those at rest: squares times areas; infinite: one of them is further
 * off than `most` in some pose. */
double fy_track_off(const fy_shell *shell, const fy_track_list *list, const uint32_t *triangles,
                    uint32_t count, double most);

/* When two triangles share their corners in another way: what was on either is on the nearer one. */
void fy_track_share(const fy_shell *shell, fy_track_list *list, const uint32_t triangles[2]);

/* Around such a move: takes up what is on the triangles that change, and puts it on those of a vertex. */
void fy_track_take(fy_shell *shell, fy_track_list *list, const fy_move *move);
void fy_track_put(const fy_shell *shell, fy_track_list *list, uint32_t to);

/* Mean and greatest distance of points in some poses; `lost`: how far those of a component that is left out
 * count as off. */
void fy_track_measure(const fy_shell *shell, const fy_track_list *list, const double *lost,
                      uint32_t first_pose, uint32_t pose_count, double *mean, double *most);

#endif
