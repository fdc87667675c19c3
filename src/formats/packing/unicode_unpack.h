/*
 * unicode_unpack.h: converts text with a byte order mark, in UTF-8 or UTF-16, to plain UTF-8
 * (docs/formats/packing.md, "Text"), so that readers of text formats need not care.
 */
#ifndef FERRY_FORMATS_PACKING_UNICODE_UNPACK_H
#define FERRY_FORMATS_PACKING_UNICODE_UNPACK_H

#include "ferry64.h"

/* Returns text as UTF-8 without a byte order mark, and other bytes unchanged. Converted text is in the job's
 * memory. False at the memory limit. */
bool fy_unicode_plain(ferry_job *job, ferry_bytes bytes, ferry_bytes *plain);

#endif
