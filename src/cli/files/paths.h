/* paths.h: paths as text. Symbolic links are followed only where a comment says so: `filesystem -> build/rom`
 * keeps its name. */
#ifndef FERRY_CLI_FILES_PATHS_H
#define FERRY_CLI_FILES_PATHS_H

#include "cli/base/request.h"

/* Pure text; nothing is looked up on disk except the working directory. Results live in the memory of the
 * run. */
const char *cli_path_folder(cli_run *cli, const char *path); /* "a/b.c" -> "a"; "b.c" -> "" */
const char *cli_path_extension(const char *path);            /* "a/b.c" -> ".c"; "" if none */
const char *cli_path_join(cli_run *cli, const char *folder,
                          const char *name);                   /* "" joins to the name alone */
const char *cli_path_absolute(cli_run *cli, const char *path); /* without ".", ".." and doubled slashes */

/* The path from absolute `root` down to absolute `path`: "" if equal; NULL if it is not below. */
const char *cli_path_beneath(const char *root, const char *path);

/* Absolute, with links followed as far as the path exists. */
const char *cli_path_real(cli_run *cli, const char *path);

/* The path from folder `from` to `to`: "", "b", "../b". */
const char *cli_path_between(cli_run *cli, const char *from, const char *to);

#endif
