/*
 * simplify.h: fewer triangles, and still the same to the eye (docs/simplify.md). Vertices go to where a
 * neighbour is, the cheapest first; small things that hang on nothing go as a whole.
 */
#ifndef FERRY_CORE_SIMPLIFY_STEPS_SIMPLIFY_H
#define FERRY_CORE_SIMPLIFY_STEPS_SIMPLIFY_H

#include "ferry64_format.h"

/* What is wanted: both hold. */
typedef struct fy_simplify_goal {
    uint32_t triangles; /* no more than these; 0: any number */
    double share;       /* no more than this part of those that are there, 0 to 1; 0: any */
    double error;       /* the surface moves by no more than this part of the height; 0: no bound */
    bool hidden;        /* also what is never seen */
    /* by mesh, then by vertex: how much what is there counts, 1: as ever; infinite: it stays as it is. NULL,
     * also for one mesh: 1 */
    const double *const *weights;
    ferry_bake_material *bake; /* what materials show; NULL: what their generic part says */
    bool both_sides;           /* materials may become such that show both sides of a triangle */
} fy_simplify_goal;

/* Something that was left out as a whole. */
typedef struct fy_pruned {
    uint32_t mesh, triangles;
    double radius; /* in parts of the height */
    double share;  /* of all that was seen */
} fy_pruned;

typedef struct fy_simplified {
    uint32_t before, after, wanted; /* triangles; wanted: 0 if only the error was */
    bool pointlike;                 /* it has no area at rest: nothing was done */
    uint32_t flat;                  /* of those before: they have no area, and show nothing */
    uint32_t poses;                 /* moments of clips that errors are measured at */
    /* how far the source's surface is off the new one, in parts of the height: mean and greatest, at rest and
     * over those poses; what was left out counts as off by its radius */
    double rest_mean, rest_most, pose_mean, pose_most;
    fy_pruned *pruned; /* largest first; in the job's memory */
    uint32_t pruned_count;
    uint32_t layers; /* triangles that went since another one is seen from both sides */
} fy_simplified;

/* Makes the scene simpler in place: triangles go, vertices that stay may move and get other attributes. Those
 * that no triangle uses any more stay in the lists (pass_tidy.h drops them). False at the limit, or
 * stopped. */
bool fy_simplify(ferry_job *job, ferry_scene *scene, const fy_simplify_goal *goal, fy_simplified *done);

#endif
