/* walk.h: --recursive: the models in a folder and in all folders below it, sorted by name (by bytes, a folder
 * at the place of its name). Names that begin with a dot are skipped, links to folders are not followed, and
 * --output-dir is not entered. A file counts if it is a model or contains some; what joins models has to be
 * named on the command line. A file that has the extension of a model, but is none, is kept: its turn reports
 * why. */
#ifndef FERRY_CLI_FILES_WALK_H
#define FERRY_CLI_FILES_WALK_H

#include "cli/base/request.h"

/* Adds the models in the folder and below. False after a complaint. */
bool cli_walk(cli_run *cli, const char *folder);

#endif
