/* formats.h: the built-in formats. formats.c is the list. */
#ifndef FERRY_FORMATS_H
#define FERRY_FORMATS_H

#include "ferry64_format.h"

/* Ended by NULL. */
extern const ferry_format *const fy_builtin_formats[];

#endif
