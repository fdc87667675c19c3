/* falling.h: lists of descending triangle counts or percentages: "50%,25%,100". */
#ifndef FERRY_CORE_BASE_FALLING_H
#define FERRY_CORE_BASE_FALLING_H

#include <stdbool.h>
#include <stddef.h>

enum { FY_MOST_TRIANGLES = 1 << 30 };

/* Whether the text is a percentage above 0 and up to 100: "25%". */
bool fy_is_percentage(const char *value);

/* What is wrong with a list, written to `text`; NULL: it is valid. */
const char *fy_falling_problem(const char *value, char *text, size_t size);

#endif
