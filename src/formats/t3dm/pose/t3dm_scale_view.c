/*
 * t3dm_scale_view.c: how long a lit model is stored for those who look at it.
 *
 * Format: docs/formats/t3dm.md, "Light and the model matrix". What is stored long is drawn by a small matrix,
 * of which the console's 16.16 leave its light few bits. What is stored short has few steps for its
 * positions. A model that is seen whole has a length at which neither shows. One that is very large is seen
 * in parts: it is so in units of its source, or its triangles are small beside it. It is stored finer.
 */
#include "formats/t3dm/pose/t3dm_scale_view.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_detail.h"
#include "formats/t3dm/pose/t3dm_lit.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* A power of two brings the longest side to this or to more than half of it, about 4,096 steps: each a
 * sixteenth of a pixel where the model fills the screen. */
#define MOST_STEPS 5792.0
/* a step of more than a unit of the source shows: it is a hundredth of a figure, or less */
#define COARSEST 1.0
#define MOST_LOST 0.0005 /* of the area that the finest scale shows */
#define MOST_SMALL 0.1   /* of the triangles */

static bool has_small_parts(const fy_t3dm_detail *detail) {
    return detail->small > MOST_SMALL * detail->triangles;
}

/* Whether a scale shows what the finest one does. */
static bool is_fine(const ferry_scene *scene, const fy_t3dm_detail *finest, const fy_t3dm_detail *detail) {
    fy_t3dm_lost lost = fy_t3dm_compare_detail(scene, finest, detail);
    return lost.area <= MOST_LOST && !lost.draws && (has_small_parts(finest) || !has_small_parts(detail));
}

/* The next power of two, or what brings the model to its length exactly, if that comes first. */
static double finer(double scale, double coarsest, double exact) {
    double next = coarsest;
    while (next <= scale) next *= 2;
    return scale < exact && exact < next ? exact : next;
}

bool fy_t3dm_scale_for_view(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, double length,
                            double finest, double *scale) {
    double coarsest = finest;
    while (length * coarsest > MOST_STEPS && coarsest > COARSEST) coarsest /= 2;
    *scale = finest;
    if (!(coarsest < finest) || !fy_t3dm_follows_normals(job, scene, pose)) return true;
    double exact = fy_t3dm_rounded_scale(MOST_STEPS / length);
    fy_t3dm_detail whole, detail;
    ferry_mark mark = ferry_job_mark(job);
    bool done = fy_t3dm_find_detail(job, scene, pose, finest, &whole), found = false;
    *scale = coarsest;
    while (done && !found && *scale < finest) {
        ferry_mark inner = ferry_job_mark(job);
        done = fy_t3dm_find_detail(job, scene, pose, *scale, &detail);
        found = done && is_fine(scene, &whole, &detail);
        ferry_job_release(job, inner);
        if (!found) *scale = finer(*scale, coarsest, exact);
    }
    ferry_job_release(job, mark);
    return done;
}

double fy_t3dm_rounded_scale(double most) {
    int exponent;
    double part = frexp(most, &exponent);
    return ldexp(floor(part * 32), exponent - 5);
}
