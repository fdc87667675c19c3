/* left_out.h: models of which nothing is drawn, for all writers: one loss, by whose code the program counts
 * them. */
#ifndef FERRY_CORE_SCENE_LEFT_OUT_H
#define FERRY_CORE_SCENE_LEFT_OUT_H

#include "ferry64.h"

/* Draws that show nothing in what was written, each with the first reason that holds. */
typedef struct fy_left_out {
    uint32_t unseen; /* their material leaves nothing in the picture */
    uint32_t hidden; /* switched off throughout */
    uint32_t empty;  /* no triangle with an area */
    uint32_t flat;   /* no triangle with an area is left of those that the source has */
} fy_left_out;

/* The loss that nothing of the model is drawn, with its reasons. `left`: where nothing is left of a triangle,
 * such as "at base scale 2". */
void fy_report_empty(ferry_job *job, const ferry_scene *scene, const char *file, const fy_left_out *of,
                     const char *left);

/* Whether a report has that loss. */
bool fy_draws_nothing(const ferry_report *report);

#endif
