/* run.h: a run of the program from the command line to the exit status. Read this first. */
#ifndef FERRY_CLI_RUN_H
#define FERRY_CLI_RUN_H

#include "ferry64.h"

/* The whole program. `extra_formats` as in ferry_options; NULL: the built-in ones alone. Returns the exit
 * status. */
int cli_main(int argc, char **argv, const ferry_format *const *extra_formats);

#endif
