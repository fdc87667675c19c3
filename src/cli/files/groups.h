/*
 * groups.h: which inputs belong together. A file that opens a model starts a group; material tables,
 * textures and animations behind it join it. What fails here fails again, with its message, when its
 * group's turn comes: messages keep the order of the inputs.
 */
#ifndef FERRY_CLI_FILES_GROUPS_H
#define FERRY_CLI_FILES_GROUPS_H

#include "cli/base/request.h"

/* Recognises every input and sorts them into groups. False if there is nothing to do at all (said). */
bool cli_plan(cli_run *cli);

/* Each input is a group of its own, whatever it is. False if there is no memory (said). */
bool cli_plan_each(cli_run *cli);

#endif
