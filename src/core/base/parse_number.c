/* parse_number.c: decimal numbers of settings. */
#include "core/base/parse_number.h"

#include <math.h>

#include "core/base/maths.h"

double fy_parse_number(const char *text) {
    const char *p = text;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    double value = 0, unit = 1;
    int digits = 0;
    for (; *p >= '0' && *p <= '9'; p++, digits++) value = value * 10 + (*p - '0');
    if (*p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++, digits++) {
            value = value * 10 + (*p - '0');
            unit *= 10;
        }
    if (!digits || *p || !fy_finite(value) || !fy_finite(unit)) return (double)NAN;
    value /= unit;
    return negative ? -value : value;
}
