/* child_store.h: how a child process stores files: it asks the program to do it. */
#ifndef FERRY_CLI_FILES_CHILD_STORE_H
#define FERRY_CLI_FILES_CHILD_STORE_H

#include "ferry64.h"
#include "cli/base/request.h"

/* cli_store() in a child: asks the program for it, and waits until it is this child's turn. */
bool cli_child_store(cli_run *cli, ferry_job *job, const char *owner, const ferry_file *files, uint32_t count,
                     bool make_folders);

#endif
