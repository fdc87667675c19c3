/* path.h: names in paths, whose folders end in slashes; names that differ in case. */
#ifndef FERRY_CORE_BASE_PATH_H
#define FERRY_CORE_BASE_PATH_H

#include <stdbool.h>

/* What follows the last slash: all of a path without folders. */
const char *fy_path_base(const char *path);

/* A capital letter of ASCII as a small one; all else as it is. */
static inline char fy_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether texts differ in the case of ASCII letters at most. */
bool fy_same_but_for_case(const char *a, const char *b);

#endif
