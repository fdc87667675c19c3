/*
 * t3dm_seen.h: what is seen of a model that was just written (docs/what-is-lost.md, "What is seen").
 */
#ifndef FERRY_FORMATS_T3DM_SEEN_T3DM_SEEN_H
#define FERRY_FORMATS_T3DM_SEEN_T3DM_SEEN_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* What was written of a scene. */
typedef struct fy_t3dm_written {
    const fy_t3dm_plan *plan;
    const ferry_file_list *files; /* textures among them */
    uint32_t first, count;        /* those of the model */
    double scale;                 /* lengths of theirs in those of the scene */
} fy_t3dm_written;

/* Draws the scene and what was written of it, as `name`, and tells what each material loses. What reading the
 * written files back has to say is not told. False at a limit of the job. */
bool fy_t3dm_tell_seen(ferry_job *job, const ferry_scene *scene, const char *name,
                       const fy_t3dm_written *written);

#endif
