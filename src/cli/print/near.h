/* near.h: the known name that a misspelt one probably means. */
#ifndef FERRY_CLI_PRINT_NEAR_H
#define FERRY_CLI_PRINT_NEAR_H

/* A search among names that are offered one by one; the first of several that are equally near is found. */
typedef struct cli_near {
    const char *sought;
    const char *found; /* NULL: none of them is near enough */
    unsigned distance; /* of `found`; without one: what would be too far */
} cli_near;

cli_near cli_near_to(const char *name);
void cli_near_offer(cli_near *near, const char *name);

/* The verb that is nearest to `word`, or NULL if none is near enough. */
const char *cli_nearest_verb(const char *word);

#endif
