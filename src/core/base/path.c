/* path.c: names in paths. */
#include "core/base/path.h"

#include <string.h>

const char *fy_path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool fy_same_but_for_case(const char *a, const char *b) {
    while (*a && fy_lower(*a) == fy_lower(*b)) a++, b++;
    return *a == *b;
}
