/* track.h: where on the surface each vertex of the source is now, and how far off: what errors are measured
 * by. */
#ifndef FERRY_CORE_SIMPLIFY_TRACK_H
#define FERRY_CORE_SIMPLIFY_TRACK_H

#include "core/simplify/shell.h"

typedef struct fy_track_list {
    fy_point *homes; /* [vertex * pose_count + pose]: the source's places */
    uint32_t *on;    /* by vertex: the triangle; FERRY_NONE: none, as of what is left out */
    uint32_t *heads; /* by triangle: the first vertex on it */
    uint32_t *next;  /* by vertex: the next one on its triangle */
    uint32_t *queue; /* room for all vertices */
    uint32_t queued;
} fy_track_list;

bool fy_track_open(fy_shell *shell, fy_track_list *list);

/* Whether all that is on triangles of `from` is no further than `most` from the surface, in all poses, if
 * `from` goes to `to`. */
bool fy_track_allows(fy_shell *shell, fy_track_list *list, uint32_t from, uint32_t to, double most);

/* The same if a vertex goes to new places, one for each pose. */
bool fy_track_allows_place(fy_shell *shell, fy_track_list *list, uint32_t vertex, const fy_point *places,
                           double most);

/* Around such a move: takes up what is on the triangles of a vertex, and puts it on those of another one. */
void fy_track_take(fy_shell *shell, fy_track_list *list, uint32_t from);
void fy_track_put(fy_shell *shell, fy_track_list *list, uint32_t to);

/* Mean and greatest distance of the source's vertices in some poses. */
void fy_track_measure(const fy_shell *shell, const fy_track_list *list, uint32_t first_pose,
                      uint32_t pose_count, double *mean, double *most);

#endif
