/* settings.h: per-format settings (`KEY=VALUE`), their defaults and their check. */
#ifndef FERRY_CORE_BASE_SETTINGS_H
#define FERRY_CORE_BASE_SETTINGS_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The passes' own settings; and the check of everything the options say. */
extern const ferry_setting fy_core_settings[];
bool fy_settings_check(ferry_job *job);

/* The format that options.from names, its layout left out; NULL: none, or unknown. */
const ferry_format *fy_from_format(const ferry_job *job);

/* A decimal number that fills the whole text, whatever the locale; NaN otherwise. */
double fy_parse_number(const char *text);

#endif
