/*
 * passes.h: the passes that prepare a scene for what the target can hold.
 */
#ifndef FERRY_CORE_PIPELINE_PASSES_H
#define FERRY_CORE_PIPELINE_PASSES_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct fy_pass {
    const char *name;
    bool (*needed)(const ferry_caps *caps);
    bool (*run)(ferry_job *job, ferry_scene *scene, const ferry_caps *caps);
} fy_pass;

/* In the order they run, ended by a NULL name. */
extern const fy_pass fy_passes[];

/* Runs the passes that `caps` needs, up to and including the one named `after` (NULL: all). */
bool fy_run_passes(ferry_job *job, ferry_scene *scene, const ferry_caps *caps, const char *after);

#endif
