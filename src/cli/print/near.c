/* near.c: the known name that a misspelt one probably means. */
#include "cli/print/near.h"

#include <stddef.h>
#include <string.h>

#include "cli/base/verb_table.h"

enum { LONGEST = 40 };

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours (Damerau, restricted) that turn a into b. Names
 * longer than LONGEST count as infinitely far. */
static unsigned edit_distance(const char *a, const char *b) {
    unsigned rows[3][LONGEST + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) return LONGEST;
    for (unsigned j = 0; j <= b_length; j++) rows[0][j] = j;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

cli_near cli_near_to(const char *name) {
    unsigned allowed = (unsigned)(strlen(name) < 6 ? 1 + strlen(name) / 4 : strlen(name) / 3);
    return (cli_near){name, NULL, allowed + 1};
}

void cli_near_offer(cli_near *near, const char *name) {
    unsigned distance = edit_distance(near->sought, name);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->found = name;
}

const char *cli_nearest_verb(const char *word) {
    cli_near near = cli_near_to(word);
    for (const cli_verb *verb = cli_verbs; verb->name; verb++) cli_near_offer(&near, verb->name);
    return near.found;
}
