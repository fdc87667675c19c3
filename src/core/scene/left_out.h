/* left_out.h: the loss for models of which nothing is drawn, for all writers; the program counts such models
 * by its code. */
#ifndef FERRY_CORE_SCENE_LEFT_OUT_H
#define FERRY_CORE_SCENE_LEFT_OUT_H

#include "ferry64.h"

/* Draws that are not visible in the output, each counted under the first reason that applies. */
typedef struct fy_left_out {
    uint32_t unseen; /* their material leaves nothing in the picture */
    uint32_t hidden; /* switched off throughout */
    uint32_t empty;  /* no triangle with an area */
    uint32_t flat;   /* the source has triangles with an area, but none is left */
} fy_left_out;

/* Reports the loss that nothing of the model is drawn, with its reasons. `left`: the circumstances in which
 * triangles collapsed, such as "at base scale 2". */
void fy_report_empty(ferry_job *job, const ferry_scene *scene, const char *file, const fy_left_out *of,
                     const char *left);

/* Whether a report has that loss. */
bool fy_draws_nothing(const ferry_report *report);

#endif
