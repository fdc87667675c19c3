/* left_out.c: see left_out.h. */
#include "core/scene/left_out.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

static const char code[] = "output.empty";

/* "2 have no triangle, 1 ...": behind `text`. Of all there are, which is one, without the number. */
static const char *add_reason(ferry_job *job, const char *text, uint32_t count, uint32_t all, const char *one,
                              const char *many) {
    if (!count) return text;
    if (all == 1) return one;
    return ferry_job_format(job, "%s%s%u %s", text, *text ? ", " : "", count, count == 1 ? one : many);
}

void fy_report_empty(ferry_job *job, const ferry_scene *scene, const char *file, const fy_left_out *of,
                     const char *left) {
    uint32_t draws = scene->draws.count;
    const char *flat = ferry_job_format(job, "no triangle with non-zero area %s", left);
    const char *why = add_reason(job, "", of->empty, draws, "has no triangle with non-zero area",
                                 "have no triangle with non-zero area");
    why = add_reason(job, why, of->flat, draws, ferry_job_format(job, "has %s", flat),
                     ferry_job_format(job, "have %s", flat));
    why = add_reason(job, why, of->unseen, draws, "is never visible", "are never visible");
    why = add_reason(job, why, of->hidden, draws, "is switched off", "are switched off");
    ferry_say(job, FERRY_LOSS, code, file, "", "nothing is drawn: %s%s",
              draws == 1 ? "its only draw "
              : draws    ? ferry_job_format(job, "of %u draws ", draws)
                         : "the source has nothing visible",
              why);
}

bool fy_draws_nothing(const ferry_report *report) {
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_LOSS && strcmp(report->data[i].code, code) == 0) return true;
    return false;
}
