/* contents.h: what lies inside an input, and what a way into it means. */
#ifndef FERRY_CORE_PIPELINE_CONTENTS_H
#define FERRY_CORE_PIPELINE_CONTENTS_H

#include "ferry64.h"

/* "x.arc" of "x.arc#bdl/link.bdl", and in `*member` "bdl/link.bdl"; NULL: there is none. */
const char *fy_split_member(ferry_job *job, const char *name, const char **member);

/* ferry_open_contents() for the one member `asked` (NULL: none): it is an error if that cannot be
 * unpacked. */
const ferry_contents *fy_open_contents(ferry_job *job, const char *name, ferry_bytes bytes,
                                       const char *asked);

/* Opens one layer of packing or one archive. All that comes out is counted: layers multiply, and members may
 * share their bytes, but work and output stay in proportion to what was given (`unpack_limit` of the
 * options). Behind that limit nothing goes on, also where a broken member would be left out. False after an
 * error. */
bool fy_unpack(ferry_job *job, const ferry_format *format, const char *name, ferry_bytes bytes,
               ferry_file_list *files);

/* Whether the way `path` leads to the member or on through it. */
bool fy_is_on_way(const char *path, const char *member);

/* Whether the way `path` leads to the member, or to a folder or an archive around it. */
bool fy_leads_to(const char *path, const char *member);

/* An archive may list two files of one name: the second one is called NAME~2 here, so that it can be named.
 * Notes tell. False: no memory. */
bool fy_part_twins(ferry_job *job, const char **names, uint32_t count);

/* The format with the most bits of evidence; NULL if nobody knows the bytes. A tie is an error. */
bool fy_find_evidence(ferry_job *job, const char *name, ferry_bytes bytes, const ferry_format **format);

/* Whether files of the format are to be unpacked. */
bool fy_is_packing(const ferry_format *format);

/* "yaz0" and "rarc" -> "yaz0 rarc". */
const char *fy_join_layers(ferry_job *job, const char *layers, const char *name);

/* More layers of packing than this are refused. */
enum { FY_MAX_LAYERS = 4 };

/* Says in `job` why the broken content cannot be unpacked, by trying again. Always false. */
bool fy_say_broken(ferry_job *job, const ferry_content *content);

#endif
