/* sidecars.h: side files: files that models reference, in the model's folder and in the file or folder of
 * --companion. A model that a first look (processing/look.c) has read gets the same answers again. */
#ifndef FERRY_CLI_FILES_SIDECARS_H
#define FERRY_CLI_FILES_SIDECARS_H

#include "ferry64.h"
#include "cli/base/request.h"

/* The `sidecar` callback of ferry_options, `user` being a session: a file in the folder of the group's model
 * or beneath it, by its relative name, or --companion's file or folder; of `made` files alone, if the session
 * has such. */
bool cli_read_sidecar(void *user, const char *name, ferry_bytes *bytes);

/* The `display_name` callback, of the same kind: the path of the file, or of a folder of that name. */
const char *cli_name_sidecar(void *user, const char *name);

/* The `find` callback, of the same kind. */
const char *cli_find_sidecar(void *user, const char *name);

/* Notes what --companion names as read, and reads it if it is a pipe. False: no memory. */
bool cli_keep_sidecar(cli_run *cli);

#endif
