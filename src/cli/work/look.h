/*
 * look.h: a first look at models that may read what the run writes. Which side files a model asks for
 * is known only by reading it. So where files of an earlier group go into a folder in which a later
 * one may find side files, the later one is read once before anything is written, and nothing is said:
 * what it reads is noted (reads.c), and store.c writes over none of it; what it was answered is kept
 * (here), and it is answered alike when its turn comes, whatever lies there by then. So the result
 * does not depend on --jobs.
 */
#ifndef FERRY_CLI_WORK_LOOK_H
#define FERRY_CLI_WORK_LOOK_H

#include "cli/base/request.h"
#include "cli/work/work_item.h"

/* Before work that stores files: asks the groups what they read whose side files may lie where an earlier one writes to, so that
 * store.c knows it, and they are answered alike later. False after a complaint. */
bool cli_look_first(cli_run *cli, const cli_work *work);

#endif
