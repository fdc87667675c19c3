/* visible.h: which draws are seen: at rest, and while clips play (docs/scene.md, "Clips"). */
#ifndef FERRY_CORE_SCENE_VISIBLE_H
#define FERRY_CORE_SCENE_VISIBLE_H

#include "ferry64.h"

/* Not switched off by itself, its node or a node above. */
bool fy_draw_visible(const ferry_scene *scene, const ferry_draw *draw);

/* The same of all draws, in one step: chains of nodes are long where there are many. In the job's memory;
 * NULL at the limit. */
bool *fy_find_visible(ferry_job *job, const ferry_scene *scene);

/* When a draw appears and disappears in a clip. */
typedef struct fy_switches {
    uint32_t count; /* 0: as at rest throughout; else times[0] is 0 */
    double *times;  /* seconds, rising, before the clip's end */
    bool *on;       /* from that time on */
} fy_switches;

/* Those of all draws in one clip, in the job's memory; NULL at the limit. */
fy_switches *fy_find_switches(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip);

/* For each draw whether it is seen at rest or at any moment of a clip; in the job's memory; NULL at the
 * limit. */
bool *fy_find_shown(ferry_job *job, const ferry_scene *scene);

/* For each draw whether its triangles count where they are to become fewer: it is shown, and its material
 * shows a side of them, at rest or in a clip. `hidden`: all do. In the job's memory; NULL at the limit, or
 * stopped. */
bool *fy_find_counted(ferry_job *job, const ferry_scene *scene, bool hidden);

#endif
