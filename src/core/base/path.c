/* path.c: names in paths. */
#include "core/base/path.h"

#include <string.h>

const char *fy_path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
