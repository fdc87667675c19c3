/* work_item.h: the same work on many groups, and what it hands to the run */
#ifndef FERRY_CLI_WORK_WORK_ITEM_H
#define FERRY_CLI_WORK_WORK_ITEM_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"

/* What the work on one group hands to the run, besides what it printed and stored. */
typedef struct cli_result {
    json_t *facts;      /* or NULL */
    uint8_t *bytes;     /* malloc; or NULL */
    size_t size;
} cli_result;

enum { CLI_PLACES = 2 };

/* The same work on many groups. It may run in another process: what `one` changes in the run or its plan is lost, but for
 * what the run counts and records, and its result. */
typedef struct cli_work {
    void *plan;
    const ferry_format *target; /* that `one` writes; NULL: none */
    bool reads_back;            /* what it wrote */
    bool apart;                 /* a blank line between the texts of two groups; see cli_begin_text */
    bool together;              /* all groups are one piece of work, number 0 */
    bool silent;                /* a first look: who dies is told when its turn to work comes */
    bool looks;                 /* only at groups that are `looked` */
    /* The folders that the files of a group go to, or NULL. What lies there is not written over where a later group reads it. NULL:
     * nothing is stored for groups. */
    void (*places)(cli_run *cli, uint32_t group, void *plan, const char *folders[CLI_PLACES]);
    void (*one)(cli_run *cli, uint32_t group, void *plan, cli_result *result);
    /* In the order of the groups; or NULL. Without facts and bytes where the process died: cli_group.death tells. */
    void (*take)(cli_run *cli, uint32_t group, void *plan, const cli_result *result);
} cli_work;

#endif
