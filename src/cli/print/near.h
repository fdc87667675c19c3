/* near.h: the known name that a misspelt one probably means. */
#ifndef FERRY_CLI_PRINT_NEAR_H
#define FERRY_CLI_PRINT_NEAR_H

#include <stddef.h>

/* The one of `count` names that is nearest to `name`, or NULL if none is near enough. */
const char *cli_nearest(const char *name, const char *const *names, size_t count);

/* The verb that is nearest to `word`, or NULL if none is near enough. */
const char *cli_nearest_verb(const char *word);

#endif
