/* job_state.h: the members of a job. */
#ifndef FERRY_CORE_BASE_JOB_STATE_H
#define FERRY_CORE_BASE_JOB_STATE_H

#include <time.h>

#include "ferry64.h"
#include "core/base/arena.h"

struct ferry_job {
    ferry_options options;
    fy_account *account;
    fy_arena work;     /* freed with the job */
    fy_arena messages; /* the report: separate, since marks release the work arena */
    /* output and file lists: separate for the same reason, and because they grow */
    fy_arena output;
    ferry_report report;
    struct fy_kind *kinds; /* of messages: report.c */
    uint32_t kind_count, kind_capacity;
    const ferry_format **formats; /* extra ones, then built-in ones; ended by NULL */
    const ferry_format *reading;  /* the format whose read() is running; NULL: none */
    const ferry_format *rules_of; /* the format that has read the rules below; NULL: not yet */
    void *rules;
    ferry_rule_use_list rule_uses;
    ferry_seen_list seen;             /* of the model that was saved last */
    double saved_setting;             /* the value of its format's agreed_setting; 0: none was told */
    ferry_simplified_list simplified; /* of the model that was prepared last: pass_simplify.c */
    ferry_add_on_list joins;          /* animations beside the model: join.c */
    uint32_t join_capacity;
    /* messages are dropped and errors do not count: set while looking at files that the user did not name */
    bool hushed;
    struct timespec start;
    uint32_t ticks;
    /* bytes of the inputs, and of everything unpacked from them: recognise.c */
    uint64_t given, unpacked;
    bool stopped; /* cancelled or past the deadline */
    bool exhausted;
    char exhausted_text[96];
    ferry_message last_words; /* the report's only message if memory has run out */
};

/* " (x12: 498 triangles in all, 120 at worst: draw[7])"; "" if no other message was merged into it. */
enum { FY_REPEATS_TEXT = 480 };

#endif
