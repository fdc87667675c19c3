/*
 * job.h: what the core knows about a running job. Formats see it as an opaque ferry_job through
 * ferry64_format.h.
 */
#ifndef FERRY_CORE_BASE_JOB_H
#define FERRY_CORE_BASE_JOB_H

#include "ferry64.h"

/* A job with a report of its own, on the memory and within the time of `outer`, which is told where its
 * scenes meet the limit, and outlives it. NULL without memory (reported). */
ferry_job *fy_job_open_within(ferry_job *outer, const ferry_options *options);

/* Memory that no mark releases and that grows or is given back by itself: see fy_arena_resize(). NULL at the
 * limit (reported). */
void *fy_job_resize(ferry_job *job, void *data, size_t count, size_t size);
void fy_job_drop(ferry_job *job, void *data);

/* Room for `more` elements at the end of such a list of `count` that holds `*capacity`. False at the
 * limit. */
bool fy_job_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                    size_t size);

/* The same in memory of ferry_alloc(), which goes with the next mark that is released; the list may have come
 * from there. */
bool fy_work_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                     size_t size);

/* What a library takes by itself for the job, `size` bytes at most: it counts against the limit until it is
 * discharged. False at the limit (reported). */
bool fy_job_charge(ferry_job *job, size_t size);
void fy_job_discharge(ferry_job *job, size_t size);

/* Memory that no mark releases, for results. NULL at the limit (reported). */
void *fy_output_alloc(ferry_job *job, size_t count, size_t size);

#endif
