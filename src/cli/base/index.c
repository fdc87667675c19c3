/* index.c: texts that can be found again, numbered in the order in which they were added. Finding one takes
 * logarithmic time, whatever the texts are (core/base/order.h). */
#include "cli/base/index.h"

#include <string.h>

#include "ferry64.h"
#include "core/base/job.h"
#include "core/base/order.h"

enum { SOUGHT = UINT32_MAX }; /* instead of a number */

typedef struct search {
    const char *const *texts;
    const char *sought;
} search;

static const char *text_of(const search *s, uint32_t number) {
    return number == SOUGHT ? s->sought : s->texts[number];
}

static int compare_texts(const void *user, uint32_t a, uint32_t b) {
    return strcmp(text_of(user, a), text_of(user, b));
}

uint32_t cli_index_find(const cli_index *index, const char *text) {
    if (!index->count) return CLI_NONE;
    return fy_order_find(&index->order, &(search){index->texts, text}, SOUGHT);
}

bool cli_index_add(ferry_job *job, cli_index *index, const char *text) {
    if (!fy_job_reserve(job, (void **)&index->texts, index->count, &index->capacity, 1, sizeof *index->texts))
        return false;
    index->texts[index->count] = text;
    index->order.compare = compare_texts;
    if (!fy_order_add(job, &index->order, &(search){index->texts, NULL}, index->count)) return false;
    index->count++;
    return true;
}
