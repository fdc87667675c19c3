/*
 * walk.h: --recursive: the models in a folder and all folders beneath it, in the order of their names
 * (by bytes, each folder where its name stands). Names that begin with a dot are passed over, links to
 * folders are not followed, --output-dir is not entered. A file counts if it is a model or holds some;
 * what joins models is left to the command line. A file with the ending of a model that is none stays,
 * so that its turn tells why.
 */
#ifndef FERRY_CLI_FILES_WALK_H
#define FERRY_CLI_FILES_WALK_H

#include "cli/base/request.h"

/* Adds the models in the folder and beneath. False after a complaint. */
bool cli_walk(cli_run *cli, const char *folder);

#endif
