/* glob.h: names with wild cards (docs/materials.md, "Globs"). */
#ifndef FERRY_CORE_BASE_GLOB_H
#define FERRY_CORE_BASE_GLOB_H

#include <stdbool.h>

/* Whether `name` matches `glob`: `*` any text, `?` any character, `[a-z]` one of them, `[!a-z]` none of them.
 * UTF-8, case-sensitive; a backslash is an ordinary character, since names in scenes contain them. */
bool fy_glob_matches(const char *glob, const char *name);

/* What is wrong with a glob; NULL: it is valid. */
const char *fy_glob_problem(const char *glob);

#endif
