/* work_item.h: the same work on many groups, and what it hands to the run (docs/architecture.md, "Processes"). */
#ifndef FERRY_CLI_PROCESSING_WORK_ITEM_H
#define FERRY_CLI_PROCESSING_WORK_ITEM_H

#include <jansson.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* What the work on one group gives to the run, besides what it printed and stored. */
typedef struct cli_result {
    json_t *summary; /* or NULL */
    uint8_t *bytes;  /* malloc; or NULL */
    size_t size;
} cli_result;

enum { CLI_PLACES = 2 };

/* The same work on many groups. `one` may run in another process: then its changes to the run and to `user`
 * are lost, except for counts, records and its result. */
typedef struct cli_work {
    void *user;
    const ferry_format *target; /* that `one` writes; NULL: none */
    bool reads_back;            /* what it wrote */
    bool apart;                 /* blank lines separate the texts of groups; see cli_begin_text() */
    bool together;              /* all groups are one piece of work, number 0 */
    /* a first look: a process that dies is reported when the group's turn comes */
    bool silent;
    bool looks; /* only at groups that are `looked` */
    /* The folders that the files of a group go to. Files there that a later group reads are not overwritten.
     * NULL: the work stores nothing. */
    void (*places)(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]);
    void (*one)(cli_run *cli, uint32_t group, void *user, cli_result *result);
    /* Called in the order of the groups; or NULL. If the process died, there are no properties and bytes; see
     * cli_group.death. */
    void (*take)(cli_run *cli, uint32_t group, void *user, const cli_result *result);
} cli_work;

/* How many pieces of work there are: one for each group, or one for all. */
uint32_t cli_work_pieces(const cli_run *cli, const cli_work *work);

/* Whether there is nothing to do about the group in this look. */
bool cli_work_passes_over(const cli_run *cli, const cli_work *work, uint32_t group);

/* Opens the archives that the group comes out of, and lets go of them; of all groups, if those are one piece
 * of work. */
void cli_work_ready_archives(cli_run *cli, const cli_work *work, uint32_t group);
void cli_work_leave_archives(cli_run *cli, const cli_work *work, uint32_t group);

/* Whether foreign code reads or writes any of it: then it has a process of its own. */
bool cli_work_is_foreign(const cli_run *cli, const cli_work *work, uint32_t group);

/* The same of what the group is read by. */
bool cli_group_is_foreign(const cli_run *cli, const cli_group *group);

/* Loads what reads the group before its processes begin, so that not each of them has to. */
void cli_load_libraries(const cli_run *cli, const cli_group *group);

#endif
