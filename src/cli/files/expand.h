/*
 * expand.h: archives are folders: an input that means several members of one becomes an input for
 * each. They are written below a folder called after the archive, by their way in there; names that no
 * disk takes, and those that meet, are changed.
 */
#ifndef FERRY_CLI_FILES_EXPAND_H
#define FERRY_CLI_FILES_EXPAND_H

#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Instead of `file` one input for each content that is picked. False: no memory. `row_of`: see cli_input. */
bool cli_add_members(cli_run *cli, const cli_input *file, cli_archive *archive, const bool *picked, const char *row_of);

/* Gives models that were not named one by one, and would be written to the same place, names of their own. False: no memory. */
bool cli_part_names(cli_run *cli);

#endif
