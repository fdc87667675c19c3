/*
 * search.h: files that a model calls by names that lead nowhere, as they lay on other people's disks:
 * looked for anywhere beneath its folder, and beneath the folder that --companion names.
 */
#ifndef FERRY_CLI_FILES_SEARCH_H
#define FERRY_CLI_FILES_SEARCH_H

#include "cli/base/request.h"

/* The way to the file that `name` means, from the model's folder: there, or in the folder that --companion names, the one of
 * the same name, but for case; of several the one that shares more folders with `name` at its end, has its very case, is less deep, the first by its letters.
 * Hidden files and what links lead to are passed over. NULL: there is none. */
const char *cli_search_companion(cli_session *session, const char *name);

#endif
