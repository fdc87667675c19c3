/*
 * t3dm_stream_names.h: what streams of animations are called: after the model that is written, whose
 * folder they lie in.
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_NAMES_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_STREAM_NAMES_H

#include "ferry64.h"

/* The stream `number` of the file `model`, without a folder. */
const char *fy_t3dm_stream_name(ferry_job *job, const char *model, uint32_t number);

/* Whether `name` is one that the function above makes; then *number is set. */
bool fy_t3dm_stream_number(ferry_job *job, const char *model, const char *name, uint32_t *number);

/* Where a stream of that name is written, beside the model, and where the console finds it. */
const char *fy_t3dm_stream_file(ferry_job *job, const char *model, const char *name);
const char *fy_t3dm_stream_path(ferry_job *job, const char *name);

#endif
