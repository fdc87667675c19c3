/*
 * ttyd_blocks.h: recognition, the header and the 25 blocks behind it (docs/formats/ttyd.md, "Blocks").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_BLOCKS_H
#define FERRY_FORMATS_TTYD_TTYD_BLOCKS_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/ttyd/ttyd.h"

uint32_t fy_ttyd_probe(ferry_bytes bytes);

/* Header and blocks; every block lies inside the file. */
bool fy_ttyd_open(fy_ttyd *t, ferry_job *job, ferry_window *file, ferry_scene *scene);

/* Record `index`, which is there, under its own name: "shape[3]". */
ferry_window fy_ttyd_record(fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* Its bytes. */
const uint8_t *fy_ttyd_bytes(const fy_ttyd *t, fy_ttyd_block block, uint32_t index);

/* A field that names element `index` of a block: false, and an error, if there is none. `at` counts from the
 * window. */
bool fy_ttyd_there(fy_ttyd *t, ferry_window *window, uint64_t at, fy_ttyd_block block, uint32_t index);

/* Records of a file can name each other so often that what they come to grows far beyond the file. False, and
 * an error, once more than a fixed number of times its size is used. */
bool fy_ttyd_spend(fy_ttyd *t, uint64_t amount);

double fy_ttyd_float(const fy_ttyd *t, uint32_t index);

/* Keeps `size` bytes of the file, which are there, as an extra. */
bool fy_ttyd_keep(fy_ttyd *t, const char *path, uint64_t at, uint64_t size);

#endif
