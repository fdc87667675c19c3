/* builtin_formats.h: the formats that the library is built with; formats/formats.c lists them */
#ifndef FERRY_CORE_BASE_BUILTIN_FORMATS_H
#define FERRY_CORE_BASE_BUILTIN_FORMATS_H

#include "ferry64.h"

/* The built-in formats, ended by NULL: src/formats/formats.c. */
extern const ferry_format *const fy_builtin_formats[];

#endif
