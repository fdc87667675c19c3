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

/* What is wrong with a value that a setting of a pass does not allow, written to `text`: "60% is not less
 * than 50% before it". NULL: no more is known than what is allowed. */
enum { FY_PROBLEM_SIZE = 160 };
const char *fy_setting_problem(const char *key, const char *value, char text[FY_PROBLEM_SIZE]);

#endif
