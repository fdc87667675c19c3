/*
 * unicode_unpack.h: text with a byte order mark, in UTF-8 or UTF-16, becomes plain UTF-8
 * (docs/formats/packing.md, "Text"), so that no format of text has to know of it.
 */
#ifndef FERRY_FORMATS_PACKING_UNICODE_UNPACK_H
#define FERRY_FORMATS_PACKING_UNICODE_UNPACK_H

#include "ferry64.h"

/* Text without a byte order mark, as UTF-8; other bytes as they are. New text lies in the job's memory. False
 * at the memory limit. */
bool fy_unicode_plain(ferry_job *job, ferry_bytes bytes, ferry_bytes *plain);

#endif
