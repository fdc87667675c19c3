/* t3dm_strings.h: the string table at a T3DM file's end (docs/formats/t3dm.md, "Strings"). */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_STRINGS_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_STRINGS_H

#include "ferry64.h"
#include "ferry64_format.h"

typedef struct fy_t3dm_strings {
    ferry_job *job;
    ferry_out out;
    uint32_t *table; /* hash table of offsets, 0: free */
    uint32_t size;   /* power of two */
    uint32_t count;
} fy_t3dm_strings;

/* Begins an empty table in the job's memory; `file`: its name in messages. False at the memory limit. Later
 * failures set `strings->out.bad`. */
bool fy_t3dm_strings_open(ferry_job *job, const char *file, fy_t3dm_strings *strings);

/* Begins with the table of another file: its offsets stay true, and its strings are found, ends of them too.
 * Right after opening. */
void fy_t3dm_strings_begin(fy_t3dm_strings *strings, ferry_bytes table);

/* The offset of zero-terminated bytes in the table, added unless the very same string is there. Never 0,
 * unless there was no memory. */
uint32_t fy_t3dm_strings_add(fy_t3dm_strings *strings, const char *bytes);

/* The same for a name of the scene, turned back into the source's bytes. An empty one gives 0 if `optional`.
 * */
uint32_t fy_t3dm_strings_name(fy_t3dm_strings *strings, const char *name, bool optional);

#endif
