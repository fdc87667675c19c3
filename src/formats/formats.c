/* formats.c: the list of all built-in formats. One line here, one line in CMakeLists.txt: docs/adding-a-format.md. */
#include "core/job.h"

const ferry_format *const fy_builtin_formats[] = {
    NULL,
};
