/* falling.h: lists of falling triangle counts or percentages: "50%,25%,100". */
#ifndef FERRY_CORE_BASE_FALLING_H
#define FERRY_CORE_BASE_FALLING_H

#include <stdbool.h>
#include <stddef.h>

enum { FY_MOST_TRIANGLES = 1 << 30 };

/* "25%": above 0, up to 100. */
bool fy_is_percentage(const char *value);

/* What is wrong with a list, written to `text`; NULL: nothing. */
const char *fy_falling_problem(const char *value, char *text, size_t size);

#endif
