/* glob.h: names with wild cards (docs/materials.md, "Globs"). */
#ifndef FERRY_CORE_BASE_GLOB_H
#define FERRY_CORE_BASE_GLOB_H

#include <stdbool.h>

/* Whether `name` is what `glob` says: `*` any text, `?` any character, `[a-z]` one of them, `[!a-z]` none of
 * them. UTF-8, case-sensitive; a backslash is a character like any other, as names of the scene have them. */
bool fy_glob_matches(const char *glob, const char *name);

/* NULL, or what is wrong with it. */
const char *fy_glob_problem(const char *glob);

#endif
