/* index.h: texts that can be found again, numbered in the order in which they were added. Finding one takes
 * logarithmic time, whatever the texts are (core/base/order.h). */
#ifndef FERRY_CLI_BASE_INDEX_H
#define FERRY_CLI_BASE_INDEX_H

#include "ferry64.h"
#include "core/base/order.h"

/* Texts that are found again, numbered in the order in which they came. */
typedef struct cli_index {
    const char **texts;
    uint32_t count, capacity;
    fy_order order;
} cli_index;

#define CLI_NONE UINT32_MAX

/* The number of the text; CLI_NONE: it is not there. */
uint32_t cli_index_find(const cli_index *index, const char *text);

/* Adds one that is not there, which has to live as long. False: no memory. */
bool cli_index_add(ferry_job *job, cli_index *index, const char *text);

#endif
