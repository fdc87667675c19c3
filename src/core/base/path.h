/* path.h: names in paths, whose folders end in slashes. */
#ifndef FERRY_CORE_BASE_PATH_H
#define FERRY_CORE_BASE_PATH_H

/* What follows the last slash: all of a path without folders. */
const char *fy_path_base(const char *path);

#endif
