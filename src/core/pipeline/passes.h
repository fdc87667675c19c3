/*
 * passes.h: what happens to a scene between reading and writing, steered by what the target can hold.
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

/* Runs what `caps` needs, up to and with the pass named `after` (NULL: all). */
bool fy_run_passes(ferry_job *job, ferry_scene *scene, const ferry_caps *caps, const char *after);

#endif
