/* search.h: finds files that models reference by paths of somebody else's disk. Searches the model's folder
 * and the folder of --companion, with all folders below them. */
#ifndef FERRY_CLI_FILES_SEARCH_H
#define FERRY_CLI_FILES_SEARCH_H

#include "cli/base/request.h"

/* The path, from the model's folder, of the file that `name` means: a file of that name, ignoring case, below
 * the model's folder or the folder of --companion. Of several, the one that shares most folders with the end
 * of `name`; then one of the same case, below the model's folder, less deep, first by name. Hidden files and
 * links are skipped. NULL: none. */
const char *cli_search_sidecar(cli_session *session, const char *name);

#endif
