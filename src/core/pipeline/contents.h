/* contents.h: the files inside an input, and paths into it. */
#ifndef FERRY_CORE_PIPELINE_CONTENTS_H
#define FERRY_CORE_PIPELINE_CONTENTS_H

#include "ferry64.h"

/* Splits "x.arc#bdl/link.bdl": returns "x.arc" and sets `*member` to "bdl/link.bdl"; NULL: there is no
 * member. */
const char *fy_split_member(ferry_job *job, const char *name, const char **member);

/* ferry_open_contents() for the one member `asked` (NULL: none): it is an error if that cannot be
 * unpacked. */
const ferry_contents *fy_open_contents(ferry_job *job, const char *name, ferry_bytes bytes,
                                       const char *asked);

/* Opens one layer of packing or one archive. All output is counted against `unpack_limit` of the options:
 * layers multiply, and members may share bytes, but work and output must stay proportional to the input.
 * Beyond that limit the job fails, even where a broken member would merely be skipped. False after an
 * error. */
bool fy_unpack(ferry_job *job, const ferry_format *format, const char *name, ferry_bytes bytes,
               ferry_file_list *files);

/* Whether `path` leads to the member, or through it to something inside. */
bool fy_is_on_way(const char *path, const char *member);

/* Whether `path` leads to the member, or to a folder or an archive that contains it. */
bool fy_leads_to(const char *path, const char *member);

/* An archive may list two files of one name: the second one is renamed NAME~2, so that it can be referred to;
 * a note says so. False at the memory limit. */
bool fy_part_twins(ferry_job *job, const char **names, uint32_t count);

/* Finds the format with the most bits of evidence; NULL if no format recognises the bytes. A tie is an
 * error. */
bool fy_find_evidence(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format);

/* Whether the format is an archive or a packing. */
bool fy_is_packing(const ferry_format *format);

/* "yaz0" and "rarc" -> "yaz0 rarc". */
const char *fy_join_layers(ferry_job *job, const char *layers, const char *name);

/* Input with more layers of packing is refused. */
enum { FY_MAX_LAYERS = 4 };

/* Reports in `job` why the broken content cannot be unpacked, by trying it again. Always false. */
bool fy_say_broken(ferry_job *job, const ferry_content *content);

#endif
