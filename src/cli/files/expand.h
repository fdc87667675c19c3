/* expand.h: archives act as folders: an input that means several members becomes one input for each. Their
 * outputs go into a folder named after the archive, under the member's path. Names that some disk does not
 * accept, and names that collide, are changed. */
#ifndef FERRY_CLI_FILES_EXPAND_H
#define FERRY_CLI_FILES_EXPAND_H

#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Adds one input for each picked content of `file`, like `file` in all else. False: no memory. */
bool cli_add_members(cli_run *cli, const cli_input *file, cli_archive *archive, const bool *picked);

/* Renames outputs that would go to the same place, unless their inputs were named one by one. False: no
 * memory. */
bool cli_part_names(cli_run *cli);

#endif
