/* t3dm_write_files.h: where a file begins and ends: more vertices than its header counts become several
 * files. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_FILES_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_FILES_H

#include "ferry64.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* A new file, without objects. False: no memory. */
bool fy_t3dm_begin_file(fy_t3dm_writer *w);

/* The file with all objects so far goes to the results, and a note tells what it holds. False after
 * an error. */
bool fy_t3dm_finish_file(fy_t3dm_writer *w);

/* The one, then the other; an error where the source is a T3DM file. */
bool fy_t3dm_next_file(fy_t3dm_writer *w);

/* The same where the next level of detail begins, which is a file of its own. */
bool fy_t3dm_next_level(fy_t3dm_writer *w, uint8_t level);

/* Says that there are several, and why. */
void fy_t3dm_report_files(const fy_t3dm_writer *w);

#endif
