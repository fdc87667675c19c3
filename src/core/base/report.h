/* report.h: messages as data. Alike ones (severity, code, file) are merged into the third. */
#ifndef FERRY_CORE_BASE_REPORT_H
#define FERRY_CORE_BASE_REPORT_H

#include <stdarg.h>

#include "ferry64.h"
#include "core/base/job_state.h"

/* The one error for a reached limit; needs no memory. */
void fy_report_exhausted(ferry_job *job);

/* `reported` has all but the text; file, path and what is measured are copied. */
void fy_report_add(ferry_job *job, const ferry_message *reported, const char *format, va_list arguments);

void fy_message_repeats(const ferry_message *message, char text[FY_REPEATS_TEXT]);

/* A message of another job's report, with its place and its measures. */
void fy_report_repeat(ferry_job *job, const ferry_message *message);

/* Errors from message number `from` on become warnings: what they are about can be done without. Not for
 * errors that end the job (memory, deadline, cancelling). */
void fy_report_demote(ferry_job *job, uint32_t from);

/* Errors about any file from message number `from` on are about `to`, but for those about places of the
 * user's rules. */
void fy_report_rename(ferry_job *job, uint32_t from, const char *to);

#endif
