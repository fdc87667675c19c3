/* groups.h: which inputs belong together. A model starts a group; material tables, textures and animations
 * after it join it. What fails here fails again, with its message, when its group's turn comes: messages keep
 * the order of the inputs. */
#ifndef FERRY_CLI_FILES_GROUPS_H
#define FERRY_CLI_FILES_GROUPS_H

#include "cli/base/request.h"

/* Recognises all inputs and groups them. False after a complaint. */
bool cli_find_groups(cli_run *cli);

/* Makes each input a group of its own. False after a complaint. */
bool cli_find_single_inputs(cli_run *cli);

#endif
