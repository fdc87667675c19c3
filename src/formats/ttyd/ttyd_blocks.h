/*
 * ttyd_blocks.h: recognition, the header and the 25 blocks behind it (docs/formats/ttyd.md, "Blocks").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_BLOCKS_H
#define FERRY_FORMATS_TTYD_TTYD_BLOCKS_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/ttyd/ttyd.h"

/* Bits of evidence, as ferry_format.probe gives them: 0 if the bytes are no actor; else 38 or more, 2 for
 * each boundary of blocks that is right (docs/formats/ttyd.md, "Blocks"). */
uint32_t fy_ttyd_probe(ferry_bytes bytes);

/* Clears `t`, and fills in job, scene, file and blocks. Afterwards every block lies inside the file, and
 * there is at least one group. False after an error. */
bool fy_ttyd_open(fy_ttyd *t, ferry_job *job, ferry_window *file, ferry_scene *scene);

/* Record `index` of a block, below its count, as a window of its own for messages: "shape[3]". */
ferry_window fy_ttyd_record(fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* The same record's bytes, in the file; quicker, and without a name. */
const uint8_t *fy_ttyd_bytes(const fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* The name that the record begins with, a field of `size` bytes; "group7" where that is empty: what has no
 * name cannot be asked for in a game. It lives as long as the scene; "" at the memory limit. */
const char *fy_ttyd_name(fy_ttyd *t, fy_ttyd_block block, uint32_t index, size_t size);

/* Whether element `index` of a block exists. False: the file is refused, with an error at the field that
 * names the element, `at` bytes into `window`. */
bool fy_ttyd_there(fy_ttyd *t, ferry_window *window, uint64_t at, fy_ttyd_block block, uint32_t index);

/* Adds `amount` elements to what was made of the file so far: records can name each other so often that this
 * grows far beyond the file. False after an error: it is more than 256 times the file's size plus 4 Mi, or
 * the job was stopped. Call it before or while such lists grow. */
bool fy_ttyd_spend(fy_ttyd *t, uint64_t amount);

/* Transform float `index` of block 24, below its count, at rest. It may be infinite or no number. */
double fy_ttyd_float(const fy_ttyd *t, uint32_t index);

/* Copies `size` bytes of the file from offset `at`, which are there, into an extra of the scene at `path`,
 * which must outlive the scene. False at the memory limit. */
bool fy_ttyd_keep(fy_ttyd *t, const char *path, uint64_t at, uint64_t size);

#endif
