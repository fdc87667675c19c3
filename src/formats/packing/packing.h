/*
 * packing.h: what the unpackers share (docs/formats/packing.md).
 */
#ifndef FERRY_FORMATS_PACKING_PACKING_H
#define FERRY_FORMATS_PACKING_PACKING_H

#include "ferry64.h"
#include "ferry64_format.h"

/* No real file comes near this size: a header that states more is broken or hostile. */
#define FY_UNPACK_LIMIT (UINT32_C(64) << 20)

/* Allocates `size` bytes to unpack to. Refuses (as `code`) more than FY_UNPACK_LIMIT, and more than
 * `most_each` bytes per byte of `in`, so that a short file cannot ask for much memory. False after an
 * error. */
bool fy_unpack_room(ferry_window *in, uint64_t at, const char *code, uint64_t size, uint32_t most_each,
                    ferry_out *out);

/* Copies a run that may overlap itself, as if byte by byte. `distance` >= 1 bytes lie before `out`. */
void fy_unpack_run(uint8_t *out, size_t distance, size_t count);

/* Adds the one file of a compressed file, and takes its bytes over. Its name is the input's without .szs,
 * .yaz0, .yay0 or .gz (.szs becomes .arc if an archive is inside). */
bool fy_unpack_single(ferry_window *in, ferry_file_list *files, ferry_out *out);

#endif
