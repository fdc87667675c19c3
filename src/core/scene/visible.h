/* visible.h: which draws are visible at rest and while clips play (docs/scene.md, "Clips"). */
#ifndef FERRY_CORE_SCENE_VISIBLE_H
#define FERRY_CORE_SCENE_VISIBLE_H

#include "ferry64.h"

/* Whether neither the draw nor its node nor a node above is switched off. */
bool fy_draw_visible(const ferry_scene *scene, const ferry_draw *draw);

/* The same for all draws at once, in linear time even for long chains of nodes. In the job's memory; NULL at
 * the limit. */
bool *fy_find_visible(ferry_job *job, const ferry_scene *scene);

/* When a draw appears and disappears in a clip. */
typedef struct fy_switches {
    uint32_t count; /* 0: always as at rest; else times[0] is 0 */
    double *times;  /* seconds, ascending, before the clip's end */
    bool *on;       /* from that time on */
} fy_switches;

/* The switches of all draws in one clip, in the job's memory; NULL at the limit. */
fy_switches *fy_find_switches(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip);

/* For each draw, whether it is visible at rest or at any moment of a clip; in the job's memory; NULL at the
 * limit. */
bool *fy_find_shown(ferry_job *job, const ferry_scene *scene);

/* For each draw, whether simplification counts its triangles: it is visible and its material does not cull
 * both sides, at rest or in a clip. `hidden`: all count. In the job's memory; NULL at the limit, or
 * stopped. */
bool *fy_find_counted(ferry_job *job, const ferry_scene *scene, bool hidden);

#endif
