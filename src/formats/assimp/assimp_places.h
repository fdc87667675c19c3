/*
 * assimp_places.h: where in the file stands what assimp tells of. It keeps no places; but names stand
 * in most files as it gives them, and what it says itself often names a line or an offset.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_PLACES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_PLACES_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp.h"

/* No place in the file. */
#define FY_NOWHERE UINT64_MAX

/* A message about what the file calls `name` (NULL: nothing), with the offset where that first stands in the
 * file, or without one. */
void fy_assimp_tell(const fy_assimp *a, ferry_severity severity, const char *code, const char *name,
                    const char *format, ...) FERRY_PRINTF(5, 6);

/* The offset where these bytes first stand in the file; FY_NOWHERE: they do not. */
uint64_t fy_assimp_find_bytes(const ferry_window *in, ferry_bytes bytes);

/* The offset that assimp's own words mean: "line 3", "offset 0x40", a quote, the name of a material;
 * FY_NOWHERE: none. `*looked` counts bytes that were looked through so far: beyond 16 MiB there is no place
 * any more. */
uint64_t fy_assimp_place_in(const ferry_window *in, const char *text, uint64_t *looked);

#endif
