/* near.h: the name that a misspelt one was probably meant to be. */
#ifndef FERRY_CLI_PRINT_NEAR_H
#define FERRY_CLI_PRINT_NEAR_H

#include <stddef.h>

/* The name of `names` (count of them) nearest to `name`, or NULL if none is near enough to be meant. */
const char *cli_nearest(const char *name, const char *const *names, size_t count);

#endif
