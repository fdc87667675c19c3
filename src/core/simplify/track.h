/* track.h: measures errors: the nearest point on the surface, and its distance, for points of the source. The
 * points are the source's vertices, and the middle of each of its triangles. */
#ifndef FERRY_CORE_SIMPLIFY_TRACK_H
#define FERRY_CORE_SIMPLIFY_TRACK_H

#include "core/simplify/move.h"

typedef struct fy_track_list {
    uint32_t count;  /* number of points: vertices, then triangles */
    fy_point *homes; /* [point * pose_count + pose]: positions in the source */
    double *areas;   /* that points represent, weighted */
    double *squares; /* squared distances of points at rest */
    uint32_t *parts; /* by point: its component */
    uint32_t *on;    /* by point: its triangle; FERRY_NONE: none, since its component was removed */
    uint32_t *heads; /* by triangle: the first point on it */
    uint32_t *next;  /* by point: the next one on its triangle */
    uint32_t *queue; /* room for all points */
    uint32_t queued;
} fy_track_list;

bool fy_track_open(fy_shell *shell, fy_track_list *list);

/* Whether, after a move, all points on triangles of its vertices are within `most` of the surface in all
 * poses. */
bool fy_track_allows(fy_shell *shell, fy_track_list *list, const fy_move *move, double most);

/* The additional error at rest after a move: squares times areas. */
double fy_track_cost(const fy_shell *shell, const fy_track_list *list, const fy_move *move);

/* The same as fy_track_allows() if a vertex goes to new places, one for each pose. */
bool fy_track_allows_place(fy_shell *shell, fy_track_list *list, uint32_t vertex, const fy_point *places,
                           double most);

/* The error at rest of the points on some triangles: squares times areas; infinite: one of them is further
 * off than `most` in some pose. */
double fy_track_off(const fy_shell *shell, const fy_track_list *list, const uint32_t *triangles,
                    uint32_t count, double most);

/* After an edge flip: reassigns the points on both triangles to the nearer one. */
void fy_track_share(const fy_shell *shell, fy_track_list *list, const uint32_t triangles[2]);

/* What is on a triangle that goes is on another one, in the same place, from then on. */
void fy_track_join(fy_track_list *list, uint32_t from, uint32_t to);

/* Around a move: takes the points from the triangles that change, and reassigns them to those of a vertex. */
void fy_track_take(fy_shell *shell, fy_track_list *list, const fy_move *move);
void fy_track_put(const fy_shell *shell, fy_track_list *list, uint32_t to);

/* The mean and the largest distance of points in some poses; `lost`: the distance that counts for points of a
 * removed component. */
void fy_track_measure(const fy_shell *shell, const fy_track_list *list, const double *lost,
                      uint32_t first_pose, uint32_t pose_count, double *mean, double *most);

#endif
