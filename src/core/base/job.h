/*
 * job.h: what the core knows about a running job. Formats see it as an opaque ferry_job through ferry64_format.h.
 */
#ifndef FERRY_CORE_JOB_H
#define FERRY_CORE_JOB_H

#include <time.h>

#include "core/base/arena.h"

struct ferry_job {
    ferry_options        options;
    fy_account          *account;
    fy_arena             work;     /* dies with the job */
    fy_arena             messages; /* the report; apart, because marks release the work arena */
    fy_arena             output;   /* bytes out and file lists; apart for the same reason, and because they grow */
    ferry_report         report;
    struct fy_kind      *kinds; /* of messages: report.c */
    uint32_t             kind_count, kind_capacity;
    const ferry_format **formats; /* extra ones, then built-in ones; ended by NULL */
    const ferry_format  *reading; /* the format whose read() is at work; NULL: none */
    const ferry_format  *rules_of; /* the format that has read the rules below; NULL: not yet */
    void                *rules;
    ferry_rule_use_list  rule_uses;
    ferry_join_list      joins; /* what lay beside the model: join.c */
    uint32_t             join_capacity;
    bool                 hushed; /* what is said is dropped, and errors do not count: for a look at what nobody asked for */
    struct timespec      start;
    uint32_t             ticks;
    uint64_t             given, unpacked; /* bytes of the inputs, and of all that was unpacked of them: recognise.c */
    bool                 stopped; /* cancelled or past the deadline */
    bool                 exhausted;
    char                 exhausted_text[96];
    ferry_message        last_words; /* the report, if there is memory for nothing else */
};

/* A job with a report of its own, on the memory and within the time of `outer`, which is told where its scenes meet the limit, and
 * outlives it. NULL without memory (reported). */
ferry_job *fy_job_open_within(ferry_job *outer, const ferry_options *options);

/* Memory that no mark releases and that grows or is given back by itself: see fy_arena_resize(). NULL at the limit
 * (reported). */
void *fy_job_resize(ferry_job *job, void *data, size_t count, size_t size);
void  fy_job_drop(ferry_job *job, void *data);

/* Room for `more` elements at the end of such a list of `count` that holds `*capacity`. False at the limit. */
bool fy_job_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more, size_t size);

/* What a library takes by itself for the job, `size` bytes at most: it counts against the limit until it is discharged. False at
 * the limit (reported). */
bool fy_job_charge(ferry_job *job, size_t size);
void fy_job_discharge(ferry_job *job, size_t size);

/* Memory that no mark releases, for results. NULL at the limit (reported). */
void *fy_output_alloc(ferry_job *job, size_t count, size_t size);

/* The built-in formats, ended by NULL: src/formats/formats.c. */
extern const ferry_format *const fy_builtin_formats[];

/* settings.c: the passes' own settings; and the check of everything the options say. */
extern const ferry_setting fy_core_settings[];
bool                       fy_settings_check(ferry_job *job);

/* The format that options.from names, its layout left out; NULL: none, or unknown. */
const ferry_format *fy_from_format(const ferry_job *job);

/* A decimal number that fills the whole text, whatever the locale; NaN otherwise. */
double fy_parse_number(const char *text);

/* report.c: the one error for a reached limit; needs no memory. */
void fy_report_exhausted(ferry_job *job);

/* `said` has all but the text; file, path and what is measured are copied. */
void fy_report_add(ferry_job *job, const ferry_message *said, const char *format, va_list arguments);

/* " (x12: 498 triangles in all, 120 at worst: draw[7])"; "" where nothing was folded into it. */
enum { FY_FOLDED_TEXT = 480 };
void fy_message_folded(const ferry_message *message, char text[FY_FOLDED_TEXT]);

/* A message of another job's report, with its place and its measures. */
void fy_report_repeat(ferry_job *job, const ferry_message *message);

/* Errors from message number `from` on become warnings: what they are about can be done without. Not for errors that
 * end the job (memory, deadline, cancelling). */
void fy_report_demote(ferry_job *job, uint32_t from);

/* Errors about any file from message number `from` on are about `to`, but for those about places of the user's rules. */
void fy_report_rename(ferry_job *job, uint32_t from, const char *to);

/* job.c: a scene of this job. */
ferry_scene *fy_scene_open(ferry_job *job);

/* The last element of a path, without its ending: "a/x.arc#bdl/link.bdl" -> "link"; text in the scene's memory. Names of
 * archive members are text already and stay as they are; a path that is no UTF-8 is made text as source names are. */
const char *fy_stem(ferry_scene *scene, const char *path);

#endif
