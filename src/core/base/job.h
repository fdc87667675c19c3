/*
 * job.h: a job, as the core uses it. Formats see it as an opaque ferry_job through ferry64_format.h.
 */
#ifndef FERRY_CORE_BASE_JOB_H
#define FERRY_CORE_BASE_JOB_H

#include "ferry64.h"

/* Opens a job with a report of its own that shares the memory limit and the deadline of `outer`. If its
 * scenes reach the limit, `outer` reports that; `outer` must outlive it. NULL without memory (reported). */
ferry_job *fy_job_open_within(ferry_job *outer, const ferry_options *options);

/* Memory that no mark releases, and that can be resized and freed by itself: see fy_arena_resize(). NULL at
 * the limit (reported). */
void *fy_job_resize(ferry_job *job, void *data, size_t count, size_t size);
void fy_job_drop(ferry_job *job, void *data);

/* Makes room for `more` elements at the end of such a list with `count` elements and room for `*capacity`.
 * False at the limit. */
bool fy_job_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                    size_t size);

/* The same for lists in memory of ferry_alloc(), which the next released mark frees. */
bool fy_work_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                     size_t size);

/* Counts memory that a library allocates by itself for the job, at most `size` bytes, against the limit until
 * it is discharged. False at the limit (reported). */
bool fy_job_charge(ferry_job *job, size_t size);
void fy_job_discharge(ferry_job *job, size_t size);

/* What Git LFS leaves in place of a file that it has not fetched: a few lines of text. NULL: the bytes are
 * something else; otherwise what to tell of them. */
const char *fy_lfs_pointer(ferry_bytes bytes);

/* Memory that no mark releases, for results. NULL at the limit (reported). */
void *fy_output_alloc(ferry_job *job, size_t count, size_t size);

#endif
